-- What came from vendors, and what went back to them (docs/product/goods-receipts.md).
create table goods_receipts (
  id integer generated always as identity primary key,
  goods_receipt_number text not null unique,
  kind text not null default 'receipt' check (kind in ('receipt', 'return')),
  purchase_order_id integer not null references purchase_orders,
  vendor_id integer not null references vendors,
  receipt_date date not null,
  status text not null default 'draft' check (status in ('draft', 'received', 'cancelled')),
  item_count integer not null check (item_count > 0),
  -- How many of its lines had goods that were rejected.
  rejected_count integer not null default 0,
  -- Whether any of its goods met a bill; stored so that a list need not match them.
  is_billed boolean not null default false,
  vendor_challan text,
  vehicle_number text,
  location_id integer references locations,
  -- Why goods went back.
  reason text,
  notes text,
  -- The moment that its goods count for, from when they moved.
  counts_at timestamp(3) with time zone,
  number_year text,
  number_sequence integer check (number_sequence > 0),
  -- No foreign key: past work keeps its maker's name when the user is gone.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (kind, number_year, number_sequence),
  constraint goods_receipts_numbered check ((status = 'draft') = (number_sequence is null)),
  constraint goods_receipts_number_of_draft check ((status = 'draft') = (goods_receipt_number = 'DRAFT-' || id))
);
create index goods_receipts_newest on goods_receipts (created_at desc, id desc);
create index goods_receipts_purchase_order_id on goods_receipts (purchase_order_id);
create index goods_receipts_vendor_id on goods_receipts (vendor_id);
create index goods_receipts_location_id on goods_receipts (location_id) where location_id is not null;
create index goods_receipts_created_by on goods_receipts (created_by);
select track_changes('goods_receipts'), note_changes_of('goods_receipts'),
  track_log('goods_receipts', 'goods_receipts', 'id', '{updated_at,created_by_name}');
create trigger note_gone after delete on goods_receipts for each row execute function note_gone('goods_receipts');
create trigger keep_deleted after delete on goods_receipts referencing old table as gone
  for each statement execute function keep_deleted();

create function number_draft_receipt() returns trigger language plpgsql as $$
begin
  new.goods_receipt_number := coalesce(new.goods_receipt_number, 'DRAFT-' || new.id);
  return new;
end $$;
create trigger number_draft before insert on goods_receipts for each row execute function number_draft_receipt();

create table goods_receipt_lines (
  id integer generated always as identity primary key,
  goods_receipt_id integer not null references goods_receipts on delete cascade,
  position integer not null,
  purchase_line_id integer not null references purchase_order_lines,
  product_id integer references products,
  description text not null,
  -- What came or went back, in the unit of the order's line.
  quantity numeric(12,3) not null check (quantity > 0),
  rejected_quantity numeric(12,3) not null default 0 check (rejected_quantity between 0 and quantity),
  reject_reason text,
  unit text,
  -- What enters or leaves stock, in the product's unit; null without a product.
  stock_quantity numeric(12,3) check (stock_quantity >= 0),
  -- [{lot_id, lot_number, quantity}]; null where the product is not tracked, and until they are chosen.
  lots jsonb,
  -- Ends what is open of the order's line.
  closes boolean not null default false,
  -- What that ended, in the unit of the order's line.
  closed_quantity numeric(12,3) not null default 0 check (closed_quantity >= 0),
  -- Typed, for one unit of the product; null for what order and bills say.
  unit_cost numeric check (unit_cost >= 0) check (scale(unit_cost) <= 4),
  -- Of a return: the line of the receipt whose goods went back, and whether others are to come for them.
  of_line_id integer references goods_receipt_lines,
  is_replaced boolean not null default false,
  -- What its goods are worth by their document, in rupees; of a return what the vendor owes for them.
  value numeric
);
create index goods_receipt_lines_receipt_id on goods_receipt_lines (goods_receipt_id, position);
create index goods_receipt_lines_purchase_line_id on goods_receipt_lines (purchase_line_id);
create index goods_receipt_lines_product_id on goods_receipt_lines (product_id) where product_id is not null;
create index goods_receipt_lines_of_line_id on goods_receipt_lines (of_line_id) where of_line_id is not null;
select track_log('goods_receipt_lines', 'goods_receipts', 'goods_receipt_id', '{goods_receipt_id}', true);
create or replace trigger audit_inserted after insert on goods_receipt_lines referencing new table as added
  for each statement execute function keep_audit_log('goods_receipts', 'goods_receipt_id', '{goods_receipt_id}', 'true', 'false');
create or replace trigger audit_updated after update on goods_receipt_lines referencing old table as removed new table as added
  for each statement execute function keep_audit_log('goods_receipts', 'goods_receipt_id', '{goods_receipt_id}', 'true', 'false');
create or replace trigger audit_deleted after delete on goods_receipt_lines referencing old table as removed
  for each statement execute function keep_audit_log('goods_receipts', 'goods_receipt_id', '{goods_receipt_id}', 'true', 'false');

-- Receipts show the names of their vendor and location.
create function note_shown_on_goods_receipts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'vendors' then
    perform note_changed('goods_receipts', array(select id from goods_receipts where vendor_id = new.id limit 2001));
  else
    perform note_changed('goods_receipts', array(select id from goods_receipts where location_id = new.id limit 2001));
  end if;
  return null;
end $$;
create trigger note_shown_on_goods_receipts after update on vendors for each row
  when (old.company_name is distinct from new.company_name) execute function note_shown_on_goods_receipts();
create trigger note_shown_on_goods_receipts after update on locations for each row
  when (old.name is distinct from new.name) execute function note_shown_on_goods_receipts();

-- Whom goods of a lot came from.
alter table lots add column vendor_id integer references vendors on delete set null;
create index lots_vendor_id on lots (vendor_id) where vendor_id is not null;
