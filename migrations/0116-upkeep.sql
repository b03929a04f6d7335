-- Upkeep: backups and checks, retention, sample data, privacy.

-- Backups and checks that the server made by itself or was asked for: the waiting ones first, then their results.
create table maintenance_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('backup', 'verify')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  -- Null of one that the clock asked for.
  requested_by_name text,
  -- What came of it: of a backup its file, size and rows, of a check what did not hold.
  result jsonb,
  -- Why it failed, as a person reads it.
  error text,
  created_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  -- Who asked for a run, so that the name can be replaced with the person's others.
  requested_by integer
);
create index maintenance_runs_kind on maintenance_runs (kind, id desc);
-- A second request while one waits gets that one.
create unique index maintenance_runs_waiting on maintenance_runs (kind) where status = 'waiting';

-- How long traces are kept (docs/product/retention.md). Days that an administrator chose; a kind without a row has its default.
create table retention_days (
  kind text primary key,
  -- Null: forever.
  days integer check (days >= 0)
);
select track_log('retention_days', 'retention_days', 'kind', '{}');

-- When each kind was last cleaned up, and how much went.
create table retention_runs (
  kind text primary key,
  ran_at timestamp(3) with time zone not null,
  removed bigint not null
);

-- Which records are samples (docs/product/running.md#sample-data). `stays`: not removed, as records of the company depend on it.
create table sample_records (
  entity text not null,
  record_id integer not null,
  stays boolean not null default false,
  primary key (entity, record_id)
);

create function is_sample(of_entity text, id integer) returns boolean language sql stable as $$
  select exists (select from sample_records s where s.entity = of_entity and s.record_id = id and not s.stays)
$$;

-- Marks the samples that stay because records of the company depend on them, and gives how many more they became.
create function keep_used_samples() returns integer language plpgsql as $$
declare kept integer;
begin
  with used (entity, id) as (
    select 'customers', o.customer_id from orders o where not is_sample('orders', o.id)
    union select 'customers', i.customer_id from invoices i where not is_sample('invoices', i.id)
    union select 'customers', l.converted_customer_id from leads l where not is_sample('leads', l.id)
    union select 'orders', i.order_id from invoices i where not is_sample('invoices', i.id)
    union select 'invoices', p.invoice_id from payments p where not is_sample('payments', p.id)
    union select 'invoices', n.invoice_id from credit_notes n where not is_sample('credit_notes', n.id)
    union select 'payments', p.id from payments p where not is_sample('invoices', p.invoice_id)
    union select 'credit_notes', n.id from credit_notes n where not is_sample('invoices', n.invoice_id)
    union select 'invoices', e.invoice_id from e_invoices e where not is_sample('e_invoices', e.invoice_id)
    union select 'invoices', e.invoice_id from e_way_bills e where not is_sample('e_way_bills', e.invoice_id)
    union select 'e_invoices', e.invoice_id from e_invoices e where not is_sample('invoices', e.invoice_id)
    union select 'e_way_bills', e.invoice_id from e_way_bills e where not is_sample('invoices', e.invoice_id)
    union select 'credit_notes', e.credit_note_id from note_e_invoices e
    union select 'customers', a.customer_id from advances a where not is_sample('advances', a.id)
    union select 'orders', a.order_id from advances a where a.order_id is not null and not is_sample('advances', a.id)
    -- An advance, what payments took of it and what was given back stay together, or its sums were wrong.
    union select 'advances', p.advance_id from payments p where p.advance_id is not null and not is_sample('payments', p.id)
    union select 'payments', p.id from payments p where p.advance_id is not null and not is_sample('advances', p.advance_id)
    union select 'advances', r.advance_id from advance_refunds r where not is_sample('advance_refunds', r.id)
    union select 'advance_refunds', r.id from advance_refunds r where not is_sample('advances', r.advance_id)
    -- A legal series has no gaps: what was issued after a document of one's own stays.
    union select 'invoices', i.id from invoices i join (
        select number_year, min(number_sequence) as first from invoices own
        where not is_sample('invoices', own.id) group by number_year
      ) f on f.number_year = i.number_year and f.first < i.number_sequence
    union select 'credit_notes', n.id from credit_notes n join (
        select kind, number_year, min(number_sequence) as first from credit_notes own
        where not is_sample('credit_notes', own.id) group by kind, number_year
      ) f on f.kind = n.kind and f.number_year = n.number_year and f.first < n.number_sequence
    union select 'advances', a.id from advances a join (
        select number_year, min(number_sequence) as first from advances own
        where not is_sample('advances', own.id) group by number_year
      ) f on f.number_year = a.number_year and f.first < a.number_sequence
    union select 'advance_refunds', r.id from advance_refunds r join (
        select number_year, min(number_sequence) as first from advance_refunds own
        where not is_sample('advance_refunds', own.id) group by number_year
      ) f on f.number_year = r.number_year and f.first < r.number_sequence
    union select 'products', l.product_id from order_lines l where not is_sample('orders', l.order_id)
    union select 'products', l.product_id from invoice_lines l where not is_sample('invoices', l.invoice_id)
    union select 'services', l.service_id from order_lines l where not is_sample('orders', l.order_id)
    union select 'services', l.service_id from invoice_lines l where not is_sample('invoices', l.invoice_id)
    union select 'brands', p.brand_id from products p where not is_sample('products', p.id)
    union select 'workspaces', r.workspace_id from leads r where not is_sample('leads', r.id)
    union select 'workspaces', r.workspace_id from customers r where not is_sample('customers', r.id)
    union select 'workspaces', m.workspace_id from workspace_members m where not is_sample('users', m.user_id)
    union select 'users', r.assigned_to from leads r where not is_sample('leads', r.id)
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

-- Removes the samples that no record of the company depends on, with their notes, files and steps; gives how many.
create function remove_samples() returns integer language plpgsql as $$
declare
  gone integer;
  part text;
begin
  update sample_records set stays = false where stays;
  while keep_used_samples() > 0 loop null; end loop;
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
  delete from voucher_files f using (
      select voucher_number, 'advances' as entity, id from advances
      union all select voucher_number, 'advance_refunds', id from advance_refunds
    ) v join sample_records s on s.entity = v.entity and s.record_id = v.id and not s.stays
    where f.voucher_number = v.voucher_number;
  foreach part in array array['credit_notes', 'payments', 'advance_refunds', 'advances', 'invoices', 'orders',
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

-- Number series without their removed samples.
create function begin_series_anew() returns void language plpgsql as $$
begin
  delete from invoice_numbers s
    where not exists (select from invoices i where i.number_year = s.financial_year and i.number_sequence is not null);
  update invoice_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from invoices where number_sequence is not null group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
  delete from credit_note_numbers s where not exists (select from credit_notes n
    where n.kind = 'credit' and n.number_year = s.financial_year and n.number_sequence is not null);
  delete from freed_invoice_numbers f where not exists (select from invoice_numbers s
    where s.financial_year = f.financial_year and s.first_number <= f.number);
  update credit_note_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from credit_notes
      where kind = 'credit' and number_sequence is not null group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
  delete from debit_note_numbers s where not exists (select from credit_notes n
    where n.kind = 'debit' and n.number_year = s.financial_year and n.number_sequence is not null);
  update debit_note_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from credit_notes
      where kind = 'debit' and number_sequence is not null group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
  delete from receipt_voucher_numbers s where not exists (select from advances a where a.number_year = s.financial_year);
  update receipt_voucher_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from advances group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
  delete from refund_voucher_numbers s where not exists (select from advance_refunds r where r.number_year = s.financial_year);
  update refund_voucher_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from advance_refunds group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
end $$;

-- Every choice is kept: the newest of a type is the one in force. One who left takes the choices along.
create table consents (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  consent_type text not null
    check (consent_type in ('data_processing', 'marketing', 'analytics', 'cookies')),
  granted boolean not null,
  created_at timestamp(3) with time zone not null
);
create index consents_newest on consents (user_id, consent_type, id desc);
select track_log('consents', 'consents', 'id', '{updated_at}');

-- One row, which is there from the start.
create table privacy_policy (
  id integer primary key default 1 check (id = 1),
  data_controller text not null,
  contact text not null,
  -- [{item, period}], in the order in which they are shown.
  retention_periods jsonb not null,
  user_rights jsonb not null,
  processing_purposes jsonb not null,
  updated_at timestamp(3) with time zone not null
);
insert into privacy_policy values (1,
  'The company that runs this system. An administrator can put its name and address here.',
  'Please ask an administrator of this system.',
  '[{"item": "Account and profile", "period": "While the account is in use; anonymized on request"},
    {"item": "Activity log", "period": "As long as the business records that it tells of"},
    {"item": "Sign-in sessions", "period": "90 days after they ended"},
    {"item": "Failed sign-ins", "period": "1 day"},
    {"item": "Consent choices", "period": "As long as the account exists"},
    {"item": "Orders, invoices and payments", "period": "8 years, as company law asks"}]',
  '["Access: see the data stored about you and download it at any time",
    "Rectification: correct your profile or ask an administrator to",
    "Erasure: have your personal data anonymized",
    "Portability: receive your data as a JSON file",
    "Withdrawal of consent: change each of your choices at any time",
    "Complaint: turn to the data controller or the data protection authority"]',
  '["Running customer relations, orders, invoices and payments",
    "Signing in and keeping accounts secure",
    "Recording who changed what, for accounting and audits",
    "Sending the notifications that you chose"]',
  now());
