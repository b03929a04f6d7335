-- Tax per line, and what it follows from (docs/product/tax.md#tax-of-a-line). Documents of before keep one rate each.
alter table orders
  add column tax_mode text not null default 'single' check (tax_mode in ('single', 'gst')),
  add column billing_address_id integer references customer_addresses on delete set null,
  add column shipping_address_id integer references customer_addresses on delete set null,
  add column place_of_supply text check (place_of_supply ~ '^[0-9]{2}$'),
  add column supply_type text check (supply_type in ('b2b', 'b2c', 'sez_with', 'sez_without', 'export_with',
    'export_without', 'deemed')),
  add column reverse_charge boolean not null default false,
  add column cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  add column sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  add column igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  add column round_off numeric(14,2) not null default 0 check (abs(round_off) < 1);
alter table invoices
  add column tax_mode text not null default 'single' check (tax_mode in ('single', 'gst')),
  add column billing_address_id integer references customer_addresses on delete set null,
  add column shipping_address_id integer references customer_addresses on delete set null,
  add column place_of_supply text check (place_of_supply ~ '^[0-9]{2}$'),
  add column supply_type text check (supply_type in ('b2b', 'b2c', 'sez_with', 'sez_without', 'export_with',
    'export_without', 'deemed')),
  add column reverse_charge boolean not null default false,
  add column cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  add column sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  add column igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  add column round_off numeric(14,2) not null default 0 check (abs(round_off) < 1);

do $$
declare name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'orders'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%total_amount%';
  execute format('alter table orders drop constraint %I', name);
end $$;
alter table orders add constraint orders_total check (total_amount = subtotal + tax_amount + round_off),
  add constraint orders_gst check (tax_mode = 'single' or tax_amount = cgst_amount + sgst_amount + igst_amount);
alter table invoices
  add constraint invoices_gst check (tax_mode = 'single' or tax_amount = cgst_amount + sgst_amount + igst_amount);

create index orders_billing_address on orders (billing_address_id) where billing_address_id is not null;
create index orders_shipping_address on orders (shipping_address_id) where shipping_address_id is not null;
create index invoices_billing_address on invoices (billing_address_id) where billing_address_id is not null;
create index invoices_shipping_address on invoices (shipping_address_id) where shipping_address_id is not null;

-- No foreign key on the tax class: a line keeps its rate and treatment when the class is gone.
alter table order_lines
  add column hsn_code text,
  add column unit text,
  add column discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  add column discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  add column tax_class_id integer,
  add column tax_treatment text
    check (tax_treatment in ('taxable', 'zero_rated', 'nil_rated', 'exempt', 'non_gst')),
  add column tax_rate numeric(5,2) check (tax_rate between 0 and 100),
  add column cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  add column sgst_amount numeric(14,2) not null default 0 check (sgst_amount = cgst_amount),
  add column igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0);
alter table invoice_lines
  add column hsn_code text,
  add column unit text,
  add column discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  add column discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  add column tax_class_id integer,
  add column tax_treatment text
    check (tax_treatment in ('taxable', 'zero_rated', 'nil_rated', 'exempt', 'non_gst')),
  add column tax_rate numeric(5,2) check (tax_rate between 0 and 100),
  add column cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  add column sgst_amount numeric(14,2) not null default 0 check (sgst_amount = cgst_amount),
  add column igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0);
