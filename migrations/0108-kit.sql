-- What the kit (src/kit) needs: text for searches, mails, changes of lists, and the log that cannot be altered.
-- The wings of src/modules/README.md follow, one file each. A table has its indexes, functions and triggers beside it. What a
-- list shows calls track_changes and note_changes_of, what the log records calls track_log.

-- Long lists are sorted, filtered and searched here, in the order and by the words of the browser. A server without ICU
-- sorts by characters.
do $$ begin
  create collation natural_text (provider = icu, locale = 'en-u-kn-true-ks-level1', deterministic = false);
  create collation letter_text (provider = icu, locale = 'und');
exception when feature_not_supported then
  create collation natural_text from "C";
  create collation letter_text from "C";
end $$;

-- `folded` and `phone_digits` are those of src/kit/shared/filters/searching.ts. Indexes contain their results: a step that
-- changes one of them rebuilds these indexes.
create function folded(typed text) returns text language sql immutable parallel safe
  return case when octet_length(typed) = char_length(typed) then lower(typed collate "C") collate "default"
    else replace(replace(replace(replace(translate(lower(regexp_replace(normalize(typed, nfkd),
      '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]', '', 'g') collate letter_text),
      'øłđðıς', 'olddiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') collate "default" end;

create function phone_digits(phone text) returns text language sql immutable parallel safe
  return regexp_replace(phone, '[^0-9]', '', 'g');

-- Distinguishes this database from another one at the same address; part of every ETag.
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

create table idempotency_keys (
  user_id integer not null,
  key text not null,
  request text not null,
  answer jsonb,
  created_at timestamp(3) with time zone not null,
  primary key (user_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  attachments jsonb not null default '[]',
  status text not null default 'queued' check (status in ('queued', 'sending', 'accepted', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  html text,
  -- Names what may be mailed only once, such as a reminder for one invoice and one day.
  key text unique,
  -- The same for all tries of a mail, so that a receiver can tell that they are one.
  message_id uuid not null default gen_random_uuid(),
  -- What the link of the mail is to open. Its token is made anew by each attempt to send, so that neither a backup of the mails
  -- nor a copy of the write-ahead log holds one.
  link jsonb
);
create index mails_waiting on mails (next_attempt_at) where status in ('queued', 'sending');
create index mails_recipient on mails (lower(recipient));
create index mails_ended on mails (created_at) where status in ('accepted', 'failed');

-- The feed of what people and the system did.
create table activity (
  id bigint generated always as identity primary key,
  type text not null,
  action text not null,
  record_id integer,
  record_label text not null,
  title text not null,
  message text not null,
  -- No foreign key: past work keeps its maker's name when the user is gone.
  user_id integer,
  user_name text not null,
  before jsonb,
  after jsonb,
  created_at timestamp(3) with time zone not null,
  -- Where the record was when it happened. No foreign key: past work stays as it was.
  workspace_id integer,
  -- The table of the record that the line is about, whose id is in record_id; null where it is about no kind of record. The
  -- type is coarser: users and invitations are both "user".
  entity text
);
create index activity_newest on activity (created_at desc, id desc);
create index activity_type_newest on activity (type, created_at desc, id desc);
create index activity_others on activity (created_at desc, id desc)
  where type not in ('lead', 'payment');
create index activity_workspace on activity (workspace_id, created_at desc, id desc) where workspace_id is not null;
-- What one person did: for the export of that person's data, and for the name in it.
create index activity_user on activity (user_id, id desc) where user_id is not null;
create index activity_entity on activity (entity, record_id, id desc);

-- Every table of a list counts its changes, so that the ETag of the list is known without reading it. The transaction id is
-- taken before the counter moves: a reader that sees the new count then also sees that the writer is still in progress.
create function count_change() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  perform nextval(tg_argv[0]::regclass);
  return null;
end $$;

create function track_changes(tracked text) returns void language plpgsql as $$
begin
  execute format('create sequence %I', tracked || '_changes');
  execute format(
    'create trigger count_change after insert or update or delete or truncate on %I for each statement execute function count_change(%L)',
    tracked, tracked || '_changes');
end $$;

-- Which records of each list changed, and in which transaction: a browser that has a list is told what changed since, and no
-- more (docs/product/wire.md#changes-of-a-list, docs/decisions/0028).
create table changes (
  entity text not null,
  -- Null: so many that the list is to be loaded whole.
  id bigint,
  xid xid8 not null default pg_current_xact_id(),
  -- Somebody may have been able to read the record before and not after: it is gone, or belongs to others.
  moved boolean not null default false,
  -- Where it was then, and whose: who read it there is told that it left.
  was_workspace integer,
  was_owners integer[],
  at timestamp with time zone not null default clock_timestamp()
);
create index changes_entity on changes (entity, xid) include (id);
create index changes_at on changes using brin (at);
-- Each copy of the server follows all changes, whatever they are of.
create index changes_xid on changes (xid);

-- Changes of transactions below this one may have been removed: what a browser knows from before it is too old.
create table changes_kept (
  only_row boolean primary key default true check (only_row),
  since xid8 not null default pg_current_xact_id()
);
insert into changes_kept default values;

-- If a statement changes more than 500 rows, the whole list is read again: the live channel pushes at most 500 rows, and an
-- import of 100,000 rows need not write and delete as many rows of `changes`.
create function note_changed(entity text, ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 500 then
    insert into changes (entity) values (note_changed.entity);
  else
    insert into changes (entity, id) select note_changed.entity, unnest(ids);
  end if;
end $$;

create function note_written() returns trigger language plpgsql as $$
begin
  perform note_changed(tg_argv[0], array(select id from written limit 2001));
  return null;
end $$;

create function note_truncated() returns trigger language plpgsql as $$
begin
  insert into changes (entity) values (tg_argv[0]);
  return null;
end $$;

create function note_changes_of(entity text) returns void language plpgsql as $$
begin
  execute format('create trigger note_inserted after insert on %1$I referencing new table as written
    for each statement execute function note_written(%1$L)', entity);
  execute format('create trigger note_updated after update on %1$I referencing new table as written
    for each statement execute function note_written(%1$L)', entity);
  execute format('create trigger note_truncated after truncate on %1$I
    for each statement execute function note_truncated(%1$L)', entity);
end $$;

-- Of a list that everyone who may read it reads whole.
create function note_gone() returns trigger language plpgsql as $$
begin
  insert into changes (entity, id, moved) values (tg_argv[0], old.id, true);
  return null;
end $$;

-- The same of records that are read by workspace and owner.
create function note_left(entity text, id bigint, workspace integer, owners integer[]) returns void language sql as $$
  insert into changes (entity, id, moved, was_workspace, was_owners)
  values (entity, id, true, workspace, array_remove(owners, null))
$$;

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
  entry_id bigint not null,
  -- How long an entry waits for its seal is the database's to say: `at` is the server's clock, which may be another.
  queued_at timestamptz not null default clock_timestamp()
);

create table audit_chain (
  position bigint primary key,
  entry_id bigint not null unique,
  sealed_at timestamp with time zone not null,
  hash bytea not null
);

-- Where the log begins when its oldest part was removed: the last removed seal, and the entry that says so.
create table audit_anchor (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  hash bytea not null,
  sealed_at timestamp with time zone not null,
  -- The newest moment among the removed entries.
  through timestamp(3) with time zone not null,
  entry_id bigint not null
);

create function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.forgetting', true) = 'log' then
    return null;
  end if;
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

-- Whoever removes: nothing goes before its time.
create function refuse_early_removal() returns trigger language plpgsql as $$
declare
  is_old boolean;
begin
  if tg_table_name = 'audit_values' then
    is_old := exists (select from audit_log l where l.id = old.entry_id and l.at <= clock_timestamp() - interval '8 years');
  elsif tg_table_name = 'audit_chain' then
    is_old := old.sealed_at <= clock_timestamp() - interval '8 years';
  else
    is_old := old.at <= clock_timestamp() - interval '8 years';
  end if;
  if not is_old then
    raise exception '% is only ever added to, and kept for eight years', tg_table_name
      using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;
create trigger refuse_early_removal before delete on audit_log for each row execute function refuse_early_removal();
create trigger refuse_early_removal before delete on audit_chain for each row execute function refuse_early_removal();
create trigger refuse_early_removal before delete on audit_values for each row execute function refuse_early_removal();

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
  its_key text;
  last_key text;
  rows_of_it integer;
  its_before jsonb;
  its_after jsonb;
  made bigint;
begin
  -- Nearly always one record is made or changed, or parts of one are made: then grouping and pairing rows would cost more than
  -- all else. What is not of that kind goes on below.
  if tg_op = 'INSERT' and part_of is null then
    select to_jsonb(a), count(*) over () into its_after, rows_of_it from (select * from added limit 2) a;
    its_key := its_after->>key;
    its_after := jsonb_strip_nulls(its_after - untold);
  elsif tg_op = 'INSERT' then
    if not has_id or not exists (select from added offset 200) then
      select min(given->>key), max(given->>key), jsonb_agg(jsonb_strip_nulls(given - untold)) into its_key, last_key, its_after
        from (select to_jsonb(a) as given from added a offset 0) each_row;
      rows_of_it := case when its_key = last_key then 1 end;
    end if;
  elsif tg_op = 'UPDATE' and part_of is null then
    select to_jsonb(a), count(*) over () into its_after, rows_of_it from (select * from added limit 2) a;
    if rows_of_it = 1 then
      select to_jsonb(r) into its_before from removed r;
      its_key := its_before->>key;
      select jsonb_object_agg(name, value), jsonb_object_agg(name, its_after->name) into its_before, its_after
        from jsonb_each(its_before) as field (name, value)
        where value is distinct from its_after->name and name <> all (untold);
      if its_before is null then
        return null;
      end if;
    end if;
  end if;
  if rows_of_it = 1 then
    insert into audit_log (at, transaction_id, user_id, session_id, address, action, entity, record, part, before, after)
      values (moment, xact, by_user, by_session, from_address, case tg_op when 'INSERT' then 'created' else 'updated' end,
        about, its_key, part_of, its_before, its_after)
      returning id into made;
    insert into audit_queue values (made);
    return null;
  end if;
  if tg_op = 'TRUNCATE' then
    perform log_event('emptied', tg_table_name, null, null, null);
  elsif tg_op = 'INSERT' then
    if has_id and exists (select from added offset 200) then
      perform log_event('created', tg_table_name, null, null, (select jsonb_build_object('count', count(*),
        'ids', range_agg(int8range(id, id, '[]')),
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
        'ids', range_agg(int8range(id, id, '[]')),
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
        'ids', range_agg(int8range(id, id, '[]')),
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

create function only_fields(given jsonb, names text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(name, value) from jsonb_each(given) as field (name, value) where name = any (names);
$$;

create function people_values(given jsonb, plain text[], personal text[], salt bytea) returns jsonb language sql immutable as $$
  select coalesce(only_fields(given, plain), '{}') || salted_digests(salt, only_fields(given, personal))
    || coalesce((select jsonb_object_agg(name, 'not kept') from jsonb_object_keys(given) name
      where name <> all (plain || personal)), '{}')
  where given is not null;
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

-- Removes at most so many entries from the beginning of the chain, of those from before a moment and older than eight years by
-- the clock of the database, whatever was asked; gives their number. The newest seal always stays.
create function forget_audit_log(before timestamptz, most integer) returns integer language plpgsql security definer as $$
declare
  until timestamptz := least(before, clock_timestamp() - interval '8 years');
  gone bigint[];
  newest timestamptz;
  final audit_chain;
  entry bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_chain', 0));
  with first_seals as (
    select c.position, c.entry_id, l.at, coalesce(l.at < until and c.sealed_at < until, false) as is_old
    from audit_chain c left join audit_log l on l.id = c.entry_id
    where c.position < (select max(position) from audit_chain)
    order by c.position limit most
  )
  select array_agg(f.entry_id), max(f.at) into gone, newest from first_seals f
    where f.position < coalesce((select min(s.position) from first_seals s where not s.is_old), 9223372036854775807);
  if gone is null then
    return 0;
  end if;
  select * into final from audit_chain where entry_id = any (gone) order by position desc limit 1;
  perform set_config('app.forgetting', 'log', true);
  delete from audit_values where entry_id = any (gone);
  delete from audit_chain where entry_id = any (gone);
  delete from audit_log where id = any (gone);
  perform set_config('app.forgetting', '', true);
  entry := log_event('shortened', 'audit_log', null, null, jsonb_build_object('entries', cardinality(gone),
    'position', final.position, 'hash', encode(final.hash, 'hex'), 'through', newest));
  insert into audit_anchor (position, hash, sealed_at, through, entry_id)
    values (final.position, final.hash, final.sealed_at,
      greatest(newest, (select a.through from audit_anchor a)), entry)
    on conflict (only_row) do update set position = excluded.position, hash = excluded.hash,
      sealed_at = excluded.sealed_at, through = excluded.through, entry_id = excluded.entry_id;
  return cardinality(gone);
end $$;
