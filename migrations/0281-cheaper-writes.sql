-- What a statement that writes costs besides its rows: as before, with less work.

-- Each statement that writes into an index of texts prepares its expressions again: it parsed `custom_texts`, and wrote `folded` out
-- with its argument four times. PL/pgSQL prepares its expressions once a connection. The results are the same, so that the indexes stay.
do $do$ begin
  execute format($format$
    create or replace function folded(typed text) returns text language plpgsql immutable parallel safe cost 20 as $body$
    begin
      return case when octet_length(typed) = char_length(typed) then lower(typed collate "C") collate "default"
        else replace(replace(replace(replace(translate(lower(regexp_replace(normalize(typed, nfkd),
          '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]', '', 'g') collate %I.letter_text),
          'øłđðıς', 'olddiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') collate "default" end;
    end $body$ $format$, current_schema());
end $do$;

create or replace function custom_texts(custom jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  if custom = '{}' then
    return '';
  end if;
  return (select coalesce(string_agg(value #>> '{}', E'\n'), '') from jsonb_each(custom) as each (key, value)
    where jsonb_typeof(value) = 'string');
end $$;

-- PERFORM runs a query, an assignment does not.
create or replace function count_change() returns trigger language plpgsql as $$
declare
  by_transaction xid8 := pg_current_xact_id();
  counted bigint := nextval(tg_argv[0]::regclass);
begin
  return null;
end $$;

-- What `note_changed` does, without an array.
create or replace function note_written() returns trigger language plpgsql as $$
begin
  if exists (select from written offset 500) then
    insert into changes (entity) values (tg_argv[0]);
  else
    insert into changes (entity, id) select tg_argv[0], id from written;
  end if;
  return null;
end $$;

-- As in 0108, but a statement that wrote nothing ends at once, and one changed part needs no pairing.
create or replace function keep_audit_log() returns trigger language plpgsql security definer as $$
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
  is_one boolean := false;
  its_id jsonb;
  its_key text;
  last_key text;
  its_before jsonb;
  its_after jsonb;
  made bigint;
begin
  -- Nearly always one record is made or changed, or parts of one are made: then grouping and pairing rows would cost more than
  -- all else. Other statements go on below.
  if tg_op = 'INSERT' and part_of is not null then
    if not has_id or not exists (select from added offset 200) then
      select min(given->>key), max(given->>key), jsonb_agg(jsonb_strip_nulls(given - untold)) into its_key, last_key, its_after
        from (select to_jsonb(a) as given from added a offset 0) each_row;
      if its_after is null then
        return null;
      end if;
      is_one := its_key = last_key;
    end if;
  elsif tg_op in ('INSERT', 'UPDATE') then
    select jsonb_agg(a) into its_after from (select * from added limit 2) a;
    if its_after is null then
      return null;
    end if;
    is_one := jsonb_array_length(its_after) = 1;
    if is_one and tg_op = 'INSERT' then
      its_key := its_after->0->>key;
      its_after := jsonb_strip_nulls((its_after->0) - untold);
    elsif is_one then
      select to_jsonb(r) into its_before from removed r;
      its_key := its_before->>key;
      its_id := its_before->'id';
      its_after := its_after->0;
      select jsonb_object_agg(name, value), jsonb_object_agg(name, its_after->name) into its_before, its_after
        from jsonb_each(its_before) as field (name, value)
        where value is distinct from its_after->name and name <> all (untold);
      if its_before is null then
        return null;
      end if;
      if part_of is not null then
        its_before := jsonb_build_array(its_before || jsonb_build_object('id', its_id));
        its_after := jsonb_build_array(its_after || jsonb_build_object('id', its_id));
      end if;
    end if;
  end if;
  if is_one then
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

-- Again as in 0117.
do $$ begin
  execute format('alter function keep_audit_log() set search_path = %I, pg_temp', current_schema());
end $$;
