-- How products and services are taxed (docs/product/tax.md#hsn-and-sac).
alter table products
  add column hsn_code text check (hsn_code ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'),
  add column tax_class_id integer references tax_classes;
create index products_tax_class_id on products (tax_class_id) where tax_class_id is not null;
alter table services
  add column hsn_code text check (hsn_code ~ '^99([0-9]{2}|[0-9]{4}|[0-9]{6})$'),
  add column tax_class_id integer references tax_classes;
create index services_tax_class_id on services (tax_class_id) where tax_class_id is not null;
