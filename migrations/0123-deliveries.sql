-- Deliveries (docs/product/deliveries.md): what of an order left, when and how; orders know how far they are delivered.
create table deliveries (
  id integer generated always as identity primary key,
  delivery_number text not null unique,
  -- A numbered delivery outlives its order, and keeps the order's number.
  order_id integer references orders on delete set null,
  order_number text not null,
  customer_id integer not null references customers,
  delivery_date date not null,
  status text not null default 'draft' check (status in ('draft', 'dispatched', 'delivered', 'cancelled')),
  item_count integer not null check (item_count > 0),
  shipping_address_id integer references customer_addresses on delete set null,
  transporter_name text,
  transporter_id text,
  vehicle_number text,
  lr_number text,
  packages integer check (packages > 0),
  notes text,
  by_status_change boolean not null default false,
  delivered_by_order boolean not null default false,
  delivered_on date,
  number_year text,
  number_sequence integer check (number_sequence > 0),
  -- No foreign key: past work keeps its maker's name when the user is gone.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (number_year, number_sequence),
  constraint deliveries_number_of_draft check ((status = 'draft') = (delivery_number = 'DRAFT-' || id)),
  constraint deliveries_numbered check ((status = 'draft') = (number_sequence is null)),
  constraint deliveries_arrived check ((status = 'delivered') = (delivered_on is not null))
);
create index deliveries_newest on deliveries (created_at desc, id desc);
create index deliveries_order_id on deliveries (order_id) where order_id is not null;
create index deliveries_customer_id on deliveries (customer_id);
create index deliveries_created_by on deliveries (created_by);
create index deliveries_shipping_address on deliveries (shipping_address_id) where shipping_address_id is not null;
select track_changes('deliveries'), note_changes_of('deliveries'),
  track_log('deliveries', 'deliveries', 'id', '{updated_at,created_by_name}');

create function number_draft_delivery() returns trigger language plpgsql as $$
begin
  new.delivery_number := coalesce(new.delivery_number, 'DRAFT-' || new.id);
  return new;
end $$;
create trigger number_draft before insert on deliveries for each row execute function number_draft_delivery();
create trigger note_gone after delete on deliveries for each row execute function sale_left('deliveries');
create trigger note_moved after update on deliveries for each row
  when (old.customer_id is distinct from new.customer_id or old.created_by is distinct from new.created_by)
  execute function sale_left('deliveries');
create trigger keep_deleted after delete on deliveries referencing old table as gone
  for each statement execute function keep_deleted();
create trigger drop_paper after delete on deliveries for each row execute function drop_paper();

create table delivery_lines (
  id integer generated always as identity primary key,
  delivery_id integer not null references deliveries on delete cascade,
  position integer not null,
  order_line_id integer references order_lines on delete set null,
  product_id integer not null references products,
  description text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  unit text
);
create index delivery_lines_delivery_id on delivery_lines (delivery_id, position);
create index delivery_lines_order_line_id on delivery_lines (order_line_id) where order_line_id is not null;
create index delivery_lines_product_id on delivery_lines (product_id);
select track_log('delivery_lines', 'deliveries', 'delivery_id', '{delivery_id}', true);
-- The log has each line, as with orders (0112): the history of a delivery shows them.
create or replace trigger audit_inserted after insert on delivery_lines referencing new table as added
  for each statement execute function keep_audit_log('deliveries', 'delivery_id', '{delivery_id}', 'true', 'false');
create or replace trigger audit_updated after update on delivery_lines referencing old table as removed new table as added
  for each statement execute function keep_audit_log('deliveries', 'delivery_id', '{delivery_id}', 'true', 'false');
create or replace trigger audit_deleted after delete on delivery_lines referencing old table as removed
  for each statement execute function keep_audit_log('deliveries', 'delivery_id', '{delivery_id}', 'true', 'false');

