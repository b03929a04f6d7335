-- Price lists (docs/product/price-lists.md): prices of products by quantity, of all customers or of one, with the most discount
-- that people of a role give below them.
create table price_lists (
  id integer generated always as identity primary key,
  name text not null,
  -- Null for all customers.
  customer_id integer references customers,
  valid_from date not null,
  valid_until date,
  notes text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  check (valid_until >= valid_from)
);
create unique index price_lists_name_key on price_lists (lower(name));
create index price_lists_customer_id on price_lists (customer_id) where customer_id is not null;
select track_changes('price_lists'), note_changes_of('price_lists'),
  track_log('price_lists', 'price_lists', 'id', '{updated_at}');
create trigger note_gone after delete on price_lists for each row execute function note_gone('price_lists');
create trigger keep_deleted after delete on price_lists referencing old table as gone
  for each statement execute function keep_deleted();

-- The prices of a list; not unique, as merged products bring theirs together.
create table price_list_items (
  id integer generated always as identity primary key,
  price_list_id integer not null references price_lists on delete cascade,
  position integer not null,
  product_id integer not null references products,
  -- The product's name when it was put on the list.
  description text not null,
  from_quantity numeric(12,3) not null check (from_quantity > 0),
  unit_price numeric not null check (unit_price >= 0) check (scale(unit_price) <= 4)
);
create index price_list_items_price_list_id on price_list_items (price_list_id, position);
create index price_list_items_product_id on price_list_items (product_id);
select track_log('price_list_items', 'price_lists', 'price_list_id', '{price_list_id}', true);

create table price_list_limits (
  id integer generated always as identity primary key,
  price_list_id integer not null references price_lists on delete cascade,
  position integer not null,
  -- Nobody has a role that is deleted.
  role_id integer not null references roles on delete cascade,
  -- The role's name when it was put on the list.
  description text not null,
  percent numeric(5,2) not null check (percent between 0 and 100)
);
create index price_list_limits_price_list_id on price_list_limits (price_list_id, position);
create index price_list_limits_role_id on price_list_limits (role_id);
select track_log('price_list_limits', 'price_lists', 'price_list_id', '{price_list_id}', true);

-- The log has each line, as with orders (0112): the history of a list shows them.
do $$
declare
  part text;
  arguments text := $call$execute function keep_audit_log('price_lists', 'price_list_id', '{price_list_id}', 'true', 'false')$call$;
begin
  foreach part in array array['price_list_items', 'price_list_limits'] loop
    execute format('create or replace trigger audit_inserted after insert on %I referencing new table as added
      for each statement ', part) || arguments;
    execute format('create or replace trigger audit_updated after update on %I referencing old table as removed new table as added
      for each statement ', part) || arguments;
    execute format('create or replace trigger audit_deleted after delete on %I referencing old table as removed
      for each statement ', part) || arguments;
  end loop;
end $$;

-- A list shows its customer's name.
create function note_customer_on_price_lists() returns trigger language plpgsql as $$
begin
  perform note_changed('price_lists', array(select id from price_lists where customer_id = new.id limit 2001));
  return null;
end $$;
create trigger note_shown_on_price_lists after update on customers for each row
  when (old.company_name is distinct from new.company_name) execute function note_customer_on_price_lists();

-- Prices belong to products: who may do something with products may do it with price lists.
update roles set rights = rights || jsonb_build_object('price_lists', rights->'products')
  where not rights ? 'price_lists';

-- Copies of the version before write roles without them, until the release after this one.
create function keep_price_list_rights() returns trigger language plpgsql as $$
begin
  if not new.rights ? 'price_lists' then
    new.rights := new.rights || jsonb_build_object('price_lists', new.rights->'products');
  end if;
  return new;
end $$;
create trigger keep_price_list_rights before insert or update on roles
  for each row execute function keep_price_list_rights();

-- Notes, files and steps hang on records of the kinds that the program knows.
alter table record_notes drop constraint record_notes_kind_check;
alter table attached_files drop constraint attached_files_kind_check;
alter table next_steps drop constraint next_steps_kind_check;

-- Sample lists go before the customers and products that they name; those that own lists name stay.
create function keep_listed_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'customers', l.customer_id from price_lists l where not is_sample('price_lists', l.id)
    union select 'products', i.product_id from price_list_items i where not is_sample('price_lists', i.price_list_id)
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

create or replace function remove_samples() returns integer language plpgsql as $$
declare
  gone integer;
  part text;
begin
  update sample_records set stays = false where stays;
  while keep_used_samples() + keep_listed_samples() > 0 loop null; end loop;
  select count(*) into gone from sample_records where not stays;
  delete from notifications n using activity a, sample_records s
    where a.id = n.activity_id and a.entity = s.entity and a.record_id = s.record_id and not s.stays;
  delete from activity a using sample_records s
    where a.entity = s.entity and a.record_id = s.record_id and not s.stays;
  foreach part in array array['record_notes', 'attached_files', 'next_steps'] loop
    execute format('delete from %I h using sample_records s where h.kind = s.entity and h.record_id = s.record_id and not s.stays',
      part);
  end loop;
  foreach part in array array['e_invoices', 'e_way_bills'] loop
    execute format('delete from %I e using sample_records s where s.entity = %L and s.record_id = e.invoice_id and not s.stays',
      part, part);
  end loop;
  foreach part in array array['credit_notes', 'payments', 'advance_refunds', 'advances', 'invoices', 'orders', 'price_lists',
      'leads', 'customers', 'products', 'services', 'brands', 'workspaces', 'payment_methods', 'views', 'company_logo', 'users'] loop
    execute format('delete from %I t using sample_records s where s.entity = %L and s.record_id = t.id and not s.stays',
      part, part);
  end loop;
  update products p set reserved_quantity = coalesce(h.held, 0)
    from products q left join (
      select l.product_id, sum(l.quantity) as held from order_lines l join orders o on o.id = l.order_id
      where o.status in ('confirmed', 'processing') group by l.product_id
    ) h on h.product_id = q.id
    where q.id = p.id and p.reserved_quantity <> coalesce(h.held, 0);
  perform begin_series_anew();
  update billing_profile set company_name = null, legal_name = null, tax_id = null, billing_address = null, city = null,
      state = null, zip_code = null, state_code = null
    where company_name like '% (sample)';
  delete from sample_records where not stays;
  return gone;
end $$;
