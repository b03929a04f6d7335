-- Where stock lies and from which lot it comes (docs/product/locations.md, docs/product/lots.md). Documents move stock by
-- `move_stock`; forms, grids, files and undo go on changing `products.stock_quantity`, at the default location.

create table locations (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 2 and 100),
  code text check (length(code) between 1 and 50),
  kind text not null default 'store' check (kind in ('store', 'hold', 'job_worker')),
  is_default boolean not null default false,
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  check (not is_default or (is_active and kind = 'store'))
);
create unique index locations_name_key on locations (lower(name));
create unique index locations_code_key on locations (lower(code));
create unique index locations_default_key on locations (is_default) where is_default;
insert into locations (name, code, is_default, created_at, updated_at) values ('Main', 'MAIN', true, now(), now());
select track_changes('locations'), note_changes_of('locations'), track_log('locations', 'locations', 'id', '{updated_at}');
create trigger note_gone after delete on locations for each row execute function note_gone('locations');

create table lots (
  id integer generated always as identity primary key,
  product_id integer not null references products on delete cascade,
  lot_number text not null check (length(lot_number) between 1 and 100),
  made_on date,
  expires_on date,
  vendor_lot text,
  notes text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index lots_number_key on lots (product_id, lower(lot_number));
create index lots_by_number on lots (lower(lot_number));
select track_changes('lots'), note_changes_of('lots'), track_log('lots', 'lots', 'id', '{updated_at}');
create trigger note_gone after delete on lots for each row execute function note_gone('lots');

alter table products
  add column tracking text not null default 'none' check (tracking in ('none', 'lot', 'serial')),
  -- What lies where it is not available: in hold, or with job workers.
  add column held_quantity numeric not null default 0;

-- No location is the first one, and no lot is goods that are not tracked: so what companies without either write stays as it was.
alter table stock_movements
  add column location_id integer references locations,
  -- No foreign key, as of products: a lot goes with its product alone.
  add column lot_id integer,
  drop constraint stock_movements_movement_type_check,
  add constraint stock_movements_movement_type_check check (movement_type in ('initial', 'in', 'out', 'set', 'edit', 'import',
    'order', 'return', 'revalue', 'transfer')),
  add constraint stock_movements_first_location check (location_id <> 1);
create index stock_movements_location on stock_movements (location_id) where location_id is not null;
create index stock_movements_lot on stock_movements (lot_id) where lot_id is not null;

-- What lies in other locations and in lots. The rest of a product's stock lies in the first location.
create table stock_levels (
  product_id integer not null references products on delete cascade,
  location_id integer not null references locations,
  lot_id integer references lots on delete cascade,
  quantity numeric not null check (quantity >= 0),
  unique nulls not distinct (product_id, location_id, lot_id)
);
create index stock_levels_location on stock_levels (location_id) where quantity > 0;
create index stock_levels_lot on stock_levels (lot_id) where lot_id is not null;

create function keep_stock_level() returns trigger language plpgsql as $$
begin
  update stock_levels set quantity = trim_scale(quantity + new.quantity)
    where product_id = new.product_id and location_id = coalesce(new.location_id, 1)
      and lot_id is not distinct from new.lot_id;
  if not found then
    insert into stock_levels (product_id, location_id, lot_id, quantity)
      values (new.product_id, coalesce(new.location_id, 1), new.lot_id, new.quantity);
  end if;
  if exists (select from locations where id = new.location_id and kind <> 'store') then
    update products set held_quantity = trim_scale(held_quantity + new.quantity) where id = new.product_id;
  end if;
  if new.lot_id is not null then
    insert into changes (entity, id) values ('lots', new.lot_id);
  end if;
  return null;
end $$;
create trigger keep_level after insert on stock_movements for each row
  when (new.location_id is not null or new.lot_id is not null) execute function keep_stock_level();

-- Where statements that name no location put goods and take them from; null for the first one.
create function default_location() returns integer language sql stable as $$
  select nullif(id, 1) from locations where is_default
$$;

-- A transfer moves no value.
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
  elsif kind = 'revalue' then
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

-- As `stock_history`, from a state on.
create function stock_next(s stock_state, start stock_state, moved numeric, kind text, worth numeric, cost numeric)
returns stock_state language plpgsql immutable as $$
begin
  return stock_after(case when s is null then start else s end, moved, kind, worth, cost);
end $$;
create aggregate stock_run(start stock_state, moved numeric, kind text, worth numeric, cost numeric) (
  sfunc = stock_next, stype = stock_state
);

-- Moves and reserves stock of locked products, in the order given: [{product, quantity, reserved, location, lot, worth, at}]; without a
-- location at the default one. `note` says who and why. What counts for a past moment (`at`) values the later history again. Gives the products.
create function move_stock(moves jsonb, note jsonb, moment timestamptz) returns setof products language plpgsql as $$
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
    select m.product, m.quantity, m.reserved, nullif(coalesce(m.location, standard.id), 1) as location, m.lot, m.worth, m.at, m.place,
      greatest(moment, p.updated_at + interval '1 millisecond')::timestamp(3) with time zone as now_is,
      coalesce(p.cost_price, 0) as cost,
      (p.stock_quantity, p.stock_value, p.cost_value, p.cost_quantity, 0, 0)::stock_state as state
    from rows from (jsonb_to_recordset(moves) as (product integer, quantity numeric, reserved numeric, location integer, lot integer,
        worth numeric, at timestamptz)) with ordinality as m (product, quantity, reserved, location, lot, worth, at, place)
      join products p on p.id = m.product left join locations standard on standard.is_default
  ), moved as (
    select *, stock_run(state, quantity, why, worth, cost) over (partition by product order by place) as after
    from asked where quantity <> 0
  ), kept as (
    insert into stock_movements (product_id, location_id, lot_id, movement_type, quantity, quantity_before, quantity_after, value,
        difference, worth, cost, reason, notes, order_id, delivery_id, source_type, source_id, created_by, created_by_name, created_at,
        entered_at)
      select product, location, lot, why, trim_scale(quantity), trim_scale((after).quantity - quantity),
        trim_scale((after).quantity), (after).moved, (after).difference, worth, cost, note->>'reason', note->>'notes',
        (note->>'order_id')::integer, (note->>'delivery_id')::integer, note->'source'->>'type', (note->'source'->>'id')::integer,
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
  if not may_be_negative and (exists (
      select from products p where p.id = any (takers)
        and p.stock_quantity < coalesce((select sum(l.quantity) from stock_levels l where l.product_id = p.id), 0))
    or exists (
      select from (select m.created_at, sum(m.quantity) over (partition by m.product_id, m.location_id, m.lot_id
          order by m.created_at, m.id) as balance from stock_movements m where m.product_id = any (lessened)) later
      where later.created_at >= earliest and later.balance < 0)) then
    raise exception 'stock would fall below zero' using errcode = 'check_violation';
  end if;
  if earliest is not null then
    perform refuse_closed_stock(earliest);
  end if;
  if reached is not null then
    perform revalue_stock(reached);
    -- The stock before and after later movements is another one.
    insert into changes (entity) values ('stock_movements');
  end if;
  return query select * from products where id = any (ids) order by id;
end $$;

-- What forms, grids, files and undo change (0240) lies at the default location; tracked goods need their lot. A file says by product id
-- where opening stock lies (`locations`) and its lot (`lots`). Orders, deliveries and
-- negative stock are of copies of the version before, until the release after this one.
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
  place integer;
  earliest timestamptz;
  reached integer[];
  tracked text;
begin
  if coalesce(current_setting('stock.valuing', true), '') = 'yes'
      or (tg_op = 'INSERT' and coalesce(current_setting('stock.restoring', true), '') = 'yes') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from added where stock_quantity <> 0) then
      return null;
    end if;
    place := default_location();
    select product_name into tracked from added
      where tracking <> 'none' and stock_quantity <> 0 and not coalesce(move->'lots' ? id::text, false) limit 1;
    if move ? 'lots' then
      insert into lots (product_id, lot_number, expires_on, created_at, updated_at)
        select id, move->'lots'->id::text->>'lot_number', (move->'lots'->id::text->>'expires_on')::date, created_at, created_at
        from added where stock_quantity <> 0 and move->'lots' ? id::text order by id;
    end if;
    if not may_be_negative and exists (select from added where stock_quantity < 0) then
      raise exception 'stock would fall below zero' using errcode = 'check_violation';
    end if;
    with kept as (
      insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after, value, difference, worth,
          cost, reason, notes, order_id, delivery_id, source_type, source_id, created_by, created_by_name, created_at, entered_at,
          location_id, lot_id)
        select id, coalesce(move_type, 'initial'), stock_quantity, 0, stock_quantity, stock_value, 0,
          (move->'worth'->>id::text)::numeric, coalesce(cost_price, 0), move_reason, move_notes, move_order, move_delivery,
          move_source, move_source_id, move_by, move_by_name, coalesce(move_at, created_at), case when move_at <> created_at then created_at end,
          nullif(coalesce((move->'locations'->>id::text)::integer, place), 1),
          case when move ? 'lots' then (select l.id from lots l where l.product_id = added.id) end
        from added where stock_quantity <> 0
        returning created_at)
    select min(created_at) into earliest from kept;
  else
    if not exists (select from added join removed on removed.id = added.id where added.stock_quantity <> removed.stock_quantity) then
      return null;
    end if;
    place := default_location();
    select added.product_name into tracked from added join removed on removed.id = added.id
      where added.tracking <> 'none' and added.stock_quantity <> removed.stock_quantity limit 1;
    with kept as (
      insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after, value, difference, worth,
          cost, reason, notes, order_id, delivery_id, source_type, source_id, created_by, created_by_name, created_at, entered_at,
          location_id)
        select added.id, coalesce(move_type, 'edit'), trim_scale(added.stock_quantity - removed.stock_quantity),
          removed.stock_quantity, added.stock_quantity, added.stock_value - removed.stock_value,
          case when removed.stock_quantity < 0 and added.stock_quantity > removed.stock_quantity then coalesce(worth,
            exact_share(coalesce(removed.cost_value, added.cost_price, 0), added.stock_quantity - removed.stock_quantity,
              coalesce(removed.cost_quantity, 1))) - (added.stock_value - removed.stock_value) else 0 end,
          worth, coalesce(added.cost_price, 0), move_reason, move_notes, move_order, move_delivery, move_source,
          move_source_id, move_by, move_by_name, moment, case when moment <> added.updated_at then added.updated_at end, place
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
    if not may_be_negative and exists (select from added join removed on removed.id = added.id
        where added.stock_quantity < removed.stock_quantity and (added.stock_quantity < coalesce(
            (select sum(l.quantity) from stock_levels l where l.product_id = added.id), 0)
          or (move_at is not null and exists (
            select from (select m.created_at, sum(m.quantity) over (order by m.created_at, m.id) as balance
              from stock_movements m where m.product_id = added.id) later
            where later.created_at >= move_at and later.balance < 0)))) then
      raise exception 'stock would fall below zero' using errcode = 'check_violation';
    end if;
  end if;
  if tracked is not null then
    raise exception using errcode = 'P0409', detail = 'stock.tracked',
      message = format('"%s" is tracked by lot: use Adjust Stock', tracked);
  end if;
  perform refuse_closed_stock(earliest);
  if move_at is not null or undone_at is not null then
    if reached is not null then
      perform revalue_stock(reached);
    end if;
    insert into changes (entity) values ('stock_movements');
  end if;
  return null;
