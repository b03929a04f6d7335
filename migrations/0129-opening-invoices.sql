-- Unpaid invoices of the program before (docs/product/invoices.md#opening-invoices): they count in their customers' accounts,
-- but are no documents of this one. Copies of the version before show them as other invoices.
alter table invoices add column is_opening boolean not null default false,
  add constraint invoices_opening check (not is_opening or (number_sequence is null and order_id is null
    and delivery_id is null and tax_mode = 'single' and tax_amount = 0 and status <> 'draft'));

alter table import_jobs drop constraint import_jobs_subject_check,
  add constraint import_jobs_subject_check check (subject in ('products', 'customers', 'leads', 'invoices'));
