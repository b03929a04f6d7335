-- Reports that people keep on their dashboard (docs/product/reports.md#saved-reports); they go with their owner.
create table saved_reports (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  report text not null check (char_length(report) between 1 and 40),
  name text not null check (char_length(name) between 1 and 100),
  -- As the address of the report holds them; without days the period moves with the time.
  choices jsonb not null check (octet_length(choices::text) <= 1000),
  created_at timestamp(3) with time zone not null
);
create index saved_reports_user_id on saved_reports (user_id);
