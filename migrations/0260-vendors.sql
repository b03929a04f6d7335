-- Companies that goods and services are bought from (docs/product/vendors.md), and the terms on which they sell.
create table vendors (
  id integer generated always as identity primary key,
  vendor_code text not null,
  company_name text not null,
  contact_person text,
  email text,
  phone text,
  gstin text check (gstin ~ '^[0-9A-Z]{15}$'),
  gst_category text check (gst_category in ('regular', 'composition', 'sez', 'overseas', 'deemed_export', 'uin', 'deductor',
    'unregistered')),
  state_code text check (state_code ~ '^[0-9]{2}$'),
  pan text check (pan ~ '^[A-Z]{5}[0-9]{4}[A-Z]$'),
  address text,
  city text,
  state text,
  country text,
  postal_code text,
  payment_terms text check (payment_terms in ('net_15', 'net_30', 'net_60', 'cod', 'prepaid')),
  -- One of the setting `tds_codes`.
  tds_code text,
  msme text not null default 'none' check (msme in ('none', 'micro', 'small', 'medium')),
  msme_number text,
  msme_agreed boolean not null default false,
  bank_account text,
  bank_ifsc text check (bank_ifsc ~ '^[A-Z]{4}0[0-9A-Z]{6}$'),
  is_active boolean not null default true,
  notes text,
  created_by integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create sequence vendor_code_numbers;
create unique index vendors_vendor_code_key on vendors (lower(vendor_code));
create index vendors_newest on vendors (created_at desc, id desc);
create index vendors_created_by on vendors (created_by);
create index vendors_name_sound on vendors (name_sound(company_name));
create index vendors_phone_key on vendors (phone_key(phone));
create index vendors_tax_id_key on vendors (gstin) where gstin is not null;
create index vendors_email_key on vendors (folded(email));
create index vendors_name_beginning on vendors (folded(company_name) text_pattern_ops);
select track_changes('vendors'), note_changes_of('vendors'), track_log('vendors', 'vendors', 'id', '{updated_at}');
create trigger note_gone after delete on vendors for each row execute function note_gone('vendors');
create trigger keep_deleted after delete on vendors referencing old table as gone
  for each statement execute function keep_deleted();

-- What a vendor sells: one `unit` of it holds `factor` of the product's unit.
create table vendor_products (
  id integer generated always as identity primary key,
  vendor_id integer not null references vendors on delete cascade,
  position integer not null,
  product_id integer not null references products,
  -- The product's name when the terms were made.
  description text not null,
  vendor_sku text,
  unit text not null,
  factor numeric not null default 1 check (factor > 0) check (scale(factor) <= 6),
  price numeric check (price >= 0) check (scale(price) <= 4),
  min_quantity numeric(12,3) check (min_quantity > 0),
  multiple numeric(12,3) check (multiple > 0),
  lead_days integer check (lead_days >= 0),
  is_preferred boolean not null default false,
  unique (vendor_id, product_id)
);
create index vendor_products_vendor_id on vendor_products (vendor_id, position);
create index vendor_products_product_id on vendor_products (product_id);
create unique index vendor_products_preferred on vendor_products (product_id) where is_preferred;
select track_log('vendor_products', 'vendors', 'vendor_id', '{vendor_id}', true);
create or replace trigger audit_inserted after insert on vendor_products referencing new table as added
  for each statement execute function keep_audit_log('vendors', 'vendor_id', '{vendor_id}', 'true', 'false');
create or replace trigger audit_updated after update on vendor_products referencing old table as removed new table as added
  for each statement execute function keep_audit_log('vendors', 'vendor_id', '{vendor_id}', 'true', 'false');
create or replace trigger audit_deleted after delete on vendor_products referencing old table as removed
  for each statement execute function keep_audit_log('vendors', 'vendor_id', '{vendor_id}', 'true', 'false');

-- Who may do something with products may do it with what buys them, and likewise with invoices and bills, receipts and payments to
-- vendors (docs/product/roles.md#rights).
create function with_buying_rights(rights jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('vendors', rights->'products', 'purchase_orders', rights->'products',
      'goods_receipts', rights->'products',
      'bills', ((rights->'invoices') - 'issue' - 'write_off')
        || jsonb_build_object('approve', coalesce(rights->'invoices'->'issue', 'false')),
      'vendor_payments', rights->'receipts') || rights;
$$;
update roles set rights = with_buying_rights(rights) where not rights ? 'vendors';
-- Accounts enters the vendors whose bills it books.
update roles set rights = jsonb_set(rights, '{vendors}', rights->'customers')
  where is_ready_made and name = 'Accounts' and rights->'customers'->>'read' = 'all';

-- Copies of the version before write roles without them, until the release after this one.
create function keep_buying_rights() returns trigger language plpgsql as $$
begin
  if not new.rights ? 'vendors' then
    new.rights := with_buying_rights(new.rights);
  end if;
  return new;
end $$;
create trigger keep_rights_of_buying before insert or update on roles
  for each row execute function keep_buying_rights();

-- The series of numbers without gaps.
do $$
declare
  series text;
begin
  foreach series in array array['purchase_numbers', 'goods_receipt_numbers', 'vendor_return_numbers', 'bill_numbers',
      'vendor_payment_numbers'] loop
    execute format('create table %1$I (
      financial_year text primary key,
      last_number integer not null check (last_number > 0),
      first_number integer not null default 1
    )', series);
    perform track_log(series, series, 'financial_year', '{}');
  end loop;
end $$;

-- Sample vendors go before the products that they sell; products that own vendors sell stay, and so do sample vendors that sell own
-- products.
create function keep_bought_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'products', p.product_id from vendor_products p where not is_sample('vendors', p.vendor_id)
    union select 'vendors', p.vendor_id from vendor_products p where not is_sample('products', p.product_id)
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
    ['keep_placed_samples()', 'keep_placed_samples() + keep_bought_samples()'],
    ['''customers'', ''lots''', '''vendors'', ''customers'', ''lots''']
  ] loop
    if position(change[1] in source) = 0 then
      raise exception 'remove_samples has no %', change[1];
    end if;
    source := replace(source, change[1], change[2]);
  end loop;
  execute source;
end $$;

-- Vendors come from files too.
alter table import_jobs drop constraint import_jobs_subject_check,
  add constraint import_jobs_subject_check
    check (subject in ('products', 'customers', 'leads', 'invoices', 'vendors'));

-- Changed bank details are news for administrators.
do $$
declare
  source text := (select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'activity'::regclass and tgname = 'queue_notification');
begin
  if position('''overdue''::text' in source) = 0 then
    raise exception 'queue_notification has no action overdue';
  end if;
  execute 'drop trigger queue_notification on activity';
  execute replace(source, '''overdue''::text', '''overdue''::text, ''bank details changed''::text');
end $$;