-- Deliveries are where their customer is, and show its name.
create function note_customer_on_deliveries() returns trigger language plpgsql as $$
begin
  if old.workspace_id is distinct from new.workspace_id then
    insert into changes (entity, id, moved, was_workspace, was_owners)
    select 'deliveries', d.id, true, old.workspace_id, array_remove(array[d.created_by], null)
    from deliveries d where d.customer_id = new.id;
  else
    perform note_changed('deliveries', array(select id from deliveries where customer_id = new.id limit 2001));
  end if;
  return null;
end $$;
create trigger note_shown_on_deliveries after update on customers for each row
  when (old.company_name is distinct from new.company_name or old.workspace_id is distinct from new.workspace_id)
  execute function note_customer_on_deliveries();

-- The series of challans, as that of invoices (0109).
create table delivery_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0),
  first_number integer not null default 1
);
select track_log('delivery_numbers', 'delivery_numbers', 'financial_year', '{}');

alter table order_lines
  add column delivered_quantity numeric(12,3) not null default 0 check (delivered_quantity >= 0),
  add column closed_quantity numeric(12,3) not null default 0 check (closed_quantity >= 0),
  add constraint order_lines_delivered check (delivered_quantity + closed_quantity <= quantity);
alter table orders add column delivery_state text not null default 'none'
  check (delivery_state in ('none', 'partly', 'fully'));
alter table stock_movements add column delivery_id integer;
create index stock_movements_delivery_id on stock_movements (delivery_id) where delivery_id is not null;

-- An invoice that was made from a delivery.
alter table invoices add column delivery_id integer references deliveries;
create index invoices_delivery_id on invoices (delivery_id) where delivery_id is not null;

create function note_invoice_on_deliveries() returns trigger language plpgsql as $$
begin
  perform note_changed('deliveries', array_remove(array[
    case when tg_op <> 'INSERT' then old.delivery_id end, case when tg_op <> 'DELETE' then new.delivery_id end], null));
  return null;
end $$;
create trigger note_inserted_on_deliveries after insert on invoices for each row
  when (new.delivery_id is not null) execute function note_invoice_on_deliveries();
create trigger note_deleted_on_deliveries after delete on invoices for each row
  when (old.delivery_id is not null) execute function note_invoice_on_deliveries();
create trigger note_changed_on_deliveries after update on invoices for each row
  when (old.delivery_id is distinct from new.delivery_id
    or (new.delivery_id is not null and (old.status = 'cancelled') <> (new.status = 'cancelled')))
  execute function note_invoice_on_deliveries();

-- Orders show how far they are invoiced, less what was credited.
create trigger note_credited after update on invoices for each row
  when (old.credited_amount is distinct from new.credited_amount) execute function note_invoice_shown();

-- The ledger names the delivery (0111).
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
        move_reason, move_notes, move_order, move_delivery, move_by, move_by_name, created_at
      from added where stock_quantity <> 0;
    if not may_be_negative then
      is_short := exists (select from added where stock_quantity < 0);
    end if;
  else
    insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after,
        reason, notes, order_id, delivery_id, created_by, created_by_name, created_at)
      select added.id, coalesce(move_type, 'edit'), trim_scale(added.stock_quantity - removed.stock_quantity),
        removed.stock_quantity, added.stock_quantity,
        move_reason, move_notes, move_order, move_delivery, move_by, move_by_name, added.updated_at
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

