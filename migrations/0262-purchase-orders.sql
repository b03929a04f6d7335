-- Orders of goods and services from vendors (docs/product/purchase-orders.md).
create table purchase_orders (
  id integer generated always as identity primary key,
  purchase_number text not null unique,
  vendor_id integer not null references vendors,
  order_date date not null,
  expected_date date,
  status text not null default 'draft' check (status in ('draft', 'ordered', 'received', 'cancelled')),
  -- Stored so that a list need not read the lines.
  receipt_state text not null default 'none' check (receipt_state in ('none', 'partly', 'fully')),
  bill_state text not null default 'none' check (bill_state in ('none', 'partly', 'fully')),
  item_count integer not null check (item_count >= 0),
  -- What is open of its lines, before tax, in rupees.
  open_amount numeric(14,2) not null default 0,
  reference text,
  terms_conditions text,
  notes text,
  location_id integer references locations,
  -- How often it changed since it was ordered.
  revision integer not null default 0,
  subtotal numeric(14,2) not null check (subtotal >= 0),
  tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
  tax_amount numeric(14,2) not null check (tax_amount >= 0),
  total_amount numeric(14,2) not null,
  tax_mode text not null default 'single' check (tax_mode in ('single', 'gst')),
  place_of_supply text check (place_of_supply ~ '^[0-9]{2}$'),
  supply_type text,
  reverse_charge boolean not null default false,
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  round_off numeric(14,2) not null default 0 check (abs(round_off) < 1),
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  mail_id bigint references mails on delete set null,
  mail_status text check (mail_status in ('queued', 'accepted', 'failed')),
  mail_error text,
  mailed_at timestamp(3) with time zone,
  number_year text not null,
  number_sequence integer not null check (number_sequence > 0),
  -- No foreign key: past work keeps its maker's name when the user is gone.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (number_year, number_sequence),
  constraint purchase_orders_total check (total_amount = subtotal + tax_amount + round_off),
  constraint purchase_orders_gst check (tax_mode = 'single' or tax_amount = cgst_amount + sgst_amount + igst_amount)
);
create index purchase_orders_newest on purchase_orders (created_at desc, id desc);
create index purchase_orders_vendor_id on purchase_orders (vendor_id);
create index purchase_orders_location_id on purchase_orders (location_id) where location_id is not null;
create index purchase_orders_created_by on purchase_orders (created_by);
create index purchase_orders_mail_queued on purchase_orders (mail_id) where mail_status = 'queued';
create index purchase_orders_open on purchase_orders (expected_date, id) where status in ('draft', 'ordered');
select track_changes('purchase_orders'), note_changes_of('purchase_orders'),
  track_log('purchase_orders', 'purchase_orders', 'id', '{updated_at,created_by_name}');
create trigger note_gone after delete on purchase_orders for each row execute function note_gone('purchase_orders');
create trigger keep_deleted after delete on purchase_orders referencing old table as gone
  for each statement execute function keep_deleted();

create table purchase_order_lines (
  id integer generated always as identity primary key,
  purchase_order_id integer not null references purchase_orders on delete cascade,
  position integer not null,
  -- Null for a service or an expense.
  product_id integer references products,
  description text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  unit text,
  -- What arrives, in the product's unit; null without a product.
  stock_quantity numeric(12,3) check (stock_quantity > 0),
  unit_price numeric not null check (unit_price >= 0) check (scale(unit_price) <= 4),
  line_total numeric(14,2) not null check (line_total >= 0),
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  discount_share numeric(14,2) not null default 0 check (discount_share >= 0),
  hsn_code text,
  -- No foreign key: a line keeps its rate and treatment when the class is gone.
  tax_class_id integer,
  tax_treatment text check (tax_treatment in ('taxable', 'zero_rated', 'nil_rated', 'exempt', 'non_gst')),
  tax_rate numeric(5,2) check (tax_rate between 0 and 100),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount = cgst_amount),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  expected_date date,
  notes text,
  -- In the line's unit: what was accepted less what went back for replacement, what was refused, sent back, and will not come.
  received_quantity numeric(12,3) not null default 0 check (received_quantity >= 0),
  rejected_quantity numeric(12,3) not null default 0 check (rejected_quantity >= 0),
  returned_quantity numeric(12,3) not null default 0 check (returned_quantity >= 0),
  closed_quantity numeric(12,3) not null default 0 check (closed_quantity >= 0),
  billed_quantity numeric(12,3) not null default 0 check (billed_quantity >= 0)
);
create index purchase_order_lines_order_id on purchase_order_lines (purchase_order_id, position);
create index purchase_order_lines_product_id on purchase_order_lines (product_id) where product_id is not null;
select track_log('purchase_order_lines', 'purchase_orders', 'purchase_order_id', '{purchase_order_id}', true);
-- The log has each line, as with orders (0112).
create or replace trigger audit_inserted after insert on purchase_order_lines referencing new table as added
  for each statement execute function keep_audit_log('purchase_orders', 'purchase_order_id', '{purchase_order_id}', 'true', 'false');
create or replace trigger audit_updated after update on purchase_order_lines referencing old table as removed new table as added
  for each statement execute function keep_audit_log('purchase_orders', 'purchase_order_id', '{purchase_order_id}', 'true', 'false');
create or replace trigger audit_deleted after delete on purchase_order_lines referencing old table as removed
  for each statement execute function keep_audit_log('purchase_orders', 'purchase_order_id', '{purchase_order_id}', 'true', 'false');

-- Purchase orders show their vendor's name.
create function note_vendor_on_purchase_orders() returns trigger language plpgsql as $$
begin
  perform note_changed('purchase_orders', array(select id from purchase_orders where vendor_id = new.id limit 2001));
  return null;
end $$;
create trigger note_shown_on_purchase_orders after update on vendors for each row
  when (old.company_name is distinct from new.company_name) execute function note_vendor_on_purchase_orders();

-- Sample purchase orders go before their vendors and products; what own purchase orders name stays, and so do sample ones of own goods.
create function keep_ordered_purchases() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'vendors', o.vendor_id from purchase_orders o where not is_sample('purchase_orders', o.id)
    union select 'products', l.product_id from purchase_order_lines l
      where l.product_id is not null and not is_sample('purchase_orders', l.purchase_order_id)
    union select 'locations', o.location_id from purchase_orders o
      where o.location_id is not null and not is_sample('purchase_orders', o.id)
    union select 'purchase_orders', o.id from purchase_orders o where not is_sample('vendors', o.vendor_id)
    union select 'purchase_orders', l.purchase_order_id from purchase_order_lines l
      where l.product_id is not null and not is_sample('products', l.product_id)
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_bought_samples()', 'keep_bought_samples() + keep_ordered_purchases()'],
    ['''vendors'', ''customers''', '''purchase_orders'', ''vendors'', ''customers''']
  ] loop
    if position(change[1] in source) = 0 then
      raise exception 'remove_samples has no %', change[1];
    end if;
    source := replace(source, change[1], change[2]);
  end loop;
  execute source;
end $$;