select track_log('privacy_policy', 'privacy_policy', 'id', '{updated_at}');

-- People whose names were replaced in the database a moment ago: until everything that was under way then has ended, and the
-- files of the outbox were looked through, what they were called has to be known.
create table erasures (
  user_id integer primary key,
  emails text[] not null,
  names text[] not null,
  created_at timestamp(3) with time zone not null,
  -- By the clock of the database, when the job first saw it: whatever began later reads no former name.
  seen_at timestamp with time zone
);

-- A document with a person's name replaced wherever it says who did something, at any depth: `created_by_name` beside the id in
-- `created_by`, `assigned_first_name` beside that in `assigned_to`. Without an id the former names tell.
create function with_name(given jsonb, person integer, former text[], becomes jsonb) returns jsonb language plpgsql immutable as $$
declare
  result jsonb := given;
  key text;
  value jsonb;
  parts text[];
  whose text;
begin
  if jsonb_typeof(given) = 'array' then
    return coalesce((select jsonb_agg(with_name(each, person, former, becomes) order by place)
      from jsonb_array_elements(given) with ordinality elements (each, place)), given);
  end if;
  if jsonb_typeof(given) <> 'object' then
    return given;
  end if;
  for key, value in select * from jsonb_each(given) loop
    parts := coalesce(regexp_match(key, '^(.+_(?:by|to))_(name)$'), regexp_match(key, '^(assigned)_((?:first|last)_name)$'));
    if parts is not null and jsonb_typeof(value) = 'string' then
      whose := coalesce(given ->> parts[1], given ->> (parts[1] || '_to'));
      if whose = person::text or (whose is null and value #>> '{}' = any (former)) then
        result := result || jsonb_build_object(key, becomes -> parts[2]);
      end if;
    elsif jsonb_typeof(value) in ('array', 'object') then
      result := result || jsonb_build_object(key, with_name(value, person, former, becomes));
    end if;
  end loop;
  return result;
end $$;
