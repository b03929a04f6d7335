-- Bills and credits of vendors (docs/product/bills.md).
create table bills (
  id integer generated always as identity primary key,
  voucher_number text not null unique,
  kind text not null default 'bill' check (kind in ('bill', 'credit')),
  vendor_id integer not null references vendors,
  -- The vendor's own; the key is without case, spaces and leading zeros.
  bill_number text not null,
  bill_key text not null,
  -- The financial year of the bill's date, such as 26-27.
  bill_year text not null,
  bill_date date not null,
  due_date date not null,
  status text not null default 'draft' check (status in ('draft', 'open', 'partially_paid', 'paid', 'overdue', 'cancelled')),
  purchase_order_id integer references purchase_orders,
  -- Of a credit.
  corrects_id integer references bills,
  item_count integer not null check (item_count >= 0),
  -- The total that the vendor's paper says.
  vendor_total numeric(14,2),
  subtotal numeric(14,2) not null check (subtotal >= 0),
  tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
  tax_amount numeric(14,2) not null check (tax_amount >= 0),
  total_amount numeric(14,2) not null,
  tax_mode text not null default 'single' check (tax_mode in ('single', 'gst')),
  place_of_supply text check (place_of_supply ~ '^[0-9]{2}$'),
  supply_type text,
  reverse_charge boolean not null default false,
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  round_off numeric(14,2) not null default 0 check (abs(round_off) < 1),
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  tds_code text,
  tds_rate numeric(5,2),
  tds_base numeric(14,2) not null default 0,
  tds_amount numeric(14,2) not null default 0 check (tds_amount >= 0),
  tds_is_typed boolean not null default false,
  -- The part of its taxable value on which an advance withheld.
  tds_met numeric(14,2) not null default 0 check (tds_met >= 0),
  -- The total without tax under reverse charge, less TDS; of a credit what the vendor owes.
  payable_amount numeric(14,2) not null default 0,
  paid_amount numeric(14,2) not null default 0,
  -- What credits took off it.
  credited_amount numeric(14,2) not null default 0 check (credited_amount >= 0),
  balance_due numeric(14,2) not null generated always as (
    case kind when 'bill' then payable_amount - paid_amount - credited_amount else -(payable_amount - paid_amount - credited_amount) end) stored,
  -- What was accepted when it was booked, in words.
  differences jsonb not null default '[]',
  -- Whether it is due after the limit of a micro or small vendor.
  is_due_late boolean not null default false,
  msme_limit date,
  terms_conditions text,
  notes text,
  counted_at timestamp(3) with time zone,
  reversed_at timestamp(3) with time zone,
  -- Those of a booked bill before its due date changed; null where it never did.
  earlier_due_dates jsonb,
  number_year text not null,
  number_sequence integer not null check (number_sequence > 0),
  -- No foreign key: past work keeps its maker's name when the user is gone.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (number_year, number_sequence),
  constraint bills_gst check (tax_mode = 'single' or tax_amount = cgst_amount + sgst_amount + igst_amount)
);
create unique index bills_number_key on bills (vendor_id, bill_year, bill_key, kind) where status <> 'cancelled';
create index bills_vendor_id on bills (vendor_id, bill_date);
create index bills_newest on bills (created_at desc, id desc);
create index bills_purchase_order_id on bills (purchase_order_id) where purchase_order_id is not null;
create index bills_corrects_id on bills (corrects_id) where corrects_id is not null;
create index bills_falling_due on bills (due_date) where status = 'open' and kind = 'bill';
create index bills_created_by on bills (created_by);
select track_changes('bills'), note_changes_of('bills'), track_log('bills', 'bills', 'id', '{updated_at,created_by_name}');
create trigger note_gone after delete on bills for each row execute function note_gone('bills');
create trigger keep_deleted after delete on bills referencing old table as gone
  for each statement execute function keep_deleted();
create trigger keep_counted before insert or update of status on bills
  for each row execute function keep_counted('{draft,cancelled}');
create trigger keep_due_date before update of due_date on bills for each row
  when (old.due_date is distinct from new.due_date and old.status <> 'draft') execute function keep_due_date();

