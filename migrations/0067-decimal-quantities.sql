-- Quantities have the decimals of their unit (docs/product/tax.md#units), written without zeros behind: 2.5, 5.
drop trigger refuse_changed_movement on stock_movements;
alter table products
  alter column stock_quantity type numeric,
  alter column reserved_quantity type numeric,
  alter column reorder_level type numeric,
  alter column min_order_quantity type numeric,
  add check (scale(stock_quantity) <= 3 and scale(stock_quantity) = min_scale(stock_quantity)),
  add check (scale(reserved_quantity) <= 3 and scale(reserved_quantity) = min_scale(reserved_quantity)),
  add check (scale(reorder_level) <= 3 and scale(reorder_level) = min_scale(reorder_level)),
  add check (scale(min_order_quantity) <= 3 and scale(min_order_quantity) = min_scale(min_order_quantity));
alter table stock_movements
  alter column quantity type numeric,
  alter column quantity_before type numeric,
  alter column quantity_after type numeric;
create trigger refuse_changed_movement
  before update of product_id, quantity, quantity_before, quantity_after, created_at on stock_movements
  for each row execute function refuse_ledger_change();

-- As in migration 0018, but a change of 3.5 to 2.5 is 1 and not 1.0.
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
      select added.id, coalesce(move_type, 'edit'), trim_scale(added.stock_quantity - removed.stock_quantity),
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

-- The program asks the unit first. What slips past it is a unit that changes at the same moment, hence the code: the
-- transaction is tried again, and then refused in words.
create function keep_unit_decimals() returns trigger language plpgsql as $$
declare
  finer text;
begin
  if not exists (select from added
      where scale(stock_quantity) + scale(reserved_quantity) + scale(reorder_level) + scale(min_order_quantity) > 0) then
    return null;
  end if;
  perform from units where code in (select unit_of_measure from added
      where scale(stock_quantity) + scale(reserved_quantity) + scale(reorder_level) + scale(min_order_quantity) > 0)
    order by id for key share;
  select sku_code into finer from added join units u on u.code = unit_of_measure
    where greatest(scale(stock_quantity), scale(reserved_quantity), scale(reorder_level), scale(min_order_quantity))
      > u.decimals limit 1;
  if finer is not null then
    raise exception 'a quantity of % is finer than its unit', finer using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
create trigger keep_inserted_decimals after insert on products
  referencing new table as added for each statement execute function keep_unit_decimals();
create trigger keep_updated_decimals after update on products
  referencing new table as added for each statement execute function keep_unit_decimals();
