-- Prices may have up to four decimals, by setting (docs/product/company.md#settings). What is stored stays as it is.
alter table products
  alter column unit_price type numeric,
  alter column cost_price type numeric,
  add check (scale(unit_price) <= 4),
  add check (scale(cost_price) <= 4);
alter table services
  alter column price type numeric,
  add check (scale(price) <= 4);
alter table order_lines
  alter column unit_price type numeric,
  add check (scale(unit_price) <= 4);
alter table invoice_lines
  alter column unit_price type numeric,
  add check (scale(unit_price) <= 4);
