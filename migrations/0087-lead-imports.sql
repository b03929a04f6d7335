-- Leads are imported too (docs/product/imports.md#other-records), and an import says what undoes it.
alter table import_jobs drop constraint import_jobs_subject_check;
alter table import_jobs add constraint import_jobs_subject_check check (subject in ('products', 'customers', 'leads'));
alter table import_jobs add column batch_id integer;
