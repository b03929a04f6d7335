-- Sales: customers, leads, orders.

create table customers (
  id integer generated always as identity primary key,
  company_name text not null,
  contact_person text not null,
  email text,
  phone text,
  industry text,
  company_size text check (company_size in ('small', 'medium', 'large', 'enterprise')),
  employee_count integer check (employee_count >= 0),
  customer_code text not null,
  website text,
  billing_address text,
  shipping_address text,
  city text,
  state text,
  country text,
  postal_code text,
  credit_limit numeric(14,2) check (credit_limit >= 0),
  payment_terms text check (payment_terms in ('net_15', 'net_30', 'net_60', 'cod', 'prepaid')),
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- Its orders, invoices and payments belong to the same workspace.
  workspace_id integer references workspaces on delete set null,
  gstin text check (gstin ~ '^[0-9A-Z]{15}$'),
  created_by integer,
  gst_category text check (gst_category in ('regular', 'composition', 'sez', 'overseas', 'deemed_export', 'uin',
    'deductor', 'unregistered')),
  state_code text check (state_code ~ '^[0-9]{2}$')
);
create sequence customer_code_numbers;
create unique index customers_customer_code_key on customers (lower(customer_code));
create index customers_newest on customers (created_at desc, id desc);
create index customers_workspace on customers (workspace_id, created_at desc, id desc) where workspace_id is not null;
-- For people who read only their own records: of 100,000 leads 0.5 ms instead of 68.
create index customers_created_by on customers (created_by);
create index customers_name_sound on customers (name_sound(company_name));
create index customers_phone_key on customers (phone_key(phone));
create index customers_tax_id_key on customers (gstin) where gstin is not null;
create index customers_email_key on customers (folded(email));
-- For a search by a word that many names have: it then reads only names that begin with it.
create index customers_name_beginning on customers (folded(company_name) text_pattern_ops);
select track_changes('customers'), note_changes_of('customers'), track_log('customers', 'customers', 'id', '{updated_at}');

create function customer_left() returns trigger language plpgsql as $$
begin
  perform note_left('customers', old.id, old.workspace_id, array[old.created_by]);
  return null;
end $$;
create trigger note_gone after delete on customers for each row execute function customer_left();
create trigger note_moved after update on customers for each row
  when (old.workspace_id is distinct from new.workspace_id or old.created_by is distinct from new.created_by)
  execute function customer_left();

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

create function note_customer_on_notes() returns trigger language plpgsql as $$
begin
  if old.workspace_id is distinct from new.workspace_id then
    insert into changes (entity, id, moved, was_workspace, was_owners)
    select 'credit_notes', n.id, true, old.workspace_id, array_remove(array[n.created_by], null)
    from credit_notes n join invoices i on i.id = n.invoice_id where i.customer_id = new.id;
  else
    perform note_changed('credit_notes', array(select n.id from credit_notes n join invoices i on i.id = n.invoice_id
      where i.customer_id = new.id limit 2001));
  end if;
  return null;
end $$;
create trigger note_shown_on_notes after update on customers for each row
  when (old.company_name is distinct from new.company_name or old.workspace_id is distinct from new.workspace_id)
  execute function note_customer_on_notes();
create trigger keep_deleted after delete on customers referencing old table as gone
  for each statement execute function keep_deleted();

create function note_customer_on_advances() returns trigger language plpgsql as $$
begin
  if old.workspace_id is distinct from new.workspace_id then
    insert into changes (entity, id, moved, was_workspace, was_owners)
    select 'advances', a.id, true, old.workspace_id, array_remove(array[a.created_by], null)
    from advances a where a.customer_id = new.id;
  else
    perform note_changed('advances', array(select id from advances where customer_id = new.id limit 2001));
  end if;
  return null;
end $$;
create trigger note_shown_on_advances after update on customers for each row
  when (old.company_name is distinct from new.company_name or old.workspace_id is distinct from new.workspace_id)
  execute function note_customer_on_advances();

