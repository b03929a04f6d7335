create table categories (
  id integer generated always as identity primary key,
  category_name text not null,
  description text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index categories_category_name_key on categories (lower(category_name));
select track_changes('categories');

create table subcategories (
  id integer generated always as identity primary key,
  subcategory_name text not null,
  category_id integer not null references categories,
  description text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (id, category_id)
);
create unique index subcategories_subcategory_name_key on subcategories (category_id, lower(subcategory_name));
select track_changes('subcategories');

create table brands (
  id integer generated always as identity primary key,
  brand_name text not null,
  description text,
  website text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index brands_brand_name_key on brands (lower(brand_name));
select track_changes('brands');

insert into categories (id, category_name, created_at, updated_at) overriding system value values
  (1, 'Electronics', now(), now()),
  (2, 'Manufacturing', now(), now()),
  (3, 'Safety Equipment', now(), now()),
  (4, 'Raw Materials', now(), now());
insert into subcategories (id, subcategory_name, category_id, created_at, updated_at)
  overriding system value values
  (1, 'Sensors', 1, now(), now()),
  (2, 'Processors', 1, now(), now()),
  (3, 'Machinery', 2, now(), now()),
  (4, 'Tools', 2, now(), now()),
  (5, 'Helmets', 3, now(), now()),
  (6, 'Gloves', 3, now(), now()),
  (7, 'Metals', 4, now(), now()),
  (8, 'Plastics', 4, now(), now());
select setval(pg_get_serial_sequence('categories', 'id'), 4);
select setval(pg_get_serial_sequence('subcategories', 'id'), 8);

create table products (
  id integer generated always as identity primary key,
  product_name text not null,
  sku_code text not null,
  description text,
  category_id integer references categories,
  subcategory_id integer,
  brand_id integer references brands,
  barcode text,
  unit_price numeric(14,2) not null check (unit_price >= 0),
  cost_price numeric(14,2) check (cost_price >= 0),
  -- May fall below zero only where a setting lets an order do so: the ledger below sees to it.
  stock_quantity integer not null default 0,
  reserved_quantity integer not null default 0 check (reserved_quantity >= 0),
  reorder_level integer not null default 10 check (reorder_level >= 0),
  unit_of_measure text not null default 'each',
  specifications text,
  warranty_period text,
  weight numeric(12,3) check (weight >= 0),
  dimensions text,
  color text,
  material text,
  min_order_quantity integer not null default 1 check (min_order_quantity >= 1),
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- A subcategory is one of the product's own category.
  check (subcategory_id is null or category_id is not null),
  foreign key (subcategory_id, category_id) references subcategories (id, category_id)
);
create unique index products_sku_code_key on products (lower(sku_code));
create index products_newest on products (created_at desc, id desc);
create index products_category_id on products (category_id);
create index products_subcategory_id on products (subcategory_id) where subcategory_id is not null;
create index products_brand_id on products (brand_id) where brand_id is not null;
select track_changes('products');

create table stock_movements (
  id integer generated always as identity primary key,
  -- No foreign key: only the trigger below writes here, from the product rows at hand. Looking each of them up again would
  -- take a third of an import's time.
  product_id integer not null,
  movement_type text not null
    check (movement_type in ('initial', 'in', 'out', 'set', 'edit', 'import', 'order')),
  quantity integer not null check (quantity <> 0),
  quantity_before integer not null,
  quantity_after integer not null check (quantity_after = quantity_before + quantity),
  reason text,
  notes text,
  -- No foreign key until orders have a table.
  order_id integer,
  -- No foreign key: past work keeps its maker's name when the user is gone.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null
);
create index stock_movements_product_id on stock_movements (product_id, id desc);
create index stock_movements_order_id on stock_movements (order_id) where order_id is not null;

-- The ledger is kept by the database itself: whatever changes stock_quantity, one product or a whole file of them,
-- leaves a movement in the same statement. Who and why is what the transaction says in the setting stock.move, as JSON:
-- {type, reason, notes, order_id, created_by, created_by_name, allow_negative}; the moment is the product's own.
create function keep_stock_ledger() returns trigger language plpgsql as $$
declare
  move jsonb := coalesce(nullif(current_setting('stock.move', true), ''), '{}')::jsonb;
  lowest integer;
begin
  if tg_op = 'INSERT' then
    insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after,
        reason, notes, order_id, created_by, created_by_name, created_at)
      select id, coalesce(move->>'type', 'initial'), stock_quantity, 0, stock_quantity,
        move->>'reason', move->>'notes', (move->>'order_id')::integer, (move->>'created_by')::integer,
        coalesce(move->>'created_by_name', 'System'), created_at
      from added where stock_quantity <> 0;
    select min(stock_quantity) into lowest from added;
  else
    insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after,
        reason, notes, order_id, created_by, created_by_name, created_at)
      select added.id, coalesce(move->>'type', 'edit'), added.stock_quantity - removed.stock_quantity,
        removed.stock_quantity, added.stock_quantity,
        move->>'reason', move->>'notes', (move->>'order_id')::integer, (move->>'created_by')::integer,
        coalesce(move->>'created_by_name', 'System'), added.updated_at
      from added join removed on removed.id = added.id
      where added.stock_quantity <> removed.stock_quantity;
    select min(added.stock_quantity) into lowest from added join removed on removed.id = added.id
      where added.stock_quantity < removed.stock_quantity;
  end if;
  if lowest < 0 and not coalesce((move->>'allow_negative')::boolean, false) then
    raise exception 'stock would fall below zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger keep_inserted_stock after insert on products
  referencing new table as added for each statement execute function keep_stock_ledger();
create trigger keep_updated_stock after update on products
  referencing old table as removed new table as added for each statement execute function keep_stock_ledger();

create function drop_stock_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from stock_movements;
  else
    delete from stock_movements using removed where product_id = removed.id;
  end if;
  return null;
end $$;
create trigger drop_deleted_stock after delete on products
  referencing old table as removed for each statement execute function drop_stock_ledger();
create trigger drop_truncated_stock after truncate on products
  for each statement execute function drop_stock_ledger();

-- Nobody else writes it, corrects it or takes a line out; a deleted product takes its movements along.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'stock_movements is written by the database alone: change products.stock_quantity'
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger refuse_inserted_movement before insert on stock_movements
  for each row when (pg_trigger_depth() = 0) execute function refuse_ledger_change();
create trigger refuse_changed_movement
  before update of product_id, quantity, quantity_before, quantity_after, created_at on stock_movements
  for each row execute function refuse_ledger_change();
create trigger refuse_deleted_movement before delete on stock_movements
  for each row when (pg_trigger_depth() = 0) execute function refuse_ledger_change();
