-- The shipping bill of an export, which comes after its invoice (docs/product/invoices.md#shipping-bill).
alter table invoices
  add column if not exists shipping_bill_number text check (shipping_bill_number ~ '^[0-9]{3,7}$'),
  add column if not exists shipping_bill_date date,
  add column if not exists port_code text check (port_code ~ '^[0-9A-Z]{6}$');
