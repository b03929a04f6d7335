-- A customer's statement can be mailed on schedule as a saved report is (docs/product/reports.md#schedules); it ends with its
-- customer. Copies of the version before find no report of this name, and note that they sent nothing.
alter table saved_reports add column customer_id integer references customers on delete cascade,
  add constraint saved_reports_statement check ((report = 'statement') = (customer_id is not null));
create index saved_reports_customer_id on saved_reports (customer_id) where customer_id is not null;