create table bill_lines (
  id integer generated always as identity primary key,
  bill_id integer not null references bills on delete cascade,
  position integer not null,
  purchase_line_id integer references purchase_order_lines,
  product_id integer references products,
  -- Of a credit: the line of the bill, and why.
  of_line_id integer references bill_lines,
  credit_reason text check (credit_reason in ('returned', 'price')),
  description text not null,
  -- Null where a credit only lowers the price.
  quantity numeric(12,3) check (quantity > 0),
  unit text,
  unit_price numeric not null check (unit_price >= 0) check (scale(unit_price) <= 4),
  line_total numeric(14,2) not null check (line_total >= 0),
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  discount_share numeric(14,2) not null default 0 check (discount_share >= 0),
  hsn_code text,
  -- No foreign key: a line keeps its rate and treatment when the class is gone.
  tax_class_id integer,
  tax_treatment text check (tax_treatment in ('taxable', 'zero_rated', 'nil_rated', 'exempt', 'non_gst')),
  tax_rate numeric(5,2) check (tax_rate between 0 and 100),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount = cgst_amount),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  -- Whether its tax is taken off the company's own.
  itc text not null default 'eligible' check (itc in ('eligible', 'blocked'))
);
create index bill_lines_bill_id on bill_lines (bill_id, position);
create index bill_lines_purchase_line_id on bill_lines (purchase_line_id) where purchase_line_id is not null;
create index bill_lines_product_id on bill_lines (product_id) where product_id is not null;
create index bill_lines_of_line_id on bill_lines (of_line_id) where of_line_id is not null;

-- Freight and the like, spread over the goods of receipts.
create table bill_charges (
  id integer generated always as identity primary key,
  bill_id integer not null references bills on delete cascade,
  position integer not null,
  description text not null,
  amount numeric(14,2) not null check (amount >= 0),
  tax_class_id integer,
  tax_treatment text check (tax_treatment in ('taxable', 'zero_rated', 'nil_rated', 'exempt', 'non_gst')),
  tax_rate numeric(5,2) check (tax_rate between 0 and 100),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount = cgst_amount),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  itc text not null default 'eligible' check (itc in ('eligible', 'blocked')),
  goods_receipt_ids integer[] not null default '{}'
);
create index bill_charges_bill_id on bill_charges (bill_id, position);
create index bill_charges_receipts on bill_charges using gin (goods_receipt_ids);

do $$
declare
  part text;
  arguments text := $call$execute function keep_audit_log('bills', 'bill_id', '{bill_id}', 'true', 'false')$call$;
begin
  foreach part in array array['bill_lines', 'bill_charges'] loop
    perform track_log(part, 'bills', 'bill_id', '{bill_id}', true);
    execute format('create or replace trigger audit_inserted after insert on %I referencing new table as added
      for each statement ', part) || arguments;
    execute format('create or replace trigger audit_updated after update on %I referencing old table as removed new table as added
      for each statement ', part) || arguments;
    execute format('create or replace trigger audit_deleted after delete on %I referencing old table as removed
      for each statement ', part) || arguments;
  end loop;
end $$;

-- Bills show their vendor's name.
create function note_vendor_on_bills() returns trigger language plpgsql as $$
begin
  perform note_changed('bills', array(select id from bills where vendor_id = new.id limit 2001));
  return null;
end $$;
create trigger note_shown_on_bills after update on vendors for each row
  when (old.company_name is distinct from new.company_name) execute function note_vendor_on_bills();

-- Sample bills go before their receipts, orders and vendors; what own records name stays, and so does all that a bill that stays
-- is matched with.
create function keep_billed_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with named (bill_id, entity, record_id) as (
    select b.id, 'vendors', b.vendor_id from bills b
    union select b.id, 'purchase_orders', b.purchase_order_id from bills b where b.purchase_order_id is not null
    union select b.id, 'bills', b.corrects_id from bills b where b.corrects_id is not null
    union select l.bill_id, 'purchase_orders', o.purchase_order_id from bill_lines l
      join purchase_order_lines o on o.id = l.purchase_line_id
    union select l.bill_id, 'products', l.product_id from bill_lines l where l.product_id is not null
    union select c.bill_id, 'goods_receipts', r.id from bill_charges c, unnest(c.goods_receipt_ids) r (id)
  ), used (entity, record_id) as (
    select entity, record_id from named where not is_sample('bills', bill_id)
    union select 'bills', bill_id from named where not is_sample(entity, record_id)
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

create function begin_bills_anew() returns void language sql as $$
  delete from bill_numbers s where not exists (select from bills b where b.number_year = s.financial_year);
$$;

do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_bought_samples()', 'keep_bought_samples() + keep_billed_samples()'],
    ['''goods_receipts'', ', '''bills'', ''goods_receipts'', '],
    ['begin_transfers_anew()', 'begin_transfers_anew(), begin_bills_anew()']
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
    create index bills_search on bills using gin (
      folded(E'\n' || coalesce(voucher_number, '') || E'\n' || coalesce(bill_number, '') || E'\n') gin_trgm_ops);
  end if;
end $$;
