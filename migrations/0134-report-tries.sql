-- How often a scheduled report of `run_day` was started without an end; 0 once it has one (docs/product/reports.md#schedules).
alter table report_recipients add column tries smallint not null default 0;
