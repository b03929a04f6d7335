-- What an import is of (docs/product/imports.md#other-records).
alter table import_jobs add column subject text not null default 'products' check (subject in ('products', 'customers'));
