-- A movement may be of another type than its document: what a count contained of a transfer's goods (docs/product/counts.md#counted-goods).
-- A document's few products are found by their ids: by its estimates of JSON, which it takes for a hundred rows, the planner
-- read a catalogue of 20,000 whole, and one of 300 into a hash, twice in each movement.
create or replace function move_stock(moves jsonb, note jsonb, moment timestamptz) returns setof products language plpgsql
set enable_seqscan = off set enable_hashjoin = off as $$
declare
  why text := note->>'type';
  may_be_negative boolean := coalesce((note->>'allow_negative')::boolean, false);
  ids integer[];
  takers integer[];
  past integer[];
  reached integer[];
  lessened integer[];
  first_id bigint;
  earliest timestamptz;
begin
  perform set_config('stock.valuing', 'yes', true);
  with asked as materialized (
    select m.product, m.quantity, m.reserved, nullif(coalesce(m.location, standard.id), 1) as location, m.lot, m.line, coalesce(m.type, why) as type,
      m.worth, m.at, m.place, coalesce(m.is_void, false) as is_void,
      greatest(moment, p.updated_at + interval '1 millisecond')::timestamp(3) with time zone as now_is,
      coalesce(p.cost_price, 0) as cost,
      (p.stock_quantity, p.stock_value, p.cost_value, p.cost_quantity, 0, 0)::stock_state as state
    from rows from (jsonb_to_recordset(moves) as (product integer, quantity numeric, reserved numeric, location integer, lot integer,
        line integer, worth numeric, at timestamptz, is_void boolean, type text)) with ordinality
        as m (product, quantity, reserved, location, lot, line, worth, at, is_void, type, place)
      join products p on p.id = m.product left join locations standard on standard.is_default
  ), moved as (
    select *, stock_run(state, quantity, case when is_void then 'transfer' else type end, worth, cost)
        over (partition by product order by place) as after
    from asked where quantity <> 0
  ), kept as (
    insert into stock_movements (product_id, location_id, lot_id, movement_type, quantity, quantity_before, quantity_after, value,
        difference, worth, cost, reason, notes, order_id, delivery_id, source_type, source_id, source_line_id, is_void, created_by,
        created_by_name, created_at, entered_at)
      select product, location, lot, type, trim_scale(quantity), trim_scale((after).quantity - quantity),
        trim_scale((after).quantity), (after).moved, (after).difference, worth, cost, note->>'reason', note->>'notes',
        (note->>'order_id')::integer, (note->>'delivery_id')::integer, note->'source'->>'type',
        (note->'source'->>'id')::integer, line, is_void,
        (note->>'created_by')::integer, coalesce(note->>'created_by_name', 'System'), coalesce(at, now_is),
        case when at is not null then now_is end
      from moved order by place
      returning id, product_id, location_id, lot_id, quantity, created_at, entered_at
  ), ended as (
    select distinct on (product) product, after from moved order by product, place desc
  ), changed as (
    update products p set stock_quantity = coalesce(trim_scale((e.after).quantity), p.stock_quantity),
        stock_value = coalesce((e.after).value, p.stock_value),
        cost_value = case when e.product is null then p.cost_value else (e.after).cost_value end,
        cost_quantity = case when e.product is null then p.cost_quantity else (e.after).cost_quantity end,
        reserved_quantity = trim_scale(p.reserved_quantity + a.reserved), updated_at = a.now_is
      from (select product, coalesce(sum(reserved), 0) as reserved, max(now_is) as now_is from asked group by product) a
        left join ended e using (product)
      where p.id = a.product
  )
  select array(select distinct product from asked),
      array_agg(product_id) filter (where quantity < 0 and location_id is null and lot_id is null),
      array_agg(distinct product_id) filter (where entered_at is not null), min(id), min(created_at)
    into ids, takers, past, first_id, earliest from kept;
  perform set_config('stock.valuing', '', true);
  -- What counts for a past moment after which its product never moved is as of now.
  select array_agg(distinct k.product_id), array_agg(distinct k.product_id) filter (where k.quantity < 0)
    into reached, lessened from stock_movements k
    where k.product_id = any (past) and k.id >= first_id and exists (select from stock_movements m
      where m.product_id = k.product_id and m.id < k.id and m.created_at > k.created_at);
  if earliest is not null then
    perform refuse_closed_stock(earliest);
  end if;
  if note ? 'voids' then
    perform set_config('stock.valuing', 'yes', true);
    update stock_movements set is_void = true
      where product_id = any (ids) and id in (select value::bigint from jsonb_array_elements_text(note->'voids'));
    perform set_config('stock.valuing', '', true);
    reached := ids;
  end if;
  if not may_be_negative and (exists (
      select from products p where p.id = any (takers)
        and p.stock_quantity < coalesce((select sum(l.quantity) from stock_levels l where l.product_id = p.id), 0))
    or exists (
      select from (select m.created_at, sum(m.quantity) over (partition by m.product_id, m.location_id, m.lot_id
          order by m.created_at, m.id) as balance from stock_movements m where m.product_id = any (lessened) and not m.is_void) later
      where later.created_at >= earliest and later.balance < 0)) then
    raise exception 'stock would fall below zero' using errcode = 'check_violation';
  end if;
  if reached is not null then
    perform revalue_stock(reached);
    -- The stock before and after later movements is another one.
    insert into changes (entity) values ('stock_movements');
  end if;
  return query select * from products where id = any (ids) order by id;
end $$;
