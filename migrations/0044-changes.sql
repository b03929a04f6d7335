-- Which records of each list changed, and in which transaction: a browser that has a list is told what changed since, and no
-- more (docs/product/wire.md#changes-of-a-list, docs/decisions/0028).
create table changes (
  entity text not null,
  -- Null: so many that the list is to be loaded whole.
  id bigint,
  xid xid8 not null default pg_current_xact_id(),
  -- Somebody may have been able to read the record before and not after: it is gone, or belongs to others.
  moved boolean not null default false,
  -- Where it was then, and whose: who read it there is told that it left.
  was_workspace integer,
  was_owners integer[],
  at timestamp with time zone not null default clock_timestamp()
);
create index changes_entity on changes (entity, xid) include (id);
create index changes_at on changes using brin (at);

-- Changes of transactions below this one may have been removed: what a browser knows from before it is too old.
create table changes_kept (
  only_row boolean primary key default true check (only_row),
  since xid8 not null default pg_current_xact_id()
);
insert into changes_kept default values;

-- One row each up to this many of a statement; above it, one for all.
create function note_changed(entity text, ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 2000 then
    insert into changes (entity) values (note_changed.entity);
  else
    insert into changes (entity, id) select note_changed.entity, unnest(ids);
  end if;
end $$;

create function note_written() returns trigger language plpgsql as $$
begin
  perform note_changed(tg_argv[0], array(select id from written limit 2001));
  return null;
end $$;

create function note_truncated() returns trigger language plpgsql as $$
begin
  insert into changes (entity) values (tg_argv[0]);
  return null;
end $$;

create function note_gone() returns trigger language plpgsql as $$
begin
  insert into changes (entity, id, moved) values (tg_argv[0], old.id, true);
  return null;
end $$;

create function note_changes_of(entity text) returns void language plpgsql as $$
begin
  execute format('create trigger note_inserted after insert on %1$I referencing new table as written
    for each statement execute function note_written(%1$L)', entity);
  execute format('create trigger note_updated after update on %1$I referencing new table as written
    for each statement execute function note_written(%1$L)', entity);
  execute format('create trigger note_truncated after truncate on %1$I
    for each statement execute function note_truncated(%1$L)', entity);
end $$;

select note_changes_of(entity), entity from unnest(array['users', 'roles', 'services', 'invoices', 'orders', 'customers',
  'leads', 'pipeline_stages', 'payment_methods', 'categories', 'subcategories', 'brands', 'products', 'stock_movements',
  'payments', 'invitations', 'workspaces', 'workspace_members']) as entity;

do $$
declare entity text;
begin
  foreach entity in array array['users', 'roles', 'services', 'pipeline_stages', 'payment_methods', 'categories',
    'subcategories', 'brands', 'products', 'stock_movements', 'invitations', 'workspaces'] loop
    execute format('create trigger note_gone after delete on %1$I for each row execute function note_gone(%1$L)', entity);
  end loop;
end $$;

-- Records that are read by workspace and owner.
create function note_left(entity text, id bigint, workspace integer, owners integer[]) returns void language sql as $$
  insert into changes (entity, id, moved, was_workspace, was_owners)
  values (entity, id, true, workspace, array_remove(owners, null))
$$;

create function lead_left() returns trigger language plpgsql as $$
begin
  perform note_left('leads', old.id, old.workspace_id, array[old.created_by, old.assigned_to]);
  return null;
end $$;
create trigger note_gone after delete on leads for each row execute function lead_left();
create trigger note_moved after update on leads for each row
  when (old.workspace_id is distinct from new.workspace_id or old.created_by is distinct from new.created_by
    or old.assigned_to is distinct from new.assigned_to)
  execute function lead_left();

create function customer_left() returns trigger language plpgsql as $$
begin
  perform note_left('customers', old.id, old.workspace_id, array[old.created_by]);
  return null;
end $$;
create trigger note_gone after delete on customers for each row execute function customer_left();
create trigger note_moved after update on customers for each row
  when (old.workspace_id is distinct from new.workspace_id or old.created_by is distinct from new.created_by)
  execute function customer_left();

-- Orders and invoices are where their customer is, payments where that of their invoice is.
create function sale_left() returns trigger language plpgsql as $$
begin
  perform note_left(tg_argv[0], old.id, (select workspace_id from customers where id = old.customer_id), array[old.created_by]);
  return null;
end $$;
create trigger note_gone after delete on orders for each row execute function sale_left('orders');
create trigger note_moved after update on orders for each row
  when (old.customer_id is distinct from new.customer_id or old.created_by is distinct from new.created_by)
  execute function sale_left('orders');
create trigger note_gone after delete on invoices for each row execute function sale_left('invoices');
create trigger note_moved after update on invoices for each row
  when (old.customer_id is distinct from new.customer_id or old.created_by is distinct from new.created_by)
  execute function sale_left('invoices');

create function payment_left() returns trigger language plpgsql as $$
begin
  perform note_left('payments', old.id, (select c.workspace_id from invoices i join customers c on c.id = i.customer_id
    where i.id = old.invoice_id), array[old.created_by]);
  return null;
end $$;
create trigger note_gone after delete on payments for each row execute function payment_left();
create trigger note_moved after update on payments for each row
  when (old.invoice_id is distinct from new.invoice_id or old.created_by is distinct from new.created_by)
  execute function payment_left();

create function member_left() returns trigger language plpgsql as $$
begin
  perform note_left('workspace_members', old.id, old.workspace_id, '{}');
  return null;
end $$;
create trigger note_gone after delete on workspace_members for each row execute function member_left();

-- What one record shows of another follows it, when that value changes and not otherwise.
create function note_customer_shown() returns trigger language plpgsql as $$
begin
  if old.workspace_id is distinct from new.workspace_id then
    insert into changes (entity, id, moved, was_workspace, was_owners)
    select 'orders', id, true, old.workspace_id, array_remove(array[created_by], null) from orders where customer_id = new.id
    union all
    select 'invoices', id, true, old.workspace_id, array_remove(array[created_by], null) from invoices where customer_id = new.id
    union all
    select 'payments', p.id, true, old.workspace_id, array_remove(array[p.created_by], null)
    from payments p join invoices i on i.id = p.invoice_id where i.customer_id = new.id;
  else
    perform note_changed('orders', array(select id from orders where customer_id = new.id limit 2001));
    perform note_changed('invoices', array(select id from invoices where customer_id = new.id limit 2001));
    perform note_changed('payments', array(select p.id from payments p join invoices i on i.id = p.invoice_id
      where i.customer_id = new.id limit 2001));
  end if;
  return null;
end $$;
create trigger note_shown after update on customers for each row
  when (old.company_name is distinct from new.company_name or old.workspace_id is distinct from new.workspace_id)
  execute function note_customer_shown();

create function note_invoice_shown() returns trigger language plpgsql as $$
begin
  perform note_changed('payments', array(select id from payments where invoice_id = new.id limit 2001));
  perform note_changed('orders', array(select distinct l.order_id from invoice_lines il
    join order_lines l on l.id = il.order_line_id where il.invoice_id = new.id limit 2001));
  return null;
end $$;
create trigger note_shown after update on invoices for each row
  when (old.invoice_number is distinct from new.invoice_number or old.customer_id is distinct from new.customer_id
    or (old.status = 'cancelled') <> (new.status = 'cancelled'))
  execute function note_invoice_shown();

create function note_invoiced() returns trigger language plpgsql as $$
begin
  perform note_changed('orders', array(select distinct l.order_id from written w
    join order_lines l on l.id = w.order_line_id limit 2001));
  return null;
end $$;
create trigger note_inserted after insert on invoice_lines referencing new table as written
  for each statement execute function note_invoiced();
create trigger note_deleted after delete on invoice_lines referencing old table as written
  for each statement execute function note_invoiced();

create function note_paid() returns trigger language plpgsql as $$
begin
  perform note_changed('invoices', array(select distinct invoice_id from written limit 2001));
  return null;
end $$;
create trigger note_paid_in after insert on payments referencing new table as written
  for each statement execute function note_paid();
create trigger note_paid_new after update on payments referencing new table as written
  for each statement execute function note_paid();
create trigger note_paid_old after update on payments referencing old table as written
  for each statement execute function note_paid();
create trigger note_paid_out after delete on payments referencing old table as written
  for each statement execute function note_paid();

create function note_ordered() returns trigger language plpgsql as $$
begin
  perform note_changed('customers', array(select distinct customer_id from written limit 2001));
  return null;
end $$;
create trigger note_ordered_in after insert on orders referencing new table as written
  for each statement execute function note_ordered();
create trigger note_ordered_out after delete on orders referencing old table as written
  for each statement execute function note_ordered();
create function note_other_customer() returns trigger language plpgsql as $$
begin
  perform note_changed('customers', array[old.customer_id, new.customer_id]);
  return null;
end $$;
create trigger note_ordered_elsewhere after update on orders for each row
  when (old.customer_id is distinct from new.customer_id) execute function note_other_customer();

create function note_group_counted() returns trigger language plpgsql as $$
begin
  perform note_changed('categories', array(select distinct category_id from written where category_id is not null limit 2001));
  perform note_changed('subcategories', array(select distinct subcategory_id from written where subcategory_id is not null limit 2001));
  perform note_changed('brands', array(select distinct brand_id from written where brand_id is not null limit 2001));
  return null;
end $$;
create trigger note_counted_in after insert on products referencing new table as written
  for each statement execute function note_group_counted();
create trigger note_counted_out after delete on products referencing old table as written
  for each statement execute function note_group_counted();
create function note_other_group() returns trigger language plpgsql as $$
begin
  perform note_changed('categories', array_remove(array[old.category_id, new.category_id], null));
  perform note_changed('subcategories', array_remove(array[old.subcategory_id, new.subcategory_id], null));
  perform note_changed('brands', array_remove(array[old.brand_id, new.brand_id], null));
  return null;
end $$;
create trigger note_counted_elsewhere after update on products for each row
  when (old.category_id is distinct from new.category_id or old.subcategory_id is distinct from new.subcategory_id
    or old.brand_id is distinct from new.brand_id) execute function note_other_group();

create function note_group_shown() returns trigger language plpgsql as $$
begin
  execute format('select note_changed(%L, array(select id from products where %I = $1 limit 2001))',
    'products', tg_argv[0]) using new.id;
  if tg_argv[0] = 'category_id' then
    perform note_changed('subcategories', array(select id from subcategories where category_id = new.id limit 2001));
  end if;
  return null;
end $$;
create trigger note_shown after update on categories for each row
  when (old.category_name is distinct from new.category_name) execute function note_group_shown('category_id');
create trigger note_shown after update on subcategories for each row
  when (old.subcategory_name is distinct from new.subcategory_name) execute function note_group_shown('subcategory_id');
create trigger note_shown after update on brands for each row
  when (old.brand_name is distinct from new.brand_name) execute function note_group_shown('brand_id');

create function note_stage_shown() returns trigger language plpgsql as $$
begin
  perform note_changed('leads', array(select id from leads where current_stage_id = new.id limit 2001));
  return null;
end $$;
create trigger note_shown after update on pipeline_stages for each row
  when (old.stage_name is distinct from new.stage_name) execute function note_stage_shown();

-- Lists of people, roles and invitations are short and change seldom.
create function note_person_shown() returns trigger language plpgsql as $$
begin
  perform note_changed('leads', array(select id from leads where assigned_to = new.id limit 2001));
  insert into changes (entity) values ('stock_movements'), ('workspace_members');
  return null;
end $$;
create trigger note_shown after update on users for each row
  when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name)
  execute function note_person_shown();
create function note_role_held() returns trigger language plpgsql as $$
begin
  insert into changes (entity) values ('roles'), ('invitations'), ('workspace_members');
  return null;
end $$;
create trigger note_role_held_in after insert or delete on users for each statement execute function note_role_held();
create trigger note_role_held_elsewhere after update on users for each row
  when (old.role_id is distinct from new.role_id or old.role is distinct from new.role or old.is_active <> new.is_active)
  execute function note_role_held();

create function note_membership() returns trigger language plpgsql as $$
begin
  insert into changes (entity) values ('workspaces');
  return null;
end $$;
create trigger note_membership after insert or update or delete on workspace_members
  for each statement execute function note_membership();

-- Writers no longer notify inside of their transaction, where one lock of the whole server is held until the commit is on disk.
create or replace function queue_notification() returns trigger language plpgsql as $$
begin
  insert into notification_queue (activity_id) values (new.id);
  return null;
end $$;
