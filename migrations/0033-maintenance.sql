-- Backups and checks that the server made by itself or was asked for: the waiting ones first, then their results.
create table maintenance_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('backup', 'verify')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  -- Null of one that the clock asked for.
  requested_by_name text,
  -- What came of it: of a backup its file, size and rows, of a check what did not hold.
  result jsonb,
  -- Why it failed, as a person reads it.
  error text,
  created_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone
);
create index maintenance_runs_kind on maintenance_runs (kind, id desc);
-- Whoever asks while one waits gets that one.
create unique index maintenance_runs_waiting on maintenance_runs (kind) where status = 'waiting';

-- As before (migration 0019), and also what no administrator should miss.
drop trigger queue_notification on activity;
create trigger queue_notification after insert on activity for each row
  when (new.action in ('overdue', 'import failed', 'upgraded', 'backup failed', 'verify failed')
    or (new.user_id is not null and new.type in ('lead', 'order', 'payment', 'user')))
  execute function queue_notification();
