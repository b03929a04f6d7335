-- One row for each file that comes in or goes out. Whoever runs it holds the advisory lock (8, id) for as long as it is
-- running: a running row without that lock was left behind by a server that is gone.
create table import_jobs (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('import', 'export')),
  status text not null default 'running' check (status in ('running', 'done', 'failed', 'cancelled')),
  dry_run boolean not null default false,
  file_name text not null,
  processed integer not null default 0,
  total integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- The first of them; failed counts all.
  errors jsonb not null default '[]',
  -- The refused rows as they stood in the file, header first, to mend and send again.
  refused text,
  -- Why it failed, as a person reads it.
  error text,
  cancel_requested boolean not null default false,
  created_at timestamp(3) with time zone not null,
  -- The last sign of life of a running one.
  updated_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone
);
create index import_jobs_user_id on import_jobs (user_id, id desc);
create index import_jobs_running on import_jobs (updated_at) where status = 'running';
