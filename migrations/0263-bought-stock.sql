-- Goods that are bought (docs/product/stock.md#bought-goods): a return leaves at the average, what is cancelled counts for nothing, and a bill
-- changes what goods were worth when they came. The same rule in TypeScript is src/modules/catalogue/products/stock/value.rules.ts.

alter table stock_movements
  -- The line of the source: a document may have several of one product.
  add column source_line_id integer,
  -- A document that was cancelled, and what took it back: they count for nothing.
  add column is_void boolean not null default false,
  drop constraint stock_movements_movement_type_check,
  add constraint stock_movements_movement_type_check check (movement_type in ('initial', 'in', 'out', 'set', 'edit', 'import',
    'order', 'return', 'revalue', 'transfer', 'purchase', 'vendor_return')),
  drop constraint stock_movements_quantity_check,
  -- A purchase without a quantity is what a bill changed in closed days.
  add constraint stock_movements_quantity_check check (quantity <> 0 or movement_type in ('initial', 'revalue', 'purchase'));

drop trigger refuse_changed_movement on stock_movements;
create trigger refuse_changed_movement
  before update of product_id, quantity, quantity_before, quantity_after, created_at, value, difference, worth, is_void on stock_movements
  for each row when (coalesce(current_setting('stock.valuing', true), '') <> 'yes') execute function refuse_ledger_change();

-- A return to a vendor leaves at the average; what the vendor owes for it beyond that is its difference. A purchase without a quantity moves
-- no value.
create or replace function stock_after(s stock_state, moved numeric, kind text, worth numeric, cost numeric)
returns stock_state language plpgsql immutable as $$
declare
  q numeric := s.quantity;
  v numeric := s.value;
  cost_value numeric := case when s.cost_quantity is null then coalesce(cost, 0) else s.cost_value end;
  cost_quantity numeric := coalesce(s.cost_quantity, 1);
  given numeric;
begin
  s.difference := 0;
  if kind = 'transfer' then
    s.moved := 0;
  elsif kind = 'purchase' and moved = 0 then
    s.moved := 0;
    s.difference := coalesce(worth, 0);
  elsif kind = 'revalue' then
    s.moved := case when q > 0 then round(worth * q, 2) - v else 0 end;
    s.difference := -s.moved;
    s.cost_value := worth;
    s.cost_quantity := 1;
  elsif moved < 0 then
    s.moved := case
      when q = -moved then -v
      when worth is not null and kind <> 'vendor_return' then worth
      when q > -moved then -exact_share(v, -moved, q)
      else -(case when q > 0 then v else 0 end) - exact_share(cost_value, -moved - greatest(q, 0), cost_quantity) end;
    if kind = 'vendor_return' and worth is not null then
      s.difference := worth - s.moved;
    end if;
  else
    given := coalesce(worth, case when q > 0 then exact_share(v, moved, q) else exact_share(cost_value, moved, cost_quantity) end);
    s.moved := case when q >= 0 or moved = 0 then given else exact_share(given, q + moved, moved) - v end;
    s.difference := given - s.moved;
    if q + moved > 0 then
      s.cost_value := v + s.moved;
      s.cost_quantity := q + moved;
    elsif moved > 0 then
      s.cost_value := given;
      s.cost_quantity := moved;
    end if;
  end if;
  s.quantity := q + moved;
  s.value := v + s.moved;
  return s;
end $$;

-- Values the whole history of locked products again, after a movement that is not their last.
create or replace function revalue_stock(ids integer[]) returns void language plpgsql as $$
begin
  perform set_config('stock.valuing', 'yes', true);
  with history as (
    select m.product_id, m.id, place.moment, stock_history(case when m.is_void then 0 else m.quantity end, m.movement_type, m.worth,
        m.cost, not m.is_void and (v.last_movement is null or m.id > v.last_movement)) over in_order as state
      from stock_movements m left join stock_valuation v on true
      cross join lateral (
        select greatest(m.created_at, case when m.id > v.last_movement then v.valued_from end) as moment) place
      where m.product_id = any (ids)
      window in_order as (partition by m.product_id order by place.moment, m.id)
  ), changed as (
    update stock_movements m set value = (h.state).moved, difference = (h.state).difference
      from history h where m.product_id = h.product_id and m.id = h.id
        and (m.value <> (h.state).moved or m.difference <> (h.state).difference)
  ), ended as (
    select distinct on (product_id) product_id, state from history order by product_id, moment desc, id desc
  )
  update products p set stock_value = (e.state).value, cost_value = (e.state).cost_value, cost_quantity = (e.state).cost_quantity
    from ended e where p.id = e.product_id and (p.stock_value, p.cost_value, p.cost_quantity)
      is distinct from ((e.state).value, (e.state).cost_value, (e.state).cost_quantity);
  perform set_config('stock.valuing', '', true);
end $$;

-- Moves and reserves stock of locked products, in the order given: [{product, quantity, reserved, location, lot, line, worth, at,
-- is_void}]; without a location at the default one. `note` says who and why, and which movements (`voids`) the void ones take back: both count
-- for nothing then. What counts for a past moment (`at`) values the later history again. Gives the products.
create or replace function move_stock(moves jsonb, note jsonb, moment timestamptz) returns setof products language plpgsql as $$
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
    select m.product, m.quantity, m.reserved, nullif(coalesce(m.location, standard.id), 1) as location, m.lot, m.line,
      m.worth, m.at, m.place, coalesce(m.is_void, false) as is_void,
      greatest(moment, p.updated_at + interval '1 millisecond')::timestamp(3) with time zone as now_is,
      coalesce(p.cost_price, 0) as cost,
      (p.stock_quantity, p.stock_value, p.cost_value, p.cost_quantity, 0, 0)::stock_state as state
    from rows from (jsonb_to_recordset(moves) as (product integer, quantity numeric, reserved numeric, location integer, lot integer,
        line integer, worth numeric, at timestamptz, is_void boolean)) with ordinality
        as m (product, quantity, reserved, location, lot, line, worth, at, is_void, place)
      join products p on p.id = m.product left join locations standard on standard.is_default
  ), moved as (
    select *, stock_run(state, quantity, case when is_void then 'transfer' else why end, worth, cost)
        over (partition by product order by place) as after
    from asked where quantity <> 0
  ), kept as (
    insert into stock_movements (product_id, location_id, lot_id, movement_type, quantity, quantity_before, quantity_after, value,
        difference, worth, cost, reason, notes, order_id, delivery_id, source_type, source_id, source_line_id, is_void, created_by,
        created_by_name, created_at, entered_at)
      select product, location, lot, why, trim_scale(quantity), trim_scale((after).quantity - quantity),
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

-- What movements of locked products are worth by their documents from now on, [{product, id, worth}], and what that changes in closed days,
-- [{product, change}]: purchases without quantity and value. Values the products again, each once.
create function reprice_stock(worths jsonb, changes jsonb, note jsonb, moment timestamptz) returns void language plpgsql as $$
declare
  reached integer[];
  earliest timestamptz;
begin
  perform set_config('stock.valuing', 'yes', true);
  update products p set updated_at = greatest(moment, p.updated_at + interval '1 millisecond')
    from (select distinct product from jsonb_to_recordset(worths || changes) as (product integer)) each where p.id = each.product;
  with priced as (
    update stock_movements m set worth = w.worth
      from jsonb_to_recordset(worths) as w (product integer, id bigint, worth numeric)
      where m.product_id = w.product and m.id = w.id
      returning m.product_id, m.created_at
  )
  select array_agg(distinct product_id), min(created_at) into reached, earliest from priced;
  insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after, value, difference, worth, cost,
      reason, source_type, source_id, created_by, created_by_name, created_at)
    select p.id, 'purchase', 0, p.stock_quantity, p.stock_quantity, 0, c.change, c.change, coalesce(p.cost_price, 0), note->>'reason',
      note->'source'->>'type', (note->'source'->>'id')::integer, (note->>'created_by')::integer,
      coalesce(note->>'created_by_name', 'System'), p.updated_at
    from jsonb_to_recordset(changes) as c (product integer, change numeric) join products p on p.id = c.product order by p.id;
  perform set_config('stock.valuing', '', true);
  if earliest is not null then
    perform refuse_closed_stock(earliest);
    perform revalue_stock(reached);
  end if;
  insert into changes (entity) values ('stock_movements');
end $$;
