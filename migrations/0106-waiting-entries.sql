-- How long an entry waits for its seal is the database's to say: `at` is the server's clock, which may be another (migration 0025).
alter table audit_queue add column queued_at timestamptz not null default clock_timestamp();
