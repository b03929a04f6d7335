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
  total_amount numeric(14,2) not null check (total_amount = subtotal + tax_amount),
  -- No foreign key: past work keeps its maker's name when the user is gone.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index orders_newest on orders (created_at desc, id desc);
create index orders_customer_id on orders (customer_id);
select track_changes('orders');

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
  unit_price numeric(14,2) not null check (unit_price >= 0),
  line_total numeric(14,2) not null check (line_total >= 0),
  notes text,
  check ((product_id is null) <> (service_id is null)),
  check (product_id is null or quantity = trunc(quantity))
);
create index order_lines_order_id on order_lines (order_id, position);
create index order_lines_product_id on order_lines (product_id) where product_id is not null;
create index order_lines_service_id on order_lines (service_id) where service_id is not null;

create table invoice_lines (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices on delete cascade,
  position integer not null,
  product_id integer references products,
  service_id integer references services,
  -- What of an order this line charges for. The order's line cannot go while it is invoiced.
  order_line_id integer references order_lines,
  description text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  unit_price numeric(14,2) not null check (unit_price >= 0),
  line_total numeric(14,2) not null check (line_total >= 0),
  check (product_id is null or service_id is null)
);
create index invoice_lines_invoice_id on invoice_lines (invoice_id, position);
create index invoice_lines_order_line_id on invoice_lines (order_line_id) where order_line_id is not null;
create index invoice_lines_product_id on invoice_lines (product_id) where product_id is not null;
create index invoice_lines_service_id on invoice_lines (service_id) where service_id is not null;

alter table invoices
  add foreign key (order_id) references orders,
  add column item_count integer not null default 0 check (item_count >= 0),
  -- The place in its series, such as 26-27 and 17; null for a draft that never had one.
  add column number_year text,
  add column number_sequence integer check (number_sequence > 0),
  add column created_by integer,
  add column created_by_name text not null default 'System',
  add unique (number_year, number_sequence),
  add check ((number_year is null) = (number_sequence is null));

alter table payments
  add column created_by integer,
  add column created_by_name text not null default 'System';

-- The next order number of a financial year such as 26-27. A sequence and no kept count: nobody waits for the number until
-- somebody else's order is done, and an order that fails late takes its number along (contract: Orders asks for unique).
create function next_order_number(financial_year text) returns bigint language plpgsql as $$
declare
  numbers text := 'order_numbers_' || replace(financial_year, '-', '_');
begin
  if to_regclass(numbers) is null then
    perform pg_advisory_xact_lock(hashtextextended(numbers, 0));
    execute format('create sequence if not exists %I', numbers);
  end if;
  return nextval(numbers::regclass);
end $$;