-- Sorting a million texts takes too long. A job makes these indexes when there are many, as with keep_products_in_order: few
-- are sorted as fast without, and each makes writing slower.
create function keep_customers_in_order(fewest bigint) returns void language plpgsql security definer as $$
begin
  if to_regclass('customers_by_name') is not null
      or (select count(*) from (select from customers limit fewest) few) < fewest then
    return;
  end if;
  create index customers_by_name on customers (company_name collate natural_text, created_at desc, id desc);
  create index customers_by_contact on customers (contact_person collate natural_text, created_at desc, id desc);
  create index customers_by_email on customers (email collate natural_text, created_at desc, id desc);
  create index customers_by_code on customers (customer_code collate natural_text, created_at desc, id desc);
  analyze customers;
end $$;

-- Addresses and contacts of a customer (docs/product/customers.md#addresses): of each kind of default there is one at most.
create table customer_addresses (
  id integer generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  label text,
  is_billing boolean not null default false,
  is_shipping boolean not null default false,
  address text,
  city text,
  state_code text check (state_code ~ '^[0-9]{2}$'),
  postal_code text,
  country text,
  gstin text check (gstin ~ '^[0-9A-Z]{15}$'),
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index customer_addresses_customer_id on customer_addresses (customer_id);
create unique index customer_addresses_billing on customer_addresses (customer_id) where is_billing;
create unique index customer_addresses_shipping on customer_addresses (customer_id) where is_shipping;
select note_changes_of('customer_addresses'), track_log('customer_addresses', 'customer_addresses', 'id', '{updated_at}');

create function customer_part_left() returns trigger language plpgsql as $$
begin
  perform note_left(tg_table_name::text, old.id, c.workspace_id, array[c.created_by]) from customers c where c.id = old.customer_id;
  return null;
end $$;
create trigger note_gone after delete on customer_addresses for each row execute function customer_part_left();

create table customer_contacts (
  id integer generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  name text not null,
  position text,
  email text,
  phone text,
  is_primary boolean not null default false,
  gets_invoices boolean not null default false,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index customer_contacts_customer_id on customer_contacts (customer_id);
create unique index customer_contacts_primary on customer_contacts (customer_id) where is_primary;
select note_changes_of('customer_contacts'), track_log('customer_contacts', 'customer_contacts', 'id', '{updated_at}');
create trigger note_gone after delete on customer_contacts for each row execute function customer_part_left();

create table pipeline_stages (
  id integer generated always as identity primary key,
  stage_name text not null,
  -- Checked at the end of a transaction: a move passes through orders that two stages share.
  stage_order integer not null unique deferrable initially deferred check (stage_order >= 1),
  description text,
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now()
);
create unique index pipeline_stages_stage_name_key on pipeline_stages (lower(stage_name));
insert into pipeline_stages (stage_name, stage_order, description) values
  ('New', 1, 'Just arrived, not spoken to yet'),
  ('Contacted', 2, 'First conversation held'),
  ('Qualified', 3, 'Need, budget and time are known'),
  ('Proposal', 4, 'An offer is with the customer'),
  ('Negotiation', 5, 'Terms are being settled'),
  ('Won', 6, 'Agreed: ready to become a customer');
select track_changes('pipeline_stages'), note_changes_of('pipeline_stages'),
  track_log('pipeline_stages', 'pipeline_stages', 'id', '{updated_at}');
create trigger note_gone after delete on pipeline_stages for each row execute function note_gone('pipeline_stages');

create function note_stage_shown() returns trigger language plpgsql as $$
begin
  perform note_changed('leads', array(select id from leads where current_stage_id = new.id limit 2001));
  return null;
end $$;
create trigger note_shown after update on pipeline_stages for each row
  when (old.stage_name is distinct from new.stage_name) execute function note_stage_shown();

create table leads (
  id integer generated always as identity primary key,
  company_name text not null,
  contact_person text not null,
  email text,
  phone text,
  industry text,
  company_size text check (company_size in ('small', 'medium', 'large', 'enterprise')),
  annual_revenue numeric(14,2) check (annual_revenue >= 0),
  website text,
  address text,
  city text,
  state text,
  country text,
  postal_code text,
  lead_source text check (lead_source in ('trade_show', 'referral', 'website', 'cold_outreach', 'other')),
  initial_inquiry text,
  lead_score integer check (lead_score between 0 and 100),
  current_stage_id integer references pipeline_stages,
  assigned_to integer references users on delete set null,
  status text not null default 'active'
    check (status in ('active', 'contacted', 'qualified', 'converted', 'lost', 'inactive')),
  converted_customer_id integer references customers on delete set null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  workspace_id integer references workspaces on delete set null,
  created_by integer
);
create index leads_newest on leads (created_at desc, id desc);
create index leads_current_stage_id on leads (current_stage_id);
create index leads_assigned_to on leads (assigned_to);
-- Deleting a customer takes it off the lead that it came from.
create index leads_converted_customer_id on leads (converted_customer_id)
  where converted_customer_id is not null;
create index leads_workspace on leads (workspace_id, created_at desc, id desc) where workspace_id is not null;
create index leads_converted on leads (updated_at) include (created_at, workspace_id) where status = 'converted';
create index leads_created_by on leads (created_by);
create index leads_name_sound on leads (name_sound(company_name));
create index leads_phone_key on leads (phone_key(phone));
create index leads_email_key on leads (folded(email));
create index leads_name_beginning on leads (folded(company_name) text_pattern_ops);
select track_changes('leads'), note_changes_of('leads'), track_log('leads', 'leads', 'id', '{updated_at}');

create function count_leads() returns trigger language plpgsql as $$
begin
  -- Most changes of a lead count nothing.
  if tg_op = 'UPDATE' then
    if not exists (select from added offset 1) and exists (select from added a, removed r
        where (a.created_at, a.current_stage_id, a.status, a.workspace_id)
          is not distinct from (r.created_at, r.current_stage_id, r.status, r.workspace_id)) then
      return null;
    end if;
  end if;
  if tg_op = 'TRUNCATE' then
    delete from lead_counts;
  elsif tg_op = 'INSERT' then
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, workspace_id, count(*)
      from added group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, workspace_id, -count(*)
      from removed group by 1, 2, 3, 4;
  else
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, workspace_id, sum(change)
      from (
        select created_at, current_stage_id, status, workspace_id, 1 as change from added
        union all
        select created_at, current_stage_id, status, workspace_id, -1 from removed
      ) changes
      group by 1, 2, 3, 4 having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger count_inserted_leads after insert on leads
  referencing new table as added for each statement execute function count_leads();
create trigger count_updated_leads after update on leads
  referencing old table as removed new table as added for each statement execute function count_leads();
create trigger count_deleted_leads after delete on leads
  referencing old table as removed for each statement execute function count_leads();
create trigger count_truncated_leads after truncate on leads
  for each statement execute function count_leads();

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
create trigger keep_deleted after delete on leads referencing old table as gone
  for each statement execute function keep_deleted();

-- As keep_customers_in_order.
create function keep_leads_in_order(fewest bigint) returns void language plpgsql security definer as $$
begin
  if to_regclass('leads_by_name') is not null or (select count(*) from (select from leads limit fewest) few) < fewest then
    return;
  end if;
  create index leads_by_name on leads (company_name collate natural_text, created_at desc, id desc);
  create index leads_by_contact on leads (contact_person collate natural_text, created_at desc, id desc);
  create index leads_by_email on leads (email collate natural_text, created_at desc, id desc);
  analyze leads;
end $$;

-- How many leads were created on a day (in UTC), by what the dashboard tells apart. A statement adds a row for what it
-- changed instead of changing one, so that two people at once never wait for each other; an hourly job adds rows up.
create table lead_counts (
  day date not null,
  stage_id integer,
  is_open boolean not null,
  leads integer not null,
  workspace_id integer
);
create index lead_counts_day on lead_counts (day) include (stage_id, is_open, leads, workspace_id);

create table orders (
  id integer generated always as identity primary key,
  order_number text not null unique,
  customer_id integer not null references customers,
  order_date date not null,
  delivery_date date,
  status text not null default 'pending'
    check (status in ('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled')),
  notes text,
  -- What the lines come to, kept so that a list need not read them.
  item_count integer not null check (item_count >= 0),
  service_names text,
  subtotal numeric(14,2) not null check (subtotal >= 0),
  tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
  tax_amount numeric(14,2) not null check (tax_amount >= 0),
  total_amount numeric(14,2) not null,
  -- No foreign key: past work keeps its maker's name when the user is gone.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- One rate for all lines, or tax per line and what it follows from (docs/product/tax.md#tax-of-a-line).
  tax_mode text not null default 'single' check (tax_mode in ('single', 'gst')),
  billing_address_id integer references customer_addresses on delete set null,
  shipping_address_id integer references customer_addresses on delete set null,
  place_of_supply text check (place_of_supply ~ '^[0-9]{2}$'),
  supply_type text check (supply_type in ('b2b', 'b2c', 'sez_with', 'sez_without', 'export_with',
    'export_without', 'deemed')),
  reverse_charge boolean not null default false,
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  round_off numeric(14,2) not null default 0 check (abs(round_off) < 1),
  -- A discount on the whole document and what of it each line bears (docs/product/tax.md#discounts).
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  constraint orders_total check (total_amount = subtotal + tax_amount + round_off),
  constraint orders_gst check (tax_mode = 'single' or tax_amount = cgst_amount + sgst_amount + igst_amount)
);
create index orders_newest on orders (created_at desc, id desc);
create index orders_customer_id on orders (customer_id);
create index orders_created_by on orders (created_by);
create index orders_billing_address on orders (billing_address_id) where billing_address_id is not null;
create index orders_shipping_address on orders (shipping_address_id) where shipping_address_id is not null;
-- What "My Day" asks of others (docs/product/my-day.md).
create index orders_promised on orders (delivery_date, id) where status in ('pending', 'confirmed', 'processing');
select track_changes('orders'), note_changes_of('orders'), track_log('orders', 'orders', 'id', '{updated_at,created_by_name}');

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
create trigger keep_deleted after delete on orders referencing old table as gone
  for each statement execute function keep_deleted();

create table order_lines (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  position integer not null,
  -- An item is a product, a service line is a service.
  product_id integer references products,
  service_id integer references services,
  -- The product's or service's name at the time of the order.
  description text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  unit_price numeric not null check (unit_price >= 0) check (scale(unit_price) <= 4),
  line_total numeric(14,2) not null check (line_total >= 0),
  notes text,
  hsn_code text,
  unit text,
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  -- No foreign key: a line keeps its rate and treatment when the class is gone.
  tax_class_id integer,
  tax_treatment text
    check (tax_treatment in ('taxable', 'zero_rated', 'nil_rated', 'exempt', 'non_gst')),
  tax_rate numeric(5,2) check (tax_rate between 0 and 100),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 constraint order_lines_check2 check (sgst_amount = cgst_amount),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  discount_share numeric(14,2) not null default 0 check (discount_share >= 0),
  check ((product_id is null) <> (service_id is null))
);
create index order_lines_order_id on order_lines (order_id, position);
create index order_lines_product_id on order_lines (product_id) where product_id is not null;
create index order_lines_service_id on order_lines (service_id) where service_id is not null;
select track_log('order_lines', 'orders', 'order_id', '{order_id}', true);
-- The log has each line, regardless of how many a statement writes: a document's history shows them (last argument).
create or replace trigger audit_inserted after insert on order_lines referencing new table as added
  for each statement execute function keep_audit_log('orders', 'order_id', '{order_id}', 'true', 'false');
create or replace trigger audit_updated after update on order_lines referencing old table as removed new table as added
  for each statement execute function keep_audit_log('orders', 'order_id', '{order_id}', 'true', 'false');
create or replace trigger audit_deleted after delete on order_lines referencing old table as removed
  for each statement execute function keep_audit_log('orders', 'order_id', '{order_id}', 'true', 'false');

-- The next order number of a financial year such as 26-27. A sequence: nobody waits for a number until another order is saved,
-- and an order that fails late takes its number along. The application may not make a sequence, hence the owner's rights.
create function next_order_number(financial_year text) returns bigint language plpgsql security definer as $$
declare
  numbers text := 'order_numbers_' || replace(financial_year, '-', '_');
begin
  if to_regclass(numbers) is null then
    perform pg_advisory_xact_lock(hashtextextended(numbers, 0));
    execute format('create sequence if not exists %I', numbers);
  end if;
  return nextval(numbers::regclass);
end $$;
