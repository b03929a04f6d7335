-- The log that nobody can quietly alter (docs/product/log.md). The database writes it itself, whatever statement changes a
-- record, in that statement's transaction.
create table audit_log (
  id bigint generated always as identity primary key,
  -- By the clock of the application, as the record's own updated_at; the chain has the database's.
  at timestamp(3) with time zone not null,
  transaction_id bigint not null,
  -- Null for what the system does by itself. No foreign key: past work stays as it was.
  user_id integer,
  session_id integer,
  address text,
  action text not null,
  entity text not null,
  -- The record's key as text; null for what changed very many at once.
  record text,
  -- The table of what belongs to the record, such as its lines; before and after are then lists.
  part text,
  -- The changed fields alone.
  before jsonb,
  after jsonb
);
create index audit_log_record on audit_log (entity, record, id) where record is not null;
create index audit_log_bulk on audit_log (entity, id) where record is null;

-- The values of personal fields, which the log has as salted digests, so that they can be erased and the log stay whole.
create table audit_values (
  entry_id bigint primary key references audit_log,
  salt bytea,
  before jsonb,
  after jsonb
);

-- What people are called now, also those who are gone: the log names them by number alone.
create table audit_people (
  user_id integer primary key,
  name text not null
);

-- Entries that wait to be sealed, and the chain of those that are: each hash is made of the one before and the entry.
create table audit_queue (
  entry_id bigint not null
);
create table audit_chain (
  position bigint primary key,
  entry_id bigint not null unique,
  sealed_at timestamp with time zone not null,
  hash bytea not null
);

create function refuse_log_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger refuse_change before update or delete or truncate on audit_log
  for each statement execute function refuse_log_change();
create trigger refuse_change before update or delete or truncate on audit_chain
  for each statement execute function refuse_log_change();
create trigger refuse_removal before delete or truncate on audit_values
  for each statement execute function refuse_log_change();
create trigger refuse_change before update on audit_values for each row
  when (new.entry_id <> old.entry_id or new.salt is not null or new.before is not null or new.after is not null)
  execute function refuse_log_change();

create function keep_person_name() returns trigger language plpgsql security definer as $$
begin
  insert into audit_people values (new.id, trim(new.first_name || ' ' || new.last_name))
    on conflict (user_id) do update set name = excluded.name;
  return null;
end $$;
create trigger keep_person_name after insert or update of first_name, last_name on users
  for each row execute function keep_person_name();
insert into audit_people select id, trim(first_name || ' ' || last_name) from users;

-- An entry of its own, such as a sign-in. Who and from where is what the transaction says in app.actor, as JSON:
-- {user, session, address, at}; nothing said is the system itself.
create function log_event(action text, entity text, record text, before jsonb, after jsonb, who integer default null)
returns bigint language plpgsql security definer as $$
declare
  actor jsonb := coalesce(nullif(current_setting('app.actor', true), ''), '{}')::jsonb;
  made bigint;
begin
  insert into audit_log (at, transaction_id, user_id, session_id, address, action, entity, record, before, after)
    values (coalesce((actor->>'at')::timestamptz, clock_timestamp()), pg_current_xact_id()::text::bigint,
      coalesce(who, (actor->>'user')::integer), (actor->>'session')::integer, actor->>'address',
      log_event.action, log_event.entity, log_event.record, log_event.before, log_event.after)
    returning id into made;
  insert into audit_queue values (made);
  return made;
end $$;

-- Arguments: the entity, the column that names its record, the columns that are left out, and whether the table is a part of
-- the entity: then all that a statement changed of one record's is one entry, with lists of rows. In a table with ids (the
-- last argument) what changes very many rows at once, such as an import, leaves one entry: how many, which, and a digest.
create function keep_audit_log() returns trigger language plpgsql security definer as $$
declare
  actor jsonb := coalesce(nullif(current_setting('app.actor', true), ''), '{}')::jsonb;
  moment timestamptz := coalesce((actor->>'at')::timestamptz, clock_timestamp());
  by_user integer := (actor->>'user')::integer;
  by_session integer := (actor->>'session')::integer;
  from_address text := actor->>'address';
  xact bigint := pg_current_xact_id()::text::bigint;
  about text := tg_argv[0];
  key text := tg_argv[1];
  untold text[] := tg_argv[2]::text[];
  part_of text := case when tg_argv[3]::boolean then tg_table_name end;
  has_id boolean := tg_argv[4];
