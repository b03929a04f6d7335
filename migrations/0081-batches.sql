-- Bulk changes, imports and merges, each with its rows as they were before, for 30 days (docs/product/bulk.md#undo).
create table batches (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('bulk', 'import', 'merge', 'undo')),
  list text not null,
  title text not null,
  -- Records; what belongs to one of them counts with it.
  count integer not null default 0,
  -- The rights that undoing it needs: those that doing it needed.
  needs text[] not null,
  -- No foreign key: past work keeps its maker's number when the user is gone.
  created_by integer,
  created_at timestamp(3) with time zone not null,
  undone_at timestamp(3) with time zone,
  undone_by integer references batches on delete set null
);
create index batches_created_at on batches (created_at);
create index batches_created_by on batches (created_by, id desc);
create index batches_undone_by on batches (undone_by) where undone_by is not null;

create table batch_rows (
  batch_id integer not null references batches on delete cascade,
  -- The table of the record.
  entity text not null,
  record_id integer not null,
  -- The record of the batch that it belongs to, and with which it goes and comes back; null for one of its own.
  owner_id integer,
  label text not null,
  -- The whole row or the changed columns: null before for what was created, null after for what was deleted.
  before jsonb,
  after jsonb,
  is_undone boolean not null default false,
  primary key (batch_id, entity, record_id)
);
create index batch_rows_record on batch_rows (entity, record_id);

-- A deleted product comes back with its stock and its movements as they were: the ledger is then copied and not kept.
drop trigger refuse_inserted_movement on stock_movements;
create trigger refuse_inserted_movement before insert on stock_movements
  for each row when (pg_trigger_depth() = 0 and coalesce(current_setting('stock.restoring', true), '') <> 'yes')
  execute function refuse_ledger_change();
-- As in migration 0067, but for that.
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
  if tg_op = 'INSERT' and coalesce(current_setting('stock.restoring', true), '') = 'yes' then
    return null;
  end if;
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
