-- The log and the kept counts cost a write less: what they write is what they wrote (migrations 0012, 0025).
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
do $$
begin
  execute format('alter function keep_audit_log() set search_path = %I, pg_temp', current_schema());
end $$;

create or replace function count_leads() returns trigger language plpgsql as $$
begin
  -- Most changes of a lead count nothing.
  if tg_op = 'UPDATE' then
    if not exists (select from added offset 1) and exists (select from added a, removed r
        where (a.created_at, a.current_stage_id, a.status, a.workspace_id)
          is not distinct from (r.created_at, r.current_stage_id, r.status, r.workspace_id)) then
      return null;
    end if;
  end if;
  if tg_op = 'TRUNCATE' then
    delete from lead_counts;
  elsif tg_op = 'INSERT' then
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, workspace_id, count(*)
      from added group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, workspace_id, -count(*)
      from removed group by 1, 2, 3, 4;
  else
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, workspace_id, sum(change)
      from (
        select created_at, current_stage_id, status, workspace_id, 1 as change from added
        union all
        select created_at, current_stage_id, status, workspace_id, -1 from removed
      ) changes
      group by 1, 2, 3, 4 having sum(change) <> 0;
  end if;
  return null;
end $$;
