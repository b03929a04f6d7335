-- Reports that people keep on their dashboard (docs/product/reports.md#saved-reports); they go with their owner.
create table saved_reports (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  report text not null check (char_length(report) between 1 and 40),
  name text not null check (char_length(name) between 1 and 100),
  -- As the address of the report holds them; without days the period moves with the time.
  choices jsonb not null check (octet_length(choices::text) <= 1000),
  -- When it is mailed; null for never.
  schedule jsonb check (octet_length(schedule::text) <= 1000),
  created_at timestamp(3) with time zone not null
);
create index saved_reports_user_id on saved_reports (user_id);

-- To whom a saved report is mailed, and what became of the last time.
create table report_recipients (
  id integer generated always as identity primary key,
  saved_report_id integer not null references saved_reports on delete cascade,
  user_id integer not null references users on delete cascade,
  -- The day on which it was last mailed, or not mailed because of the failure.
  run_day date,
  mail_id bigint references mails on delete set null,
  failure text check (char_length(failure) <= 500),
  unique (saved_report_id, user_id)
);
create index report_recipients_user_id on report_recipients (user_id);
create index report_recipients_mail_id on report_recipients (mail_id);
