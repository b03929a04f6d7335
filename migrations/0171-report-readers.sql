-- What the recipient of a scheduled report could read when its waiting email was made: the email does not go out once that
-- has changed (docs/product/reports.md#schedules). Null for emails of before.
alter table report_recipients add column made_for text;
