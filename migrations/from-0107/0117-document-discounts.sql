-- A discount on the whole document and what of it each line bears (docs/product/tax.md#discounts).
alter table orders
  add column if not exists discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  add column if not exists discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0);
alter table invoices
  add column if not exists discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  add column if not exists discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0);
alter table order_lines
  add column if not exists discount_share numeric(14,2) not null default 0 check (discount_share >= 0);
alter table invoice_lines
  add column if not exists discount_share numeric(14,2) not null default 0 check (discount_share >= 0);
