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

create function customer_part_left() returns trigger language plpgsql as $$
begin
  perform note_left(tg_table_name::text, old.id, c.workspace_id, array[c.created_by]) from customers c where c.id = old.customer_id;
  return null;
end $$;
select track_log(part, part, 'id', '{updated_at}'), note_changes_of(part)
  from unnest(array['customer_addresses', 'customer_contacts']) part;
create trigger note_gone after delete on customer_addresses for each row execute function customer_part_left();
create trigger note_gone after delete on customer_contacts for each row execute function customer_part_left();