end $$;

alter table deliveries add column location_id integer references locations;
create index deliveries_location on deliveries (location_id) where location_id is not null;
-- The lots of a line: [{lot_id, lot_number, quantity}]; null where its product is not tracked, and until they are chosen.
alter table delivery_lines add column lots jsonb;

-- Stock is a right of its own (docs/product/roles.md#rights): who may change products may go on moving it.
update roles set rights = rights || jsonb_build_object('stock', jsonb_build_object('read', rights->'products'->'read',
    'create', rights->'products'->'update', 'update', rights->'products'->'update', 'delete', rights->'products'->'update',
    'export', rights->'products'->'export'))
  where not rights ? 'stock';

-- Copies of the version before write roles without it, until the release after this one.
create function keep_stock_rights() returns trigger language plpgsql as $$
begin
  if not new.rights ? 'stock' then
    new.rights := new.rights || jsonb_build_object('stock', jsonb_build_object('read', new.rights->'products'->'read',
      'create', new.rights->'products'->'update', 'update', new.rights->'products'->'update',
      'delete', new.rights->'products'->'update', 'export', new.rights->'products'->'export'));
  end if;
  return new;
end $$;
create trigger keep_stock_rights before insert or update on roles for each row execute function keep_stock_rights();

-- Samples that own records use stay.
create function keep_placed_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'locations', m.location_id from stock_movements m
      where m.location_id is not null and not is_sample('products', m.product_id)
    union select 'locations', d.location_id from deliveries d where d.location_id is not null and not is_sample('deliveries', d.id)
    union select 'products', l.product_id from lots l where not is_sample('lots', l.id)
    union select 'lots', l.id from lots l where not is_sample('products', l.product_id)
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;
do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_listed_samples()', 'keep_listed_samples() + keep_placed_samples()'],
    ['''customers'', ''products''', '''customers'', ''lots'', ''products'', ''locations''']
  ] loop
    if position(change[1] in source) = 0 then
      raise exception 'remove_samples has no %', change[1];
    end if;
    source := replace(source, change[1], change[2]);
  end loop;
  execute source;
end $$;
