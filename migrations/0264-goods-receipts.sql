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

-- Samples that own records use stay; and after the first own number all stay, so that the series have no gaps.
create function keep_samples_of_receipts() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'products', l.product_id from goods_receipt_lines l where not is_sample('goods_receipts', l.goods_receipt_id)
    union select 'vendors', t.vendor_id from goods_receipts t where not is_sample('goods_receipts', t.id)
    union select 'purchase_orders', t.purchase_order_id from goods_receipts t where not is_sample('goods_receipts', t.id)
    union select 'locations', t.location_id from goods_receipts t where not is_sample('goods_receipts', t.id)
    union select 'goods_receipts', o.goods_receipt_id from goods_receipt_lines l join goods_receipt_lines o on o.id = l.of_line_id
      where not is_sample('goods_receipts', l.goods_receipt_id)
    union select 'goods_receipts', l.goods_receipt_id from goods_receipt_lines l
      where l.product_id is not null and not is_sample('products', l.product_id)
    union select 'goods_receipts', t.id from goods_receipts t
      where not is_sample('purchase_orders', t.purchase_order_id) or not is_sample('vendors', t.vendor_id)
    union select 'vendors', l.vendor_id from lots l where l.vendor_id is not null and not is_sample('lots', l.id)
    union select 'goods_receipts', t.id from goods_receipts t join (
        select kind, number_year, min(number_sequence) as first from goods_receipts own
        where not is_sample('goods_receipts', own.id) group by kind, number_year
      ) f on f.kind = t.kind and f.number_year = t.number_year and f.first < t.number_sequence
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

create function begin_goods_receipts_anew() returns void language plpgsql as $$
declare
  series text[];
begin
  foreach series slice 1 in array array[['goods_receipt_numbers', 'receipt'], ['vendor_return_numbers', 'return']] loop
    execute format('delete from %1$I s where not exists (select from goods_receipts t
      where t.kind = %2$L and t.number_year = s.financial_year)', series[1], series[2]);
    execute format('update %1$I s set first_number = f.first from (
        select number_year, min(number_sequence) as first from goods_receipts
        where kind = %2$L and number_sequence is not null group by number_year
      ) f where f.number_year = s.financial_year and f.first > s.first_number', series[1], series[2]);
  end loop;
end $$;

do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    array['keep_placed_samples()', 'keep_placed_samples() + keep_samples_of_receipts()'],
    array['begin_transfers_anew()', 'begin_transfers_anew(), begin_goods_receipts_anew()'],
    case when position('''purchase_orders'', ' in source) > 0
      then array['''purchase_orders'', ', '''goods_receipts'', ''purchase_orders'', ']
      else array['''vendors'', ', '''goods_receipts'', ''purchase_orders'', ''vendors'', '] end
  ] loop
    if position(change[1] in source) = 0 then
      raise exception 'remove_samples has no %', change[1];
    end if;
    source := replace(source, change[1], change[2]);
  end loop;
  execute source;
end $$;
