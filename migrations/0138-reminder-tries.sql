-- How often a reminder of `run_day` was started without an end; the row goes with its end (docs/product/receivables.md#reminders).
create table reminder_tries (
  customer_id integer primary key references customers on delete cascade,
  run_day date not null,
  tries smallint not null
);