begin
  if tg_op = 'TRUNCATE' then
    perform log_event('emptied', tg_table_name, null, null, null);
  elsif tg_op = 'INSERT' then
    if has_id and exists (select from added offset 200) then
      perform log_event('created', tg_table_name, null, null, (select jsonb_build_object('count', count(*),
        'ids', range_agg(int4range(id, id, '[]')),
        'digest', encode(sha256(convert_to(string_agg(a::text, E'\n'), 'UTF8')), 'hex')) from added a));
      return null;
    end if;
    with logged as (
      insert into audit_log (at, transaction_id, user_id, session_id, address, action, entity, record, part, after)
        select moment, xact, by_user, by_session, from_address, 'created', about, given->>key, part_of,
          case when part_of is null then jsonb_agg(jsonb_strip_nulls(given - untold))->0
            else jsonb_agg(jsonb_strip_nulls(given - untold)) end
        from (select to_jsonb(a) as given from added a) each_row
        group by given->>key
        returning id)
    insert into audit_queue select id from logged;
  elsif tg_op = 'DELETE' then
    if has_id and exists (select from removed offset 1000) then
      perform log_event('deleted', tg_table_name, null, (select jsonb_build_object('count', count(*),
        'ids', range_agg(int4range(id, id, '[]')),
        'digest', encode(sha256(convert_to(string_agg(r::text, E'\n'), 'UTF8')), 'hex')) from removed r), null);
      return null;
    end if;
    with logged as (
      insert into audit_log (at, transaction_id, user_id, session_id, address, action, entity, record, part, before)
        select moment, xact, by_user, by_session, from_address, 'deleted', about, gone->>key, part_of,
          case when part_of is null then jsonb_agg(jsonb_strip_nulls(gone - untold))->0
            else jsonb_agg(jsonb_strip_nulls(gone - untold)) end
        from (select to_jsonb(r) as gone from removed r) each_row
        group by gone->>key
        returning id)
    insert into audit_queue select id from logged;
  else
    if has_id and exists (select from added offset 1000) then
      perform log_event('updated', tg_table_name, null, null, (select jsonb_build_object('count', count(*),
        'ids', range_agg(int4range(id, id, '[]')),
        'digest', encode(sha256(convert_to(string_agg(a::text, E'\n'), 'UTF8')), 'hex')) from added a));
      return null;
    end if;
    -- Both tables have the rows in the order in which they were written.
    with logged as (
      insert into audit_log (at, transaction_id, user_id, session_id, address, action, entity, record, part, before, after)
        select moment, xact, by_user, by_session, from_address, 'updated', about, was->>key, part_of,
          case when part_of is null then jsonb_agg(old_values)->0
            else jsonb_agg(old_values || jsonb_build_object('id', was->'id')) end,
          case when part_of is null then jsonb_agg(new_values)->0
            else jsonb_agg(new_values || jsonb_build_object('id', was->'id')) end
        from (select row_number() over () as place, to_jsonb(r) as was from removed r) old_row
        join (select row_number() over () as place, to_jsonb(a) as becomes from added a) new_row using (place)
        cross join lateral (
          select jsonb_object_agg(name, value) as old_values, jsonb_object_agg(name, becomes->name) as new_values
          from jsonb_each(was) as field (name, value)
          where value is distinct from becomes->name and name <> all (untold)) change
        where old_values is not null
        group by was->>key
        returning id)
    insert into audit_queue select id from logged;
  end if;
  return null;
end $$;

create function track_log(tracked text, entity text, key text, untold text[], is_part boolean default false)
returns void language plpgsql as $$
declare
  has_id boolean := exists (select from pg_attribute where attrelid = tracked::regclass and attname = 'id');
  arguments text := format('execute function keep_audit_log(%L, %L, %L, %L, %L)', entity, key, untold, is_part, has_id);
