create table invoices (
  id integer generated always as identity primary key,
  invoice_number text not null unique,
  customer_id integer not null references customers,
  -- No foreign key until orders have a table.
  order_id integer,
  invoice_date date not null,
  due_date date not null check (due_date >= invoice_date),
  terms_conditions text,
  notes text,
  subtotal numeric(14,2) not null check (subtotal >= 0),
  tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
  tax_amount numeric(14,2) not null check (tax_amount >= 0),
  total_amount numeric(14,2) not null check (total_amount >= 0),
  -- The sum of the completed payments, kept so that a list need not add them up.
  paid_amount numeric(14,2) not null default 0 check (paid_amount between 0 and total_amount),
  balance_due numeric(14,2) not null generated always as (total_amount - paid_amount) stored,
  status text not null default 'draft'
    check (status in ('draft', 'sent', 'pending', 'paid', 'partially_paid', 'overdue', 'cancelled')),
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- A draft has no number of the series, and whatever left the draft has one (contract: Invoices).
  constraint invoices_number_of_draft check ((status = 'draft') = (invoice_number = 'DRAFT-' || id))
);
create function number_draft() returns trigger language plpgsql as $$
begin
  new.invoice_number := coalesce(new.invoice_number, 'DRAFT-' || new.id);
  return new;
end $$;
create trigger number_draft before insert on invoices for each row execute function number_draft();
create index invoices_newest on invoices (created_at desc, id desc);
create index invoices_customer_id on invoices (customer_id);
create index invoices_order_id on invoices (order_id) where order_id is not null;
create index invoices_issued on invoices (invoice_date) include (status, balance_due)
  where status not in ('draft', 'cancelled');
select track_changes('invoices');

create table payments (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  payment_method text not null
    check (payment_method in ('cash', 'check', 'bank_transfer', 'credit_card', 'other')),
  amount numeric(14,2) not null check (amount > 0),
  payment_date date not null,
  reference_number text,
  notes text,
  status text not null default 'completed'
    check (status in ('completed', 'pending', 'failed', 'processing')),
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index payments_newest on payments (created_at desc, id desc);
create index payments_invoice_id on payments (invoice_id);
create index payments_completed on payments (payment_date) include (invoice_id, amount)
  where status = 'completed';
select track_changes('payments');

-- How many leads were created on a day (in UTC), by what the dashboard tells apart. A statement adds a row for what it
-- changed instead of changing one, so that two people at once never wait for each other; an hourly job adds rows up.
create table lead_counts (
  day date not null,
  stage_id integer,
  is_open boolean not null,
  leads integer not null
);
create index lead_counts_day on lead_counts (day) include (stage_id, is_open, leads);

create function count_leads() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from lead_counts;
  elsif tg_op = 'INSERT' then
    insert into lead_counts
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, count(*)
      from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into lead_counts
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, -count(*)
      from removed group by 1, 2, 3;
  else
    insert into lead_counts
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, sum(change)
      from (
        select created_at, current_stage_id, status, 1 as change from added
        union all
        select created_at, current_stage_id, status, -1 from removed
      ) changes
      group by 1, 2, 3 having sum(change) <> 0;
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
insert into lead_counts
  select (created_at at time zone 'UTC')::date, current_stage_id,
    status in ('active', 'contacted', 'qualified'), count(*)
  from leads group by 1, 2, 3;

-- A converted lead never changes again, so that its last change is the moment of its conversion.
create index leads_converted on leads (updated_at) include (created_at) where status = 'converted';

-- The feed, its filter by type, and the dashboard's card of all the rest, each newest first.
drop index activity_type;
create index activity_newest on activity (created_at desc, id desc);
create index activity_type_newest on activity (type, created_at desc, id desc);
create index activity_others on activity (created_at desc, id desc)
  where type not in ('lead', 'payment');
