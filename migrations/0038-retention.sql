-- How long traces are kept (docs/product/retention.md). Days that an administrator chose; a kind without a row has its default.
create table retention_days (
  kind text primary key,
  -- Null: for ever.
  days integer check (days >= 0)
);
select track_log('retention_days', 'retention_days', 'kind', '{}');

-- When each kind was last cleaned up, and how much went.
create table retention_runs (
  kind text primary key,
  ran_at timestamp(3) with time zone not null,
  removed bigint not null
);

create index mails_ended on mails (created_at) where status in ('accepted', 'failed');
create index sessions_ended_at on sessions (ended_at) where ended_at is not null;
create index login_failures_failed_at on login_failures (failed_at);
create index import_jobs_ended_at on import_jobs (ended_at) where status <> 'running';

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

-- As in migration 0025, but for what the function below removes.
create or replace function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.forgetting', true) = 'log' then
    return null;
  end if;
  raise exception '% is only ever added to', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

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

do $$
begin
  execute format('alter function forget_audit_log set search_path = %I, pg_temp', current_schema());
end $$;
