-- Money that a customer pays before an invoice, with a receipt voucher (docs/product/advances.md), and what of it is given back.
create table receipt_voucher_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0)
);
create table refund_voucher_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0)
);
select track_log(series, series, 'financial_year', '{}')
  from unnest(array['receipt_voucher_numbers', 'refund_voucher_numbers']) series;

create table advances (
  id integer generated always as identity primary key,
  voucher_number text not null unique,
  customer_id integer not null references customers,
  order_id integer references orders,
  advance_date date not null,
  amount numeric(14,2) not null check (amount > 0),
  payment_method text not null check (payment_method in ('cash', 'check', 'bank_transfer', 'credit_card', 'other')),
  reference_number text,
  notes text,
  status text not null default 'open' check (status in ('open', 'settled', 'cancelled')),
  supply_type text not null,
  place_of_supply text,
  reverse_charge boolean not null default false,
  taxable_value numeric(14,2) not null,
  tax_amount numeric(14,2) not null check (tax_amount >= 0),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  adjusted_amount numeric(14,2) not null default 0 check (adjusted_amount >= 0),
  refunded_amount numeric(14,2) not null default 0 check (refunded_amount >= 0),
  balance numeric(14,2) not null
    generated always as (case when status = 'cancelled' then 0 else amount - adjusted_amount - refunded_amount end) stored,
  -- What the voucher says, as it was when it was issued.
  voucher jsonb not null,
  logo_digest text references printed_logos,
  created_by integer,
  created_by_name text not null,
  number_year text not null,
  number_sequence integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (number_year, number_sequence),
  check (adjusted_amount + refunded_amount <= amount),
  check (status <> 'cancelled' or adjusted_amount + refunded_amount = 0),
  check ((status = 'settled') = (adjusted_amount + refunded_amount = amount)),
  check (amount = taxable_value + tax_amount and tax_amount = cgst_amount + sgst_amount + igst_amount)
);
create index advances_newest on advances (created_at desc, id desc);
create index advances_customer_id on advances (customer_id);
create index advances_order_id on advances (order_id);
create index advances_created_by on advances (created_by);
create index advances_date on advances (advance_date);

create table advance_refunds (
  id integer generated always as identity primary key,
  advance_id integer not null references advances,
  voucher_number text not null unique,
  refund_date date not null,
  amount numeric(14,2) not null check (amount > 0),
  payment_method text not null check (payment_method in ('cash', 'check', 'bank_transfer', 'credit_card', 'other')),
  reference_number text,
  notes text,
  voucher jsonb not null,
  logo_digest text references printed_logos,
  created_by_name text not null,
  number_year text not null,
  number_sequence integer not null,
  created_at timestamp(3) with time zone not null,
  unique (number_year, number_sequence)
);
create index advance_refunds_advance_id on advance_refunds (advance_id, id);
create index advance_refunds_date on advance_refunds (refund_date);

-- What an invoice takes of an advance is a payment of it.
alter table payments add column advance_id integer references advances;
create index payments_advance_id on payments (advance_id) where advance_id is not null;

create function keep_voucher() returns trigger language plpgsql as $$
begin
  if (new.voucher, new.logo_digest, new.voucher_number) is distinct from (old.voucher, old.logo_digest, old.voucher_number) then
    raise exception 'What a voucher says never changes';
  end if;
  return new;
end $$;
create trigger keep_voucher before update on advances for each row execute function keep_voucher();
create trigger keep_voucher before update on advance_refunds for each row execute function keep_voucher();

-- The files of vouchers, made once.
create table voucher_files (
  voucher_number text primary key,
  pdf bytea not null
);
alter table voucher_files alter column pdf set storage external;

select track_log('advances', 'advances', 'id', '{updated_at,created_by_name,voucher,balance}');
select track_log('advance_refunds', 'advance_refunds', 'id', '{created_by_name,voucher}');
select note_changes_of('advances');

-- Advances are where their customer is.
create function advance_left() returns trigger language plpgsql as $$
begin
  perform note_left('advances', old.id, (select workspace_id from customers where id = old.customer_id), array[old.created_by]);
  return null;
end $$;
create trigger note_gone after delete on advances for each row execute function advance_left();
create trigger note_moved after update on advances for each row
  when (old.created_by is distinct from new.created_by or old.customer_id is distinct from new.customer_id)
  execute function advance_left();

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

do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index advances_search on advances using gin (lower(E'\n' || voucher_number || E'\n') gin_trgm_ops);
  end if;
end $$;
