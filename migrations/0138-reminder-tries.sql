-- How often a customer's reminder failed on `run_day` (docs/product/receivables.md#reminders).
create table reminder_tries (
  customer_id integer primary key references customers on delete cascade,
  run_day date not null,
  tries smallint not null
);
