-- Quotations (docs/product/quotations.md): prices offered to a customer or a lead, in revisions, decided on by hand or on the
-- page behind a link.
create table quotations (
  id integer generated always as identity primary key,
  quotation_number text not null,
  revision integer not null default 1 check (revision > 0),
  customer_id integer references customers,
  lead_id integer references leads,
  quotation_date date not null,
  valid_until date not null,
  status text not null default 'draft'
    check (status in ('draft', 'sent', 'accepted', 'declined', 'expired', 'superseded', 'ordered')),
  -- What a superseded one was, and is again when the revision after it is deleted.
  superseded_status text,
  reference text,
  cover_text text,
  terms_conditions text,
  notes text,
  is_template boolean not null default false,
  -- What the lines come to, kept so that a list need not read them.
  item_count integer not null check (item_count >= 0),
  service_names text,
  subtotal numeric(14,2) not null check (subtotal >= 0),
  tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
  tax_amount numeric(14,2) not null check (tax_amount >= 0),
  total_amount numeric(14,2) not null,
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
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  order_id integer references orders on delete set null,
  -- Its order before that was deleted: undoing the deletion ties them again.
  former_order_id integer,
  decided_at timestamp(3) with time zone,
  -- The user who decided by hand; null for a decision of the customer.
  decided_by integer,
  decided_by_name text,
  purchase_order text,
  decline_reason text,
  mail_id bigint references mails on delete set null,
  mail_status text check (mail_status in ('queued', 'accepted', 'failed')),
  mail_error text,
  mailed_at timestamp(3) with time zone,
  -- Of the link in its mail; the token itself is nowhere.
  link_digest bytea,
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (quotation_number, revision),
  check (num_nonnulls(customer_id, lead_id) = 1),
  check (valid_until >= quotation_date),
  check ((status = 'superseded') = (superseded_status is not null)),
  constraint quotations_total check (total_amount = subtotal + tax_amount + round_off),
  constraint quotations_gst check (tax_mode = 'single' or tax_amount = cgst_amount + sgst_amount + igst_amount)
);
create index quotations_newest on quotations (created_at desc, id desc);
create index quotations_customer_id on quotations (customer_id) where customer_id is not null;
create index quotations_lead_id on quotations (lead_id) where lead_id is not null;
create index quotations_created_by on quotations (created_by);
create index quotations_billing_address on quotations (billing_address_id) where billing_address_id is not null;
create index quotations_shipping_address on quotations (shipping_address_id) where shipping_address_id is not null;
create unique index quotations_order_id on quotations (order_id) where order_id is not null;
create unique index quotations_link on quotations (link_digest) where link_digest is not null;
-- What the job asks that marks those past their last day.
create index quotations_waiting on quotations (valid_until) where status = 'sent';
create index quotations_mail_id on quotations (mail_id);
select track_changes('quotations'), note_changes_of('quotations'),
  track_log('quotations', 'quotations', 'id', '{updated_at,created_by_name,decided_by_name,link_digest}');

-- A quotation is where its customer or lead is.
create function workspace_of_party(of_customer integer, of_lead integer) returns integer language sql stable as $$
  select case when of_customer is null then (select workspace_id from leads where id = of_lead)
    else (select workspace_id from customers where id = of_customer) end
$$;
create function quotation_left() returns trigger language plpgsql as $$
begin
  perform note_left('quotations', old.id, workspace_of_party(old.customer_id, old.lead_id), array[old.created_by]);
  return null;
end $$;
create trigger note_gone after delete on quotations for each row execute function quotation_left();
create trigger note_moved after update on quotations for each row
  when ((old.customer_id, old.lead_id, old.created_by) is distinct from (new.customer_id, new.lead_id, new.created_by))
  execute function quotation_left();

create function note_party_on_quotations() returns trigger language plpgsql as $$
declare
  ids integer[] := case tg_argv[0]
    when 'customer' then array(select id from quotations where customer_id = new.id)
    else array(select id from quotations where lead_id = new.id) end;
begin
  if old.workspace_id is distinct from new.workspace_id then
    insert into changes (entity, id, moved, was_workspace, was_owners)
    select 'quotations', id, true, old.workspace_id, array_remove(array[created_by], null) from quotations where id = any (ids);
  else
    perform note_changed('quotations', ids[:2001]);
  end if;
  return null;
end $$;
create trigger note_shown_on_quotations after update on customers for each row
  when ((old.company_name, old.workspace_id) is distinct from (new.company_name, new.workspace_id))
  execute function note_party_on_quotations('customer');
create trigger note_shown_on_quotations after update on leads for each row
  when ((old.company_name, old.workspace_id) is distinct from (new.company_name, new.workspace_id))
  execute function note_party_on_quotations('lead');
