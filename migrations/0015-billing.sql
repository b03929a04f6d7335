-- The company as it names itself on its invoices: one row, which is there from the start.
create table billing_profile (
  id integer primary key default 1 check (id = 1),
  company_name text,
  tax_id text,
  billing_address text,
  city text,
  state text,
  zip_code text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
select track_changes('billing_profile');
insert into billing_profile (created_at, updated_at) values (now(), now());

-- The accounts that the company is paid into; the default one is printed on invoices.
create table payment_methods (
  id integer generated always as identity primary key,
  type text not null check (type in ('bank', 'upi', 'card')),
  label text,
  brand text,
  last4 text,
  account_holder text,
  -- Printed whole, so kept whole; of a card nothing but its last four digits is ever kept.
  account_number text check (account_number is null or type = 'bank'),
  ifsc text,
  upi_id text,
  is_default boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index payment_methods_default on payment_methods (is_default) where is_default;
select track_changes('payment_methods');
