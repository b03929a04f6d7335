-- Payments to vendors, each over many bills (docs/product/vendor-payments.md).
create table vendor_payments (
  id integer generated always as identity primary key,
  payment_number text not null unique,
  vendor_id integer not null references vendors,
  payment_date date not null,
  payment_method text not null check (payment_method in ('cash', 'check', 'bank_transfer', 'credit_card', 'other')),
  reference_number text,
  -- 0 where it only sets credits against bills.
  amount numeric(14,2) not null check (amount >= 0),
  -- Of the unallocated advance.
  tds_code text,
  tds_amount numeric(14,2) not null default 0 check (tds_amount >= 0),
  tds_base numeric(14,2) not null default 0 check (tds_base >= 0),
  -- The sums of its allocations, stored so that a list need not add them up.
  round_off numeric(14,2) not null default 0,
  allocated_amount numeric(14,2) not null default 0,
  allocated_tds numeric(14,2) not null default 0,
  status text not null default 'completed' check (status in ('completed', 'cancelled')),
  notes text,
  counted_at timestamp(3) with time zone,
  reversed_at timestamp(3) with time zone,
  number_year text not null,
  number_sequence integer not null check (number_sequence > 0),
  -- No foreign key: past work keeps its maker's name when the user is gone.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (number_year, number_sequence)
);
create index vendor_payments_newest on vendor_payments (created_at desc, id desc);
create index vendor_payments_vendor_id on vendor_payments (vendor_id);
create index vendor_payments_created_by on vendor_payments (created_by);
create index vendor_payments_date on vendor_payments (payment_date);
select track_changes('vendor_payments'), note_changes_of('vendor_payments'),
  track_log('vendor_payments', 'vendor_payments', 'id', '{updated_at,created_by_name}');
create trigger note_gone after delete on vendor_payments for each row execute function note_gone('vendor_payments');
create trigger keep_deleted after delete on vendor_payments referencing old table as gone
  for each statement execute function keep_deleted();
create trigger keep_counted before insert or update of status on vendor_payments
  for each row execute function keep_counted('{cancelled}');

create table vendor_payment_allocations (
  id integer generated always as identity primary key,
  vendor_payment_id integer not null references vendor_payments on delete cascade,
  bill_id integer not null references bills,
  allocation_date date not null,
  -- Below 0 where a credit of the vendor is used.
  amount numeric(14,2) not null,
  -- The part of the TDS of an advance that goes to the bill with it.
  tds_amount numeric(14,2) not null default 0 check (tds_amount >= 0),
  round_off numeric(14,2) not null default 0 check (round_off between -1 and 1),
  is_reversed boolean not null default false,
  created_at timestamp(3) with time zone not null,
  check (amount + round_off <> 0)
);
create index vendor_payment_allocations_payment_id on vendor_payment_allocations (vendor_payment_id);
create index vendor_payment_allocations_bill_id on vendor_payment_allocations (bill_id);
select track_log('vendor_payment_allocations', 'vendor_payments', 'vendor_payment_id', '{vendor_payment_id,created_at}', true);

-- Payments show their vendor's name.
create function note_vendor_on_vendor_payments() returns trigger language plpgsql as $$
begin
  perform note_changed('vendor_payments', array(select id from vendor_payments where vendor_id = new.id limit 2001));
  return null;
end $$;
create trigger note_shown_on_vendor_payments after update on vendors for each row
  when (old.company_name is distinct from new.company_name) execute function note_vendor_on_vendor_payments();

-- Statements of vendors are scheduled like those of customers.
alter table saved_reports add column vendor_id integer references vendors on delete cascade,
  drop constraint saved_reports_statement,
  add constraint saved_reports_statement check ((report = 'statement') = (num_nonnulls(customer_id, vendor_id) = 1)
    and num_nonnulls(customer_id, vendor_id) <= 1);
create index saved_reports_vendor_id on saved_reports (vendor_id) where vendor_id is not null;

-- Sample payments go before the bills that they pay; those that own records name stay, and so do the numbers after an own one.
create function keep_paid_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'vendors', p.vendor_id from vendor_payments p where not is_sample('vendor_payments', p.id)
    -- A payment and its bills stay together, or their sums were wrong.
    union select 'bills', a.bill_id from vendor_payment_allocations a where not is_sample('vendor_payments', a.vendor_payment_id)
    union select 'vendor_payments', a.vendor_payment_id from vendor_payment_allocations a where not is_sample('bills', a.bill_id)
    union select 'vendor_payments', p.id from vendor_payments p join (
        select number_year, min(number_sequence) as first from vendor_payments own
        where not is_sample('vendor_payments', own.id) group by number_year
      ) f on f.number_year = p.number_year and f.first < p.number_sequence
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

create function begin_vendor_payments_anew() returns void language plpgsql as $$
begin
  delete from vendor_payment_numbers s where not exists (select from vendor_payments p where p.number_year = s.financial_year);
  update vendor_payment_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from vendor_payments group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
end $$;

do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  paid text := case when position('''bills'', ' in source) > 0 then '''bills'', ' else '''vendors'', ' end;
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_bought_samples()', 'keep_bought_samples() + keep_paid_samples()'],
    [paid, '''vendor_payments'', ' || paid],
    ['begin_transfers_anew()', 'begin_transfers_anew(), begin_vendor_payments_anew()']
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
    create index vendor_payments_search on vendor_payments using gin (
      folded(E'\n' || coalesce(payment_number, '') || E'\n') gin_trgm_ops);
  end if;
end $$;