create trigger keep_deleted after delete on quotations referencing old table as gone
  for each statement execute function keep_deleted();

create table quotation_lines (
  id integer generated always as identity primary key,
  quotation_id integer not null references quotations on delete cascade,
  position integer not null,
  product_id integer references products,
  service_id integer references services,
  -- The product's or service's name at the time of the quotation.
  description text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  unit_price numeric not null check (unit_price >= 0) check (scale(unit_price) <= 4),
  line_total numeric(14,2) not null check (line_total >= 0),
  notes text,
  -- Priced and taxed on its own, and not in the totals.
  is_option boolean not null default false,
  hsn_code text,
  unit text,
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  tax_class_id integer,
  tax_treatment text
    check (tax_treatment in ('taxable', 'zero_rated', 'nil_rated', 'exempt', 'non_gst')),
  tax_rate numeric(5,2) check (tax_rate between 0 and 100),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount = cgst_amount),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  discount_share numeric(14,2) not null default 0 check (discount_share >= 0),
  check ((product_id is null) <> (service_id is null))
);
create index quotation_lines_quotation_id on quotation_lines (quotation_id, position);
create index quotation_lines_product_id on quotation_lines (product_id) where product_id is not null;
create index quotation_lines_service_id on quotation_lines (service_id) where service_id is not null;
select track_log('quotation_lines', 'quotations', 'quotation_id', '{quotation_id}', true);
create or replace trigger audit_inserted after insert on quotation_lines referencing new table as added
  for each statement execute function keep_audit_log('quotations', 'quotation_id', '{quotation_id}', 'true', 'false');
create or replace trigger audit_updated after update on quotation_lines referencing old table as removed new table as added
  for each statement execute function keep_audit_log('quotations', 'quotation_id', '{quotation_id}', 'true', 'false');
create or replace trigger audit_deleted after delete on quotation_lines referencing old table as removed
  for each statement execute function keep_audit_log('quotations', 'quotation_id', '{quotation_id}', 'true', 'false');

-- As next_order_number, for quotations: no transaction waits for a number, and one that fails late loses its number.
create function next_quotation_number(financial_year text) returns bigint language plpgsql security definer as $$
declare
  numbers text := 'quotation_numbers_' || replace(financial_year, '-', '_');
begin
  if to_regclass(numbers) is null then
    perform pg_advisory_xact_lock(hashtextextended(numbers, 0));
    execute format('create sequence if not exists %I', numbers);
  end if;
  return nextval(numbers::regclass);
end $$;

-- The customer's own number for an order, printed on its invoice (docs/product/orders.md#fields).
alter table orders add column reference text;
alter table invoices add column reference text;

-- A quotation is the beginning of an order: who may do something with orders may do it with quotations.
update roles set rights = rights || jsonb_build_object('quotations', rights->'orders')
  where not rights ? 'quotations';

-- Copies of the version before write roles without them, until the release after this one.
create function keep_quotation_rights() returns trigger language plpgsql as $$
begin
  if not new.rights ? 'quotations' then
    new.rights := new.rights || jsonb_build_object('quotations', new.rights->'orders');
  end if;
  return new;
end $$;
create trigger keep_quotation_rights before insert or update on roles
  for each row execute function keep_quotation_rights();

-- A decision by the customer is news, although it comes without a session.
create or replace trigger queue_notification after insert on activity for each row
  when (new.action in ('overdue', 'import failed', 'upgraded', 'backup failed', 'verify failed', 'mentioned', 'step due',
      'quotation decided')
    or (new.user_id is not null and new.type in ('lead', 'order', 'payment', 'user')))
  execute function queue_notification();

-- Sample quotations go before what they name; what the company's own name stays.
create function keep_quoted_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'customers', q.customer_id from quotations q where not is_sample('quotations', q.id)
    union select 'leads', q.lead_id from quotations q where not is_sample('quotations', q.id)
    union select 'orders', q.order_id from quotations q where not is_sample('quotations', q.id)
    union select 'products', l.product_id from quotation_lines l where not is_sample('quotations', l.quotation_id)
    union select 'services', l.service_id from quotation_lines l where not is_sample('quotations', l.quotation_id)
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

-- Their place among the samples that are removed (0121).
do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_listed_samples()', 'keep_listed_samples() + keep_quoted_samples()'],
    ['array[''credit_notes''', 'array[''quotations'', ''credit_notes''']
  ] loop
    if position(change[1] in source) = 0 then
      raise exception 'remove_samples has no %', change[1];
    end if;
    source := replace(source, change[1], change[2]);
  end loop;
  execute source;
end $$;

do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index quotations_search on quotations using gin (
      folded(E'\n' || coalesce(quotation_number, '') || E'\n') gin_trgm_ops);
  end if;
end $$;
