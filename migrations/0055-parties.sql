-- What GST asks of the company and of its customers (docs/product/customers.md#gst).
alter table billing_profile
  add column legal_name text,
  add column state_code text check (state_code ~ '^[0-9]{2}$');
alter table customers
  add column gst_category text check (gst_category in ('regular', 'composition', 'sez', 'overseas', 'deemed_export', 'uin',
    'deductor', 'unregistered')),
  add column state_code text check (state_code ~ '^[0-9]{2}$');
