-- Merged products bring their ledgers together (docs/product/bulk.md#merging): the movements of the other keep their moments and documents.

drop trigger refuse_deleted_movement on stock_movements;
create trigger refuse_deleted_movement before delete on stock_movements
  for each row when (pg_trigger_depth() = 0 and coalesce(current_setting('stock.valuing', true), '') <> 'yes')
  execute function refuse_ledger_change();

-- Brings quantities, places and values of locked products in line with their movements, after some came or went. 409 where that
-- changes values of closed days.
create function settle_stock(ids integer[]) returns void language plpgsql as $$
declare
  was jsonb;
  earliest timestamptz;
begin
  perform set_config('stock.valuing', 'yes', true);
  select jsonb_object_agg(id, jsonb_build_array(value, difference)) into was from stock_movements where product_id = any (ids);
  update stock_movements m set quantity_before = trim_scale(c.after - m.quantity), quantity_after = trim_scale(c.after)
    from (select product_id, id, sum(quantity) over (partition by product_id order by id) as after
      from stock_movements where product_id = any (ids)) c
    where m.product_id = c.product_id and m.id = c.id and m.quantity_after <> c.after;
  delete from stock_levels where product_id = any (ids);
  insert into stock_levels (product_id, location_id, lot_id, quantity)
    select product_id, coalesce(location_id, 1), lot_id, trim_scale(sum(quantity)) from stock_movements
    where product_id = any (ids) and (location_id is not null or lot_id is not null)
    group by product_id, coalesce(location_id, 1), lot_id;
  update products p set
      stock_quantity = coalesce((select trim_scale(sum(quantity)) from stock_movements where product_id = p.id), 0),
      held_quantity = coalesce((select trim_scale(sum(l.quantity)) from stock_levels l join locations c on c.id = l.location_id
        where l.product_id = p.id and c.kind <> 'store'), 0)
    where id = any (ids);
  -- A product without movements is not valued again.
  update products p set stock_value = 0, cost_value = null, cost_quantity = null
    where id = any (ids) and not exists (select from stock_movements where product_id = p.id);
  perform revalue_stock(ids);
  select min(created_at) into earliest from stock_movements
    where product_id = any (ids) and was -> id::text <> jsonb_build_array(value, difference);
  if earliest is not null then
    perform refuse_closed_stock(earliest);
  end if;
  insert into changes (entity) values ('stock_movements');
end $$;

-- The stock of a locked product that took the movements of `other`: their goods are worth together what both were worth.
create function join_stock(product integer, other integer, worth numeric, why text, by integer, by_name text)
returns void language plpgsql as $$
begin
  perform settle_stock(array[product]);
  perform set_config('stock.valuing', 'yes', true);
  insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after, worth, reason, source_type,
      source_id, created_by, created_by_name, created_at)
    select id, 'revalue', 0, stock_quantity, stock_quantity, join_stock.worth / stock_quantity, why, 'merge', other, by, by_name,
      greatest(updated_at, (select max(created_at) from stock_movements where product_id = p.id))
    from products p where id = product and stock_quantity > 0 and stock_value <> join_stock.worth and join_stock.worth >= 0;
  perform revalue_stock(array[product]);
end $$;

-- Two products that are apart again: what the merge set their value to is gone.
create function part_stock(ids integer[]) returns void language plpgsql as $$
begin
  perform set_config('stock.valuing', 'yes', true);
  delete from stock_movements where product_id = any (ids) and source_type = 'merge' and source_id = any (ids);
  perform settle_stock(ids);
end $$;