begin
  execute format('create trigger audit_inserted after insert on %I referencing new table as added for each statement ', tracked)
    || arguments;
  execute format('create trigger audit_updated after update on %I referencing old table as removed new table as added for each statement ', tracked)
    || arguments;
  execute format('create trigger audit_deleted after delete on %I referencing old table as removed for each statement ', tracked)
    || arguments;
  execute format('create trigger audit_emptied after truncate on %I for each statement ', tracked) || arguments;
end $$;

create function salted_digests(salt bytea, given jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(name,
    'sha256:' || encode(sha256(salt || convert_to(name || '=' || value::text, 'UTF8')), 'hex')), '{}')
  from jsonb_each(given) as field (name, value);
$$;

-- For people. Arguments: the entity, the column that names its record, the columns that are left out, those that are kept as
-- they are, and the personal ones: these go into the log as salted digests, their values beside it. Of any other column the
-- log says that it changed and never its value, so that no secret of a later day gets in.
create function keep_people_log() returns trigger language plpgsql security definer as $$
declare
  untold text[] := tg_argv[2]::text[];
  plain text[] := tg_argv[3]::text[];
  personal text[] := tg_argv[4]::text[];
  salt bytea := uuid_send(gen_random_uuid());
  verb text := 'updated';
  row_key text;
  was jsonb;
  becomes jsonb;
  entry bigint;
begin
  if tg_op = 'TRUNCATE' then
    perform log_event('emptied', tg_table_name, null, null, null);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    was := to_jsonb(old) - untold;
    row_key := to_jsonb(old)->>tg_argv[1];
  end if;
  if tg_op <> 'DELETE' then
    becomes := to_jsonb(new) - untold;
    row_key := to_jsonb(new)->>tg_argv[1];
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(name, value), jsonb_object_agg(name, becomes->name) into was, becomes
      from jsonb_each(was) as field (name, value) where value is distinct from becomes->name;
    if was is null then
      return null;
    end if;
  elsif tg_op = 'INSERT' then
    verb := 'created';
    becomes := jsonb_strip_nulls(becomes);
  else
    verb := 'deleted';
    was := jsonb_strip_nulls(was);
  end if;
  entry := log_event(verb, tg_argv[0], row_key, people_values(was, plain, personal, salt), people_values(becomes, plain, personal, salt));
  if coalesce(was, '{}') ?| personal or coalesce(becomes, '{}') ?| personal then
    insert into audit_values (entry_id, salt, before, after)
      values (entry, salt, only_fields(was, personal), only_fields(becomes, personal));
  end if;
  return null;
end $$;

