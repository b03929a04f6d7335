-- What stock is worth (docs/product/stock.md#value): each movement has its value, the database keeps the product's sum. The same
-- rule in TypeScript is src/modules/catalogue/products/stock/value.rules.ts; a test holds the two together.

alter table products
  add column stock_value numeric not null default 0,
  -- What one unit was worth after the last goods in, as a fraction: of 3 for 100 rupees it is 100 and 3.
  add column cost_value numeric,
  add column cost_quantity numeric check (cost_quantity > 0);

alter table stock_movements
  add column value numeric not null default 0,
  -- What a movement is worth by its document, but not in the stock: goods that came after they were sold.
  add column difference numeric not null default 0,
  -- The value that the document gives; null for the average. Of a revaluation, the new cost of one unit.
  add column worth numeric,
  -- The cost price at the time: what a unit is worth before any goods have come in.
  add column cost numeric,
  -- When it was entered, where it counts for another moment.
  add column entered_at timestamp(3) with time zone,
  add column source_type text,
  add column source_id integer,
  drop constraint stock_movements_movement_type_check,
  add constraint stock_movements_movement_type_check check (movement_type in ('initial', 'in', 'out', 'set', 'edit', 'import',
    'order', 'return', 'revalue')),
  drop constraint stock_movements_quantity_check,
  add constraint stock_movements_quantity_check check (quantity <> 0 or movement_type in ('initial', 'revalue'));

-- Products of before have an opening value from here on (docs/product/stock.md#value-before); without a row, all is valued.
create table stock_valuation (
  only_row boolean primary key default true check (only_row),
  valued_from timestamp(3) with time zone not null,
  last_movement bigint not null
);

-- `value * part / whole` to the paisa, half away from zero, exactly: `/` gives 16 digits.
create function exact_share(value numeric, part numeric, whole numeric) returns numeric language sql immutable as $$
  select sign(value * part) * div(abs(value * part) * 200 + whole, whole * 2) * 0.01;
$$;

create type stock_state as (
  quantity numeric, value numeric, cost_value numeric, cost_quantity numeric, moved numeric, difference numeric
);

-- A product after one more movement, with what that moved and its difference (docs/product/stock.md#value-rules).
create function stock_after(s stock_state, moved numeric, kind text, worth numeric, cost numeric)
returns stock_state language plpgsql immutable as $$
declare
  q numeric := s.quantity;
  v numeric := s.value;
  cost_value numeric := case when s.cost_quantity is null then coalesce(cost, 0) else s.cost_value end;
  cost_quantity numeric := coalesce(s.cost_quantity, 1);
  given numeric;
begin
  s.difference := 0;
  if kind = 'revalue' then
    s.moved := case when q > 0 then round(worth * q, 2) - v else 0 end;
    s.difference := -s.moved;
    s.cost_value := worth;
    s.cost_quantity := 1;
  elsif moved < 0 then
    s.moved := case
      when q = -moved then -v
      when worth is not null then worth
      when q > -moved then -exact_share(v, -moved, q)
      else -(case when q > 0 then v else 0 end) - exact_share(cost_value, -moved - greatest(q, 0), cost_quantity) end;
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

-- Movements of before the valuation count as quantities alone.
create function next_stock(s stock_state, moved numeric, kind text, worth numeric, cost numeric, is_valued boolean)
returns stock_state language plpgsql immutable as $$
begin
  if is_valued then
    return stock_after(s, moved, kind, worth, cost);
  end if;
  s.quantity := s.quantity + moved;
  s.moved := 0;
  s.difference := 0;
  return s;
end $$;

create aggregate stock_history(moved numeric, kind text, worth numeric, cost numeric, is_valued boolean) (
  sfunc = next_stock, stype = stock_state, initcond = '(0,0,,,0,0)'
);

-- Values the whole history of locked products again, after a movement that is not their last.
create function revalue_stock(ids integer[]) returns void language plpgsql as $$
begin
  perform set_config('stock.valuing', 'yes', true);
  with history as (
    select m.product_id, m.id, place.moment, stock_history(m.quantity, m.movement_type, m.worth, m.cost,
        v.last_movement is null or m.id > v.last_movement) over in_order as state
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

-- Stock that a statement changes takes its value along: what `stock.move` says by the product's id or, of a merge and an undo
-- (`stock.valued`), the statement itself; else the average. An undo of something older than values changes the quantity alone.
create function value_stock() returns trigger language plpgsql as $$
declare
  setting text := current_setting('stock.move', true);
  valued text := coalesce(current_setting('stock.valued', true), '');
  state stock_state;
  change numeric;
  worth numeric;
begin
  if coalesce(current_setting('stock.valuing', true), '') = 'yes'
      or (tg_op = 'INSERT' and coalesce(current_setting('stock.restoring', true), '') = 'yes') then
    return new;
  end if;
  if strpos(setting, '"worth":{"') > 0 then
    worth := (setting::jsonb->'worth'->>new.id::text)::numeric;
  end if;
  if tg_op = 'INSERT' then
    change := new.stock_quantity;
    state := (0, 0, null, null, 0, 0);
  else
    change := new.stock_quantity - old.stock_quantity;
    if change <> 0 and (valued = 'merge' or (valued = 'undo' and new.stock_value <> old.stock_value)) then
      return new;
    end if;
    new.cost_value := old.cost_value;
    new.cost_quantity := old.cost_quantity;
    if change = 0 then
      new.stock_value := old.stock_value;
      return new;
    elsif change < 0 and old.stock_quantity > -change and worth is null then
      new.stock_value := old.stock_value - exact_share(old.stock_value, -change, old.stock_quantity);
      return new;
    end if;
    state := (old.stock_quantity, old.stock_value, old.cost_value, old.cost_quantity, 0, 0);
  end if;
  state := stock_after(state, change, 'edit', worth, new.cost_price);
  new.stock_value := state.value;
  new.cost_value := state.cost_value;
  new.cost_quantity := state.cost_quantity;
  return new;
end $$;
create trigger value_inserted_stock before insert on products
  for each row when (new.stock_quantity <> 0) execute function value_stock();
create trigger value_updated_stock before update on products
  for each row when (old.stock_quantity <> new.stock_quantity or old.stock_value <> new.stock_value
    or old.cost_value is distinct from new.cost_value) execute function value_stock();

-- Stock of before is worth its cost price.
alter table products disable trigger user;
alter table stock_movements disable trigger user;
insert into stock_valuation (valued_from, last_movement)
  select now(), coalesce((select max(id) from stock_movements), 0) where exists (select from stock_movements);
update products set stock_value = sign(stock_quantity) * exact_share(cost_price, abs(stock_quantity), 1),
    cost_value = cost_price, cost_quantity = 1
  where cost_price is not null and id in (select product_id from stock_movements);
insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after, reason, created_by_name,
    created_at, value, worth, cost)
  select id, 'initial', 0, stock_quantity, stock_quantity, 'Opening value', 'System', now(), stock_value, stock_value, cost_price
  from products where stock_value <> 0 order by id;
alter table products enable trigger user;
alter table stock_movements enable trigger user;

-- The day through which stock is closed, as of the statement.
create function refuse_closed_stock(moment timestamptz) returns void language plpgsql stable as $$
declare
  closed date := (select value #>> '{}' from settings where name = 'stock_closed_until');
  zone text;
begin
  if closed is null then
    return;
  end if;
  zone := coalesce((select value #>> '{}' from settings where name = 'time_zone'), 'Asia/Kolkata');
  if (moment at time zone zone)::date <= closed then
    raise exception using errcode = 'P0409', detail = 'stock.closed',
      message = format('Stock is closed through %s', to_char(closed, 'FMDD Mon YYYY'));
  end if;
end $$;

create or replace function keep_stock_ledger() returns trigger language plpgsql as $$
declare
  move jsonb := coalesce(nullif(current_setting('stock.move', true), ''), '{}')::jsonb;
  move_type text := move->>'type';
  move_reason text := move->>'reason';
  move_notes text := move->>'notes';
  move_order integer := (move->>'order_id')::integer;
  move_delivery integer := (move->>'delivery_id')::integer;
  move_source text := move->'source'->>'type';
  move_source_id integer := (move->'source'->>'id')::integer;
  move_by integer := (move->>'created_by')::integer;
  move_by_name text := coalesce(move->>'created_by_name', 'System');
  move_at timestamp(3) with time zone := (move->>'at')::timestamptz;
  undone_at timestamp(3) with time zone := (move->>'undone_at')::timestamptz;
  may_be_negative boolean := coalesce((move->>'allow_negative')::boolean, false);
  is_valued boolean := coalesce(current_setting('stock.valued', true), '') <> '';
  is_short boolean := false;
  earliest timestamptz;
  reached integer[];
begin
  if coalesce(current_setting('stock.valuing', true), '') = 'yes'
      or (tg_op = 'INSERT' and coalesce(current_setting('stock.restoring', true), '') = 'yes') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    with kept as (
      insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after, value, difference, worth,
          cost, reason, notes, order_id, delivery_id, source_type, source_id, created_by, created_by_name, created_at, entered_at)
        select id, coalesce(move_type, 'initial'), stock_quantity, 0, stock_quantity, stock_value, 0,
          (move->'worth'->>id::text)::numeric, coalesce(cost_price, 0), move_reason, move_notes, move_order, move_delivery, move_source, move_source_id, move_by,
          move_by_name, coalesce(move_at, created_at), case when move_at <> created_at then created_at end
        from added where stock_quantity <> 0
        returning created_at)
    select min(created_at) into earliest from kept;
    if not may_be_negative then
      is_short := exists (select from added where stock_quantity < 0);
    end if;
  else
    with kept as (
      insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after, value, difference, worth,
          cost, reason, notes, order_id, delivery_id, source_type, source_id, created_by, created_by_name, created_at, entered_at)
        select added.id, coalesce(move_type, 'edit'), trim_scale(added.stock_quantity - removed.stock_quantity),
          removed.stock_quantity, added.stock_quantity, added.stock_value - removed.stock_value,
          case when removed.stock_quantity < 0 and added.stock_quantity > removed.stock_quantity then coalesce(worth,
            exact_share(coalesce(removed.cost_value, added.cost_price, 0), added.stock_quantity - removed.stock_quantity,
              coalesce(removed.cost_quantity, 1))) - (added.stock_value - removed.stock_value) else 0 end,
          worth, coalesce(added.cost_price, 0), move_reason, move_notes, move_order, move_delivery, move_source,
          move_source_id, move_by, move_by_name, moment, case when moment <> added.updated_at then added.updated_at end
        from added join removed on removed.id = added.id
        cross join lateral (select coalesce(move_at, case when undone_at is not null then (select m.created_at
            from stock_movements m where m.id = (select max(n.id) from stock_movements n where n.product_id = added.id)
              and m.created_at < removed.updated_at) end, undone_at, added.updated_at) as moment,
          case when is_valued then added.stock_value - removed.stock_value
            else (move->'worth'->>added.id::text)::numeric end as worth) at
        where added.stock_quantity <> removed.stock_quantity
        returning product_id, created_at)
    select min(created_at), array_agg(product_id) filter (where move_at is not null or created_at < undone_at)
      into earliest, reached from kept;
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
  if earliest is not null then
    perform refuse_closed_stock(earliest);
  end if;
  if move_at is not null or undone_at is not null then
    if reached is not null then
      perform revalue_stock(reached);
    end if;
    -- The stock before and after later movements is another one.
    insert into changes (entity) values ('stock_movements');
  end if;
  return null;
end $$;

drop trigger refuse_changed_movement on stock_movements;
create trigger refuse_changed_movement
  before update of product_id, quantity, quantity_before, quantity_after, created_at, value, difference, worth on stock_movements
  for each row when (coalesce(current_setting('stock.valuing', true), '') <> 'yes') execute function refuse_ledger_change();
drop trigger refuse_inserted_movement on stock_movements;
create trigger refuse_inserted_movement before insert on stock_movements
  for each row when (pg_trigger_depth() = 0 and coalesce(current_setting('stock.restoring', true), '') <> 'yes'
    and coalesce(current_setting('stock.valuing', true), '') <> 'yes') execute function refuse_ledger_change();

-- The log has these values with each movement.
drop trigger audit_inserted on products;
drop trigger audit_updated on products;
drop trigger audit_deleted on products;
drop trigger audit_emptied on products;
select track_log('products', 'products', 'id', '{updated_at,stock_value,cost_value,cost_quantity}');

-- The average of a locked product from now on (docs/product/stock.md#revaluation).
create function revalue_product(product integer, unit_cost numeric, moment timestamptz, why text, by integer, by_name text)
returns void language plpgsql as $$
begin
  perform refuse_closed_stock(moment);
  perform set_config('stock.valuing', 'yes', true);
  update products set updated_at = greatest(moment, updated_at + interval '1 millisecond') where id = product;
  insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after, worth, reason, created_by,
      created_by_name, created_at)
    select id, 'revalue', 0, stock_quantity, stock_quantity, unit_cost, why, by, by_name, updated_at
    from products where id = product;
  perform revalue_stock(array[product]);
end $$;
