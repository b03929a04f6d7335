-- The money desk: receipts over many invoices (docs/product/receipts.md), and reminders of unpaid ones
-- (docs/product/receivables.md).
create table receipt_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0),
  first_number integer not null default 1
);
select track_log('receipt_numbers', 'receipt_numbers', 'financial_year', '{}');

create table receipts (
  id integer generated always as identity primary key,
  receipt_number text not null unique,
  customer_id integer not null references customers,
  receipt_date date not null,
  payment_method text not null check (payment_method in ('cash', 'check', 'bank_transfer', 'credit_card', 'other')),
  reference_number text,
  amount numeric(14,2) not null check (amount > 0),
  -- The sums of its payments, stored so that a list need not add them up; a cancelled one has its former sums.
  tds_amount numeric(14,2) not null default 0 check (tds_amount between 0 and amount),
  round_off numeric(14,2) not null default 0,
  allocated_amount numeric(14,2) not null default 0 check (allocated_amount between 0 and amount),
  status text not null default 'completed' check (status in ('completed', 'cancelled')),
  notes text,
  created_by integer,
  created_by_name text not null,
  number_year text not null,
  number_sequence integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (number_year, number_sequence)
);
create index receipts_newest on receipts (created_at desc, id desc);
create index receipts_customer_id on receipts (customer_id);
create index receipts_created_by on receipts (created_by);
create index receipts_date on receipts (receipt_date);
select track_changes('receipts'), note_changes_of('receipts'),
  track_log('receipts', 'receipts', 'id', '{updated_at,created_by_name}');
create trigger note_gone after delete on receipts for each row execute function sale_left('receipts');
create trigger note_moved after update on receipts for each row
  when (old.customer_id is distinct from new.customer_id or old.created_by is distinct from new.created_by)
  execute function sale_left('receipts');
create trigger keep_deleted after delete on receipts referencing old table as gone
  for each statement execute function keep_deleted();

create function note_customer_on_receipts() returns trigger language plpgsql as $$
begin
  if old.workspace_id is distinct from new.workspace_id then
    insert into changes (entity, id, moved, was_workspace, was_owners)
    select 'receipts', id, true, old.workspace_id, array_remove(array[created_by], null) from receipts
    where customer_id = new.id;
  else
    perform note_changed('receipts', array(select id from receipts where customer_id = new.id limit 2001));
  end if;
  return null;
end $$;
create trigger note_shown_on_receipts after update on customers for each row
  when (old.company_name is distinct from new.company_name or old.workspace_id is distinct from new.workspace_id)
  execute function note_customer_on_receipts();

-- A payment is part of a receipt: money, or TDS and round-off, which lower an invoice without any.
alter table payments add column kind text not null default 'cash' check (kind in ('cash', 'tds', 'round_off')),
  add column receipt_id integer references receipts,
  drop constraint payments_amount_check,
  add constraint payments_amount
    check (amount > 0 or (kind = 'round_off' and amount between -1 and 1 and amount <> 0)),
  add constraint payments_kind check (kind = 'cash' or receipt_id is not null);
create index payments_receipt_id on payments (receipt_id) where receipt_id is not null;
drop index payments_completed;
create index payments_received on payments (payment_date) include (invoice_id, amount)
  where status = 'completed' and kind = 'cash';

-- By GST an advance holds the rest of a receipt.
alter table advances add column receipt_id integer references receipts;
create unique index advances_receipt_id on advances (receipt_id) where receipt_id is not null;
create function note_receipt_left() returns trigger language plpgsql as $$
begin
  perform note_changed('receipts', array[new.receipt_id]);
  return null;
end $$;
create trigger note_on_receipt after update on advances for each row
  when (new.receipt_id is not null and old.balance is distinct from new.balance) execute function note_receipt_left();

-- The instants since when a document counts in its customer's account, and since when no longer: they give the account of a
-- past day. Null in older documents, where `created_at` and `updated_at` take their place.
alter table invoices add column is_disputed boolean not null default false, add column dispute_note text,
  add column promised_on date,
  add column counted_at timestamp(3) with time zone, add column reversed_at timestamp(3) with time zone;
alter table payments add column counted_at timestamp(3) with time zone,
  add column reversed_at timestamp(3) with time zone;