create function only_fields(given jsonb, names text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(name, value) from jsonb_each(given) as field (name, value) where name = any (names);
$$;

create function people_values(given jsonb, plain text[], personal text[], salt bytea) returns jsonb language sql immutable as $$
  select coalesce(only_fields(given, plain), '{}') || salted_digests(salt, only_fields(given, personal))
    || coalesce((select jsonb_object_agg(name, 'not kept') from jsonb_object_keys(given) name
      where name <> all (plain || personal)), '{}')
  where given is not null;
$$;

create function track_people_log(tracked text, key text, untold text[], plain text[], personal text[])
returns void language plpgsql as $$
declare
  arguments text := format('execute function keep_people_log(%L, %L, %L, %L, %L)', tracked, key, untold, plain, personal);
begin
  execute format('create trigger audit_changed after insert or update or delete on %I for each row ', tracked) || arguments;
  execute format('create trigger audit_emptied after truncate on %I for each statement ', tracked) || arguments;
end $$;

-- Takes the values of a person's personal fields out of the log for good; the digests stay, without their salts. `addresses`
-- are the person's e-mail addresses, by which invitations are found. Only for one who was anonymized.
create function erase_person_from_log(person integer, addresses text[]) returns void language plpgsql security definer as $$
declare
  erased int8multirange;
begin
  if not exists (select from users where id = person and anonymized_at is not null) then
    raise exception 'user % was not anonymized', person using errcode = 'integrity_constraint_violation';
  end if;
  with own as (
    select l.id, v.before, v.after from audit_log l join audit_values v on v.entry_id = l.id
    where l.entity = 'users' and l.record = person::text and v.salt is not null
  ), known as (
    select lower(address) as address from unnest(addresses) address
    union select lower(before->>'email') from own union select lower(after->>'email') from own
  ), gone as (
    update audit_values v set salt = null, before = null, after = null from audit_log l
    where v.entry_id = l.id and v.salt is not null and (l.id in (select id from own)
      or l.entity = 'invitations' and l.record in (
        select i.record from audit_log i join audit_values w on w.entry_id = i.id
        where i.entity = 'invitations' and (lower(w.before->>'email') in (select address from known)
          or lower(w.after->>'email') in (select address from known))))
    returning v.entry_id
  )
  select range_agg(int8range(entry_id, entry_id, '[]')) into erased from gone;
  if erased is not null then
    perform log_event('erased', 'users', person::text, null, jsonb_build_object('entries', erased));
  end if;
end $$;

create function audit_text(entry audit_log) returns text language sql immutable as $$
  select jsonb_build_array(entry.id, extract(epoch from entry.at), entry.transaction_id, entry.user_id, entry.session_id,
    entry.address, entry.action, entry.entity, entry.record, entry.part, entry.before, entry.after)::text;
$$;

-- Adds at most so many waiting entries to the chain; gives their number. One at a time, however many copies there are.
create function seal_audit_log(most integer) returns integer language plpgsql security definer as $$
declare
  entry audit_log;
  place bigint;
  last bytea;
  moment timestamptz := clock_timestamp();
  sealed bigint[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_chain', 0));
  select position, hash into place, last from audit_chain order by position desc limit 1;
  for entry in
    select l.* from audit_log l join (select distinct entry_id from audit_queue) q on q.entry_id = l.id order by l.id limit most
  loop
    place := coalesce(place, 0) + 1;
    last := sha256(coalesce(last, ''::bytea)
      || convert_to(extract(epoch from moment) || ' ' || audit_text(entry), 'UTF8'));
    insert into audit_chain (position, entry_id, sealed_at, hash) values (place, entry.id, moment, last);
    sealed := sealed || entry.id;
  end loop;
  delete from audit_queue where entry_id = any (sealed);
  return cardinality(sealed);
end $$;

-- What runs with the owner's rights finds the owner's tables, whatever its caller made beside them.
do $$
declare
  each_function regprocedure;
begin
  for each_function in select oid from pg_proc where prosecdef and pronamespace = current_schema()::regnamespace loop
    execute format('alter function %s set search_path = %I, pg_temp', each_function, current_schema());
  end loop;
end $$;

select track_log(tracked, tracked, 'id', '{updated_at}')
  from unnest(array['categories', 'subcategories', 'brands', 'services', 'products', 'customers', 'pipeline_stages', 'leads',
    'workspaces', 'workspace_members', 'payment_methods', 'billing_profile', 'privacy_policy', 'consents']) tracked;
select track_log(tracked, tracked, 'id', '{updated_at,created_by_name}') from unnest(array['orders', 'invoices', 'payments']) tracked;
select track_log('order_lines', 'orders', 'order_id', '{order_id}', true);
select track_log('invoice_lines', 'invoices', 'invoice_id', '{invoice_id}', true);
select track_log('stock_movements', 'products', 'product_id', '{product_id,created_by_name}', true);
select track_log('former_viewers', 'users', 'user_id', '{user_id}', true);
select track_log('settings', 'settings', 'name', '{}');
select track_log('invoice_numbers', 'invoice_numbers', 'financial_year', '{}');
select track_log('freed_invoice_numbers', 'invoice_numbers', 'financial_year', '{financial_year}');
select track_people_log('users', 'id', '{updated_at,last_login,current_workspace}',
  '{id,role,role_id,is_active,session_timeout_minutes,anonymized_at,created_at}',
  '{username,email,first_name,last_name,phone,department,position,bio}');
select track_people_log('invitations', 'id', '{updated_at,invited_by_name}',
  '{id,role,role_id,status,invited_by,expires_at,accepted_at,created_at}', '{email,first_name,last_name,message}');
select track_people_log('user_photos', 'user_id', '{changed_at}', '{user_id}', '{}');
