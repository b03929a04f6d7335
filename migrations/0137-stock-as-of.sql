-- Stock as of a past day (docs/product/imports.md#stock-as-of-a-day): the setting stock.move may name the moment of its
-- movements, `at`. The stock then falls below zero at no later moment either. An undo of such a movement
-- has its moment, so that the stock of past days is as it was; of any other, that of the undo (`undone_at`).
create or replace function keep_stock_ledger() returns trigger language plpgsql as $$
declare
  move jsonb := coalesce(nullif(current_setting('stock.move', true), ''), '{}')::jsonb;
  move_type text := move->>'type';
  move_reason text := move->>'reason';
  move_notes text := move->>'notes';
  move_order integer := (move->>'order_id')::integer;
  move_delivery integer := (move->>'delivery_id')::integer;
  move_by integer := (move->>'created_by')::integer;
  move_by_name text := coalesce(move->>'created_by_name', 'System');
  move_at timestamp(3) with time zone := (move->>'at')::timestamptz;
  undone_at timestamp(3) with time zone := (move->>'undone_at')::timestamptz;
  may_be_negative boolean := coalesce((move->>'allow_negative')::boolean, false);
  is_short boolean := false;
begin
  if tg_op = 'INSERT' and coalesce(current_setting('stock.restoring', true), '') = 'yes' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after,
        reason, notes, order_id, delivery_id, created_by, created_by_name, created_at)
      select id, coalesce(move_type, 'initial'), stock_quantity, 0, stock_quantity,
        move_reason, move_notes, move_order, move_delivery, move_by, move_by_name, coalesce(move_at, created_at)
      from added where stock_quantity <> 0;
    if not may_be_negative then
      is_short := exists (select from added where stock_quantity < 0);
    end if;
  else
    insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after,
        reason, notes, order_id, delivery_id, created_by, created_by_name, created_at)
      select added.id, coalesce(move_type, 'edit'), trim_scale(added.stock_quantity - removed.stock_quantity),
        removed.stock_quantity, added.stock_quantity,
        move_reason, move_notes, move_order, move_delivery, move_by, move_by_name,
        coalesce(move_at, case when undone_at is not null then (select m.created_at from stock_movements m
          where m.id = (select max(n.id) from stock_movements n where n.product_id = added.id)
            and m.created_at < removed.updated_at) end, undone_at, added.updated_at)
      from added join removed on removed.id = added.id
      where added.stock_quantity <> removed.stock_quantity;
    if not may_be_negative then
      is_short := exists (select from added join removed on removed.id = added.id
        where added.stock_quantity < removed.stock_quantity and (added.stock_quantity < 0
          or (move_at is not null and exists (
            select from (select m.created_at, sum(m.quantity) over (order by m.created_at, m.id) as balance
              from stock_movements m where m.product_id = added.id) later
            where later.created_at >= move_at and later.balance < 0))));
    end if;
  end if;
  if is_short then
    raise exception 'stock would fall below zero' using errcode = 'check_violation';
  end if;
  if move_at is not null or undone_at is not null then
    -- The stock before and after later movements is another one.
    insert into changes (entity) values ('stock_movements');
  end if;
  return null;
end $$;