alter table credit_notes add column counted_at timestamp(3) with time zone,
  add column reversed_at timestamp(3) with time zone;
alter table advances add column counted_at timestamp(3) with time zone,
  add column reversed_at timestamp(3) with time zone;
alter table receipts add column counted_at timestamp(3) with time zone,
  add column reversed_at timestamp(3) with time zone;

create function keep_counted() returns trigger language plpgsql as $$
declare
  silent text[] := tg_argv[0]::text[];
  counts boolean := not new.status = any (silent);
  counted boolean := tg_op = 'UPDATE' and not old.status = any (silent);
begin
  if counts and not counted then
    new.counted_at := new.updated_at;
    new.reversed_at := null;
  elsif counted and not counts then
    new.counted_at := coalesce(new.counted_at, new.created_at);
    new.reversed_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger keep_counted before insert or update of status on invoices
  for each row execute function keep_counted('{draft,cancelled}');
create trigger keep_counted before insert or update of status on payments
  for each row execute function keep_counted('{pending,processing,failed}');
create trigger keep_counted before insert or update of status on credit_notes
  for each row execute function keep_counted('{draft,cancelled}');
create trigger keep_counted before insert or update of status on advances
  for each row execute function keep_counted('{cancelled}');
create trigger keep_counted before insert or update of status on receipts
  for each row execute function keep_counted('{cancelled}');

-- Reminders that went out.
alter table customers add column no_reminders boolean not null default false;
create table payment_reminders (
  id integer generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  reminder_date date not null,
  is_scheduled boolean not null,
  recipient text not null,
  amount numeric(14,2) not null check (amount > 0),
  -- The invoices in it, each with its balance on that day.
  invoices jsonb not null,
  mail_id bigint references mails on delete set null,
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null
);
create index payment_reminders_customer_id on payment_reminders (customer_id, reminder_date desc);
create index payment_reminders_mail_id on payment_reminders (mail_id);
create index payment_reminders_created_by on payment_reminders (created_by);
select track_log('payment_reminders', 'payment_reminders', 'id', '{created_by_name}');

-- A receipt is payments: a role has the same rights on both. Copies of the version before write roles without those on
-- receipts, until the release after this one; a role that has some keeps them.
create function keep_receipt_rights() returns trigger language plpgsql as $$
begin
  if not new.rights ? 'receipts' then
    new.rights := new.rights || jsonb_build_object('receipts',
      coalesce(old.rights->'receipts', (new.rights->'payments') - 'refund'));
  end if;
  return new;
end $$;
create trigger keep_receipt_rights before insert or update on roles
  for each row execute function keep_receipt_rights();
update roles set rights = rights where not rights ? 'receipts';

-- Sample receipts are removed after their payments and advances; those that the company's own records name stay.
create function keep_received_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'customers', r.customer_id from receipts r where not is_sample('receipts', r.id)
    -- A receipt and its parts stay together, or its sums were wrong.
    union select 'receipts', p.receipt_id from payments p where p.receipt_id is not null and not is_sample('payments', p.id)
    union select 'payments', p.id from payments p where p.receipt_id is not null and not is_sample('receipts', p.receipt_id)
    union select 'receipts', a.receipt_id from advances a where a.receipt_id is not null and not is_sample('advances', a.id)
    union select 'advances', a.id from advances a where a.receipt_id is not null and not is_sample('receipts', a.receipt_id)
    union select 'receipts', r.id from receipts r join (
        select number_year, min(number_sequence) as first from receipts own
        where not is_sample('receipts', own.id) group by number_year
      ) f on f.number_year = r.number_year and f.first < r.number_sequence
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

create function begin_receipts_anew() returns void language plpgsql as $$
begin
  delete from receipt_numbers s where not exists (select from receipts r where r.number_year = s.financial_year);
  update receipt_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from receipts group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
end $$;

-- Their place among the samples that are removed (0121 and later).
do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_listed_samples()', 'keep_listed_samples() + keep_received_samples()'],
    ['''advances'', ''invoices''', '''advances'', ''receipts'', ''invoices'''],
    ['perform begin_series_anew()', 'perform begin_receipts_anew(), begin_series_anew()']
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
    create index receipts_search on receipts using gin (
      folded(E'\n' || coalesce(receipt_number, '') || E'\n') gin_trgm_ops);
  end if;
end $$;