-- Makes a numbered delivery of all that is open of shipped and delivered orders: for those of before, and for copies of the
-- version before, which know no deliveries.
create function deliver_by_status(ids integer[]) returns void language plpgsql as $$
declare
  zone text := coalesce((select value #>> '{}' from settings where name = 'time_zone'), 'Asia/Kolkata');
  first_month integer := case when exists (select from settings where name = 'tax_mode' and value #>> '{}' = 'gst') then 4
    else coalesce((select (value #>> '{}')::integer from settings where name = 'financial_year_start_month'), 4) end;
begin
  perform from delivery_numbers for update;
  with due as (
    select o.id, o.order_number, o.customer_id, o.shipping_address_id, o.status, o.created_by, o.created_by_name,
      coalesce(m.at, o.updated_at) as at, (coalesce(m.at, o.updated_at) at time zone zone)::date as day
    from orders o left join lateral (
      select max(created_at) as at from stock_movements where order_id = o.id and movement_type = 'order' and quantity < 0
    ) m on true
    where o.id = any (ids) and o.status in ('shipped', 'delivered') and exists (select from order_lines l
      where l.order_id = o.id and l.product_id is not null and l.quantity > l.delivered_quantity + l.closed_quantity)
  ), dated as (
    select due.*, extract(year from day)::integer - case when extract(month from day) < first_month then 1 else 0 end as year
    from due
  ), placed as (
    select dated.*, to_char(year % 100, 'FM00') || case when first_month = 1 then '' else to_char((year + 1) % 100, '"-"FM00') end
      as financial_year
    from dated
  ), numbered as (
    select placed.*, row_number() over (partition by financial_year order by at, id)
      + coalesce((select last_number from delivery_numbers n where n.financial_year = placed.financial_year), 0) as place
    from placed
  ), series as (
    insert into delivery_numbers (financial_year, last_number)
      select financial_year, max(place) from numbered group by financial_year
    on conflict (financial_year) do update set last_number = excluded.last_number
  ), made as (
    insert into deliveries (delivery_number, order_id, order_number, customer_id, delivery_date, status, item_count,
        shipping_address_id, by_status_change, delivered_by_order, delivered_on, number_year, number_sequence,
        created_by, created_by_name, created_at, updated_at)
      select coalesce((select value #>> '{}' from settings where name = 'delivery_prefix'), 'DC') || '-' || financial_year
          || '-' || to_char(place, 'FM999999999900000'), id, order_number, customer_id, day,
        case status when 'shipped' then 'dispatched' else 'delivered' end,
        (select count(*) from order_lines l where l.order_id = numbered.id and l.product_id is not null
          and l.quantity > l.delivered_quantity + l.closed_quantity),
        shipping_address_id, true, status = 'delivered', case status when 'delivered' then day end, financial_year, place,
        created_by, created_by_name, at, at
      from numbered
    returning id, order_id
  )
  insert into delivery_lines (delivery_id, position, order_line_id, product_id, description, quantity, unit)
    select made.id, row_number() over (partition by made.id order by l.position, l.id), l.id, l.product_id, l.description,
      l.quantity - l.delivered_quantity - l.closed_quantity, coalesce(l.unit, p.unit_of_measure)
    from made join order_lines l on l.order_id = made.order_id join products p on p.id = l.product_id
    where l.quantity > l.delivered_quantity + l.closed_quantity;
  update order_lines l set delivered_quantity = l.quantity - l.closed_quantity from orders o
    where o.id = l.order_id and o.id = any (ids) and o.status in ('shipped', 'delivered') and l.product_id is not null
      and l.quantity > l.delivered_quantity + l.closed_quantity;
  update orders o set delivery_state = 'fully'
    where o.id = any (ids) and o.status in ('shipped', 'delivered') and o.delivery_state <> 'fully'
      and exists (select from order_lines l where l.order_id = o.id and l.product_id is not null);
end $$;

-- The orders of before: none of them changes by it.
alter table orders disable trigger user;
alter table order_lines disable trigger user;
alter table stock_movements disable trigger user;
select deliver_by_status(array(select id from orders where status in ('shipped', 'delivered')));
update stock_movements m set delivery_id = d.id
  from deliveries d, lateral (select product_id, max(id) as id from stock_movements
    where order_id = d.order_id and movement_type = 'order' and quantity < 0 group by product_id) last
  where m.product_id = last.product_id and m.id = last.id;
alter table orders enable trigger user;
alter table order_lines enable trigger user;
alter table stock_movements enable trigger user;

-- Copies of the version before move orders without deliveries, until the release after this one.
create function follow_old_status() returns trigger language plpgsql as $$
declare
  status_now text := (select status from orders where id = new.id);
  is_open boolean := exists (select from order_lines l where l.order_id = new.id and l.product_id is not null
    and l.quantity > l.delivered_quantity + l.closed_quantity);
begin
  if status_now in ('shipped', 'delivered') and is_open then
    perform deliver_by_status(array[new.id]);
  elsif (status_now in ('pending', 'confirmed', 'cancelled') or (status_now = 'processing' and not is_open))
      and exists (select from order_lines l where l.order_id = new.id and l.delivered_quantity > 0) then
    update deliveries set status = 'cancelled', delivered_on = null
      where order_id = new.id and status in ('dispatched', 'delivered');
    update order_lines set delivered_quantity = 0 where order_id = new.id and delivered_quantity > 0;
    update orders set delivery_state = 'none' where id = new.id;
  end if;
  return null;
end $$;
create constraint trigger follow_old_status after update on orders deferrable initially deferred for each row
  when (old.status is distinct from new.status) execute function follow_old_status();

create function cancel_deliveries_of_order() returns trigger language plpgsql as $$
begin
  delete from deliveries where order_id = old.id and status = 'draft';
  update deliveries set status = 'cancelled', delivered_on = null
    where order_id = old.id and status in ('dispatched', 'delivered');
  return old;
end $$;
create trigger cancel_deliveries before delete on orders for each row execute function cancel_deliveries_of_order();

-- Who may do something with orders may do it with their deliveries.
update roles set rights = rights || jsonb_build_object('deliveries', rights->'orders') where not rights ? 'deliveries';

-- Copies of the version before write roles without them, until the release after this one.
create function keep_delivery_rights() returns trigger language plpgsql as $$
begin
  if not new.rights ? 'deliveries' then
    new.rights := new.rights || jsonb_build_object('deliveries', new.rights->'orders');
  end if;
  return new;
end $$;
create trigger keep_delivery_rights before insert or update on roles
  for each row execute function keep_delivery_rights();

-- Sample deliveries go with their orders, those of which the company's own records need stay.
create function keep_delivered_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'customers', d.customer_id from deliveries d where not is_sample('deliveries', d.id)
    union select 'orders', d.order_id from deliveries d where d.order_id is not null and not is_sample('deliveries', d.id)
    union select 'deliveries', d.id from deliveries d where d.order_id is not null and not is_sample('orders', d.order_id)
    union select 'deliveries', i.delivery_id from invoices i where i.delivery_id is not null and not is_sample('invoices', i.id)
    union select 'products', l.product_id from delivery_lines l where not is_sample('deliveries', l.delivery_id)
    -- A legal series has no gaps: what was dispatched after a delivery of one's own stays.
    union select 'deliveries', d.id from deliveries d join (
        select number_year, min(number_sequence) as first from deliveries own
        where not is_sample('deliveries', own.id) group by number_year
      ) f on f.number_year = d.number_year and f.first < d.number_sequence
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

create function begin_deliveries_anew() returns void language plpgsql as $$
begin
  delete from delivery_numbers s where not exists (select from deliveries d where d.number_year = s.financial_year);
  update delivery_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from deliveries where number_sequence is not null group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
end $$;

-- Their place among the samples that are removed (0121 and later).
do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_listed_samples()', 'keep_listed_samples() + keep_delivered_samples()'],
    ['''invoices'', ''orders''', '''invoices'', ''deliveries'', ''orders'''],
    ['sum(l.quantity) as held', 'sum(l.quantity - l.delivered_quantity - l.closed_quantity) as held'],
    ['perform begin_series_anew();', 'perform begin_series_anew(), begin_deliveries_anew();']
  ] loop
    if position(change[1] in source) = 0 then
      raise exception 'remove_samples has no %', change[1];
    end if;
    source := replace(source, change[1], change[2]);
  end loop;
  execute source;
end $$;
