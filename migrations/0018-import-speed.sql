-- What a file of 100,000 products waits for is looking up each of its four categories 100,000 times, and writing
-- indexes that nothing else needs: lists are read whole, and ids say what is newer as well as moments do.
alter table products
  drop constraint products_category_id_fkey,
  drop constraint products_brand_id_fkey,
  drop constraint products_subcategory_id_category_id_fkey;
drop index products_newest;
drop index products_category_id;
alter table stock_movements drop constraint stock_movements_pkey;
drop index stock_movements_product_id;
alter table stock_movements add primary key (product_id, id);

-- The same promise as those foreign keys, kept once a statement: each group that is pointed at is there, and held until
-- the transaction ends, so that whoever deletes it waits and then finds the product.
create function require_product_groups() returns trigger language plpgsql as $$
declare
  missing text;
begin
  perform from categories where id in (select category_id from added) order by id for key share;
  perform from subcategories where id in (select subcategory_id from added) order by id for key share;
  perform from brands where id in (select brand_id from added) order by id for key share;
  select concat('category ', category_id, ', subcategory ', subcategory_id, ', brand ', brand_id) into missing
    from (select distinct category_id, subcategory_id, brand_id from added) a
    where (category_id is not null and not exists (select from categories c where c.id = a.category_id))
      or (subcategory_id is not null and not exists (
        select from subcategories s where s.id = a.subcategory_id and s.category_id = a.category_id))
      or (brand_id is not null and not exists (select from brands b where b.id = a.brand_id))
    limit 1;
  if missing is not null then
    raise exception 'a product points at nothing: %', missing using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger require_inserted_groups after insert on products
  referencing new table as added for each statement execute function require_product_groups();

create function require_product_group() returns trigger language plpgsql as $$
begin
  perform from categories where id = new.category_id for key share;
  if new.category_id is not null and not found then
    raise exception 'there is no category %', new.category_id using errcode = 'foreign_key_violation';
  end if;
  perform from subcategories where id = new.subcategory_id and category_id = new.category_id for key share;
  if new.subcategory_id is not null and not found then
    raise exception 'there is no subcategory % of category %', new.subcategory_id, new.category_id
      using errcode = 'foreign_key_violation';
  end if;
  perform from brands where id = new.brand_id for key share;
  if new.brand_id is not null and not found then
    raise exception 'there is no brand %', new.brand_id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger require_updated_group after update of category_id, subcategory_id, brand_id on products
  for each row when ((old.category_id, old.subcategory_id, old.brand_id)
    is distinct from (new.category_id, new.subcategory_id, new.brand_id))
  execute function require_product_group();

create function refuse_group_in_use() returns trigger language plpgsql as $$
begin
  if exists (select from products where
    (tg_table_name = 'categories' and category_id = old.id)
    or (tg_table_name = 'subcategories' and subcategory_id = old.id)
    or (tg_table_name = 'brands' and brand_id = old.id)) then
    raise exception '% % has products', tg_table_name, old.id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;
create trigger refuse_used_category before delete on categories
  for each row execute function refuse_group_in_use();
create trigger refuse_used_subcategory before delete on subcategories
  for each row execute function refuse_group_in_use();
create trigger refuse_used_brand before delete on brands
  for each row execute function refuse_group_in_use();

-- A subcategory that changes its category would leave its products in the former one.
create function refuse_moved_subcategory() returns trigger language plpgsql as $$
begin
  if exists (select from products where subcategory_id = old.id) then
    raise exception 'subcategory % has products', old.id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger refuse_moved_subcategory before update of category_id on subcategories
  for each row when (old.category_id <> new.category_id) execute function refuse_moved_subcategory();

-- As before (migration 0007), but what the transaction says of the move is read once a statement instead of once a row.
create or replace function keep_stock_ledger() returns trigger language plpgsql as $$
declare
  move jsonb := coalesce(nullif(current_setting('stock.move', true), ''), '{}')::jsonb;
  move_type text := move->>'type';
  move_reason text := move->>'reason';
  move_notes text := move->>'notes';
  move_order integer := (move->>'order_id')::integer;
  move_by integer := (move->>'created_by')::integer;
  move_by_name text := coalesce(move->>'created_by_name', 'System');
  may_be_negative boolean := coalesce((move->>'allow_negative')::boolean, false);
  is_short boolean := false;
begin
  if tg_op = 'INSERT' then
    insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after,
        reason, notes, order_id, created_by, created_by_name, created_at)
      select id, coalesce(move_type, 'initial'), stock_quantity, 0, stock_quantity,
        move_reason, move_notes, move_order, move_by, move_by_name, created_at
      from added where stock_quantity <> 0;
    if not may_be_negative then
      is_short := exists (select from added where stock_quantity < 0);
    end if;
  else
    insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after,
        reason, notes, order_id, created_by, created_by_name, created_at)
      select added.id, coalesce(move_type, 'edit'), added.stock_quantity - removed.stock_quantity,
        removed.stock_quantity, added.stock_quantity,
        move_reason, move_notes, move_order, move_by, move_by_name, added.updated_at
      from added join removed on removed.id = added.id
      where added.stock_quantity <> removed.stock_quantity;
    if not may_be_negative then
      is_short := exists (select from added join removed on removed.id = added.id
        where added.stock_quantity < removed.stock_quantity and added.stock_quantity < 0);
    end if;
  end if;
  if is_short then
    raise exception 'stock would fall below zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
