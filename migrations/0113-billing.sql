-- Billing: invoices, advances, payments, credit and debit notes.

create table invoices (
  id integer generated always as identity primary key,
  invoice_number text not null unique,
  customer_id integer not null references customers,
  -- An order may change and go once its invoice is cancelled; the invoice keeps its own words and amounts.
  order_id integer references orders on delete set null,
  invoice_date date not null,
  due_date date not null check (due_date >= invoice_date),
  terms_conditions text,
  notes text,
  subtotal numeric(14,2) not null check (subtotal >= 0),
  tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
  tax_amount numeric(14,2) not null check (tax_amount >= 0),
  total_amount numeric(14,2) not null check (total_amount >= 0),
  -- The sum of the completed payments, kept so that a list need not add them up.
  paid_amount numeric(14,2) not null default 0 check (paid_amount >= 0),
  status text not null default 'draft'
    check (status in ('draft', 'sent', 'pending', 'paid', 'partially_paid', 'overdue', 'cancelled')),
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  item_count integer not null default 0 check (item_count >= 0),
  -- The place in its series, such as 26-27 and 17; null for a draft that never had one.
  number_year text,
  number_sequence integer check (number_sequence > 0),
  created_by integer,
  created_by_name text not null default 'System',
  -- Whether it was mailed or marked as sent: what it goes back to when its payments fall away.
  was_sent boolean not null default false,
  -- The number that a draft has in the mail that is on its way to the customer; nobody else gets it.
  reserved_number text unique,
  mail_id bigint references mails on delete set null,
  mail_status text check (mail_status in ('queued', 'accepted', 'failed')),
  mail_error text,
  mailed_at timestamp(3) with time zone,
  tax_mode text not null default 'single' check (tax_mode in ('single', 'gst')),
  billing_address_id integer references customer_addresses on delete set null,
  shipping_address_id integer references customer_addresses on delete set null,
  place_of_supply text check (place_of_supply ~ '^[0-9]{2}$'),
  supply_type text check (supply_type in ('b2b', 'b2c', 'sez_with', 'sez_without', 'export_with',
    'export_without', 'deemed')),
  reverse_charge boolean not null default false,
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  round_off numeric(14,2) not null default 0 check (abs(round_off) < 1),
  -- What credit and debit notes take off the invoice and add to it (docs/product/credit-notes.md).
  credited_amount numeric(14,2) not null default 0 check (credited_amount >= 0),
  debited_amount numeric(14,2) not null default 0 check (debited_amount >= 0),
  balance_due numeric(14,2) not null
    generated always as (greatest(total_amount + debited_amount - paid_amount - credited_amount, 0)) stored,
  -- The shipping bill of an export, which comes after its invoice (docs/product/invoices.md#shipping-bill).
  shipping_bill_number text check (shipping_bill_number ~ '^[0-9]{3,7}$'),
  shipping_bill_date date,
  port_code text check (port_code ~ '^[0-9A-Z]{6}$'),
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  -- A draft has no number of the series, any other invoice has one.
  constraint invoices_number_of_draft check ((status = 'draft') = (invoice_number = 'DRAFT-' || id)),
  unique (number_year, number_sequence),
  constraint invoices_check2 check ((number_year is null) = (number_sequence is null)),
  constraint invoices_check3 check (reserved_number is null or (status = 'draft' and number_sequence is not null)),
  constraint invoices_gst check (tax_mode = 'single' or tax_amount = cgst_amount + sgst_amount + igst_amount)
);
create index invoices_newest on invoices (created_at desc, id desc);
create index invoices_customer_id on invoices (customer_id);
create index invoices_order_id on invoices (order_id) where order_id is not null;
create index invoices_issued on invoices (invoice_date) include (status, balance_due)
  where status not in ('draft', 'cancelled');
create index invoices_mail_queued on invoices (mail_id) where mail_status = 'queued';
create index invoices_falling_due on invoices (due_date) where status in ('pending', 'sent');
create index invoices_created_by on invoices (created_by);
create index invoices_outstanding on invoices (customer_id)
  where status in ('pending', 'sent', 'partially_paid', 'overdue') and balance_due > 0;
create index invoices_billing_address on invoices (billing_address_id) where billing_address_id is not null;
create index invoices_shipping_address on invoices (shipping_address_id) where shipping_address_id is not null;
create index invoices_due on invoices (due_date, id)
  where status in ('pending', 'sent', 'partially_paid', 'overdue') and balance_due > 0;
select track_changes('invoices'), note_changes_of('invoices'),
  track_log('invoices', 'invoices', 'id', '{updated_at,created_by_name}');

create function number_draft() returns trigger language plpgsql as $$
begin
  new.invoice_number := coalesce(new.invoice_number, 'DRAFT-' || new.id);
  return new;
end $$;
create trigger number_draft before insert on invoices for each row execute function number_draft();
create trigger note_gone after delete on invoices for each row execute function sale_left('invoices');
create trigger note_moved after update on invoices for each row
  when (old.customer_id is distinct from new.customer_id or old.created_by is distinct from new.created_by)
  execute function sale_left('invoices');

create function note_invoice_shown() returns trigger language plpgsql as $$
begin
  perform note_changed('payments', array(select id from payments where invoice_id = new.id limit 2001));
  perform note_changed('orders', array(select distinct l.order_id from invoice_lines il
    join order_lines l on l.id = il.order_line_id where il.invoice_id = new.id limit 2001));
  return null;
end $$;
create trigger note_shown after update on invoices for each row
  when (old.invoice_number is distinct from new.invoice_number or old.customer_id is distinct from new.customer_id
    or (old.status = 'cancelled') <> (new.status = 'cancelled'))
  execute function note_invoice_shown();
create trigger keep_deleted after delete on invoices referencing old table as gone
  for each statement execute function keep_deleted();

create table invoice_lines (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices on delete cascade,
  position integer not null,
  product_id integer references products,
  service_id integer references services,
  -- What of an order this line charges for; the rules of orders keep that line until the invoice is cancelled.
  order_line_id integer references order_lines on delete set null,
  description text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  unit_price numeric not null check (unit_price >= 0) check (scale(unit_price) <= 4),
  line_total numeric(14,2) not null check (line_total >= 0),
  hsn_code text,
  unit text,
  discount_percent numeric(5,2) check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  tax_class_id integer,
  tax_treatment text
    check (tax_treatment in ('taxable', 'zero_rated', 'nil_rated', 'exempt', 'non_gst')),
  tax_rate numeric(5,2) check (tax_rate between 0 and 100),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 constraint invoice_lines_check1 check (sgst_amount = cgst_amount),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  discount_share numeric(14,2) not null default 0 check (discount_share >= 0),
  check (product_id is null or service_id is null)
);
create index invoice_lines_invoice_id on invoice_lines (invoice_id, position);
create index invoice_lines_order_line_id on invoice_lines (order_line_id) where order_line_id is not null;
create index invoice_lines_product_id on invoice_lines (product_id) where product_id is not null;
create index invoice_lines_service_id on invoice_lines (service_id) where service_id is not null;
select track_log('invoice_lines', 'invoices', 'invoice_id', '{invoice_id}', true);
-- The log has each line, regardless of how many a statement writes: a document's history shows them (last argument).
create or replace trigger audit_inserted after insert on invoice_lines referencing new table as added
  for each statement execute function keep_audit_log('invoices', 'invoice_id', '{invoice_id}', 'true', 'false');
create or replace trigger audit_updated after update on invoice_lines referencing old table as removed new table as added
  for each statement execute function keep_audit_log('invoices', 'invoice_id', '{invoice_id}', 'true', 'false');
create or replace trigger audit_deleted after delete on invoice_lines referencing old table as removed
  for each statement execute function keep_audit_log('invoices', 'invoice_id', '{invoice_id}', 'true', 'false');

create function note_invoiced() returns trigger language plpgsql as $$
begin
  perform note_changed('orders', array(select distinct l.order_id from written w
    join order_lines l on l.id = w.order_line_id limit 2001));
  return null;
end $$;
create trigger note_inserted after insert on invoice_lines referencing new table as written
  for each statement execute function note_invoiced();
create trigger note_deleted after delete on invoice_lines referencing old table as written
  for each statement execute function note_invoiced();

-- A cancelled invoice gives its order's lines back.
create trigger note_changed_old after update on invoice_lines referencing old table as written
  for each statement execute function note_invoiced();
create trigger note_changed_new after update on invoice_lines referencing new table as written
  for each statement execute function note_invoiced();

-- Logos that issued documents bear.
create table printed_logos (
  digest text primary key,
  type text not null check (type in ('image/png', 'image/jpeg')),
  content bytea not null
);

-- What issued invoices say, as it was when they were issued (docs/product/invoices.md#issued-documents).
create table issued_documents (
  invoice_id integer primary key references invoices on delete cascade,
  document jsonb not null,
  account jsonb,
  logo_digest text references printed_logos,
  pdf bytea,
  frozen_at timestamp(3) with time zone not null default now(),
  -- The UPI ID of the QR code, also where the account is a bank's.
  upi_id text
);
alter table issued_documents alter column pdf set storage external;
create index issued_documents_unprinted on issued_documents (invoice_id) where pdf is null;

-- A draft's is what its mail says, and goes with it; an issued one's only ever gets its file.
create function keep_issued_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from invoices where id = old.invoice_id and status <> 'draft') then return old; end if;
  elsif old.pdf is null and (new.invoice_id, new.document, new.account, new.logo_digest, new.upi_id, new.frozen_at)
      is not distinct from (old.invoice_id, old.document, old.account, old.logo_digest, old.upi_id, old.frozen_at) then
    return new;
  end if;
  raise exception 'An issued document never changes';
end $$;
create trigger keep_issued_document before update or delete on issued_documents
  for each row execute function keep_issued_document();

-- Money that a customer pays before an invoice, with a receipt voucher (docs/product/advances.md).
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
select note_changes_of('advances'), track_log('advances', 'advances', 'id', '{updated_at,created_by_name,voucher,balance}');

create function keep_voucher() returns trigger language plpgsql as $$
begin
  if (new.voucher, new.logo_digest, new.voucher_number) is distinct from (old.voucher, old.logo_digest, old.voucher_number) then
    raise exception 'What a voucher says never changes';
  end if;
  return new;
end $$;
create trigger keep_voucher before update on advances for each row execute function keep_voucher();

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

-- What of an advance is given back, with a refund voucher.
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
  -- Null for refunds recorded before this column was added.
  created_by integer,
  unique (number_year, number_sequence)
);
create index advance_refunds_advance_id on advance_refunds (advance_id, id);
create index advance_refunds_date on advance_refunds (refund_date);
select track_log('advance_refunds', 'advance_refunds', 'id', '{created_by_name,voucher}');
create trigger keep_voucher before update on advance_refunds for each row execute function keep_voucher();

-- The files of vouchers, made once.
create table voucher_files (
  voucher_number text primary key,
  pdf bytea not null
);
alter table voucher_files alter column pdf set storage external;

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
  updated_at timestamp(3) with time zone not null,
  created_by integer,
  created_by_name text not null default 'System',
  -- What an invoice takes of an advance is a payment of it.
  advance_id integer references advances
);
create index payments_newest on payments (created_at desc, id desc);
create index payments_invoice_id on payments (invoice_id);
create index payments_completed on payments (payment_date) include (invoice_id, amount)
  where status = 'completed';
create index payments_created_by on payments (created_by);
create index payments_advance_id on payments (advance_id) where advance_id is not null;
select track_changes('payments'), note_changes_of('payments'),
  track_log('payments', 'payments', 'id', '{updated_at,created_by_name}');

create function payment_left() returns trigger language plpgsql as $$
begin
  perform note_left('payments', old.id, (select c.workspace_id from invoices i join customers c on c.id = i.customer_id
    where i.id = old.invoice_id), array[old.created_by]);
  return null;
end $$;
create trigger note_gone after delete on payments for each row execute function payment_left();
create trigger note_moved after update on payments for each row
  when (old.invoice_id is distinct from new.invoice_id or old.created_by is distinct from new.created_by)
  execute function payment_left();

create function note_paid() returns trigger language plpgsql as $$
begin
  perform note_changed('invoices', array(select distinct invoice_id from written limit 2001));
  return null;
end $$;
create trigger note_paid_in after insert on payments referencing new table as written
  for each statement execute function note_paid();
create trigger note_paid_new after update on payments referencing new table as written
  for each statement execute function note_paid();
create trigger note_paid_old after update on payments referencing old table as written
  for each statement execute function note_paid();
create trigger note_paid_out after delete on payments referencing old table as written
  for each statement execute function note_paid();

create table credit_notes (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('credit', 'debit')),
  note_number text not null,
  invoice_id integer not null references invoices,
  note_date date not null,
  reason text not null check (reason in ('return', 'price', 'quantity', 'tax', 'other')),
  goods_return boolean not null default false check (not goods_return or kind = 'credit'),
  status text not null default 'draft' check (status in ('draft', 'issued', 'cancelled')),
  subtotal numeric(14,2) not null check (subtotal >= 0),
  tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
  tax_amount numeric(14,2) not null check (tax_amount >= 0),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  round_off numeric(14,2) not null default 0,
  total_amount numeric(14,2) not null check (total_amount > 0),
  item_count integer not null,
  notes text,
  mail_id bigint references mails on delete set null,
  mail_status text check (mail_status in ('queued', 'accepted', 'failed')),
  mail_error text,
  mailed_at timestamp(3) with time zone,
  created_by integer,
  created_by_name text not null,
  number_year text,
  number_sequence integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- Whether returned goods are no longer out of their order (docs/product/orders.md#stock-follows-the-status). False for
  -- returns of orders that were not shipped when this column was added: such an order holds all of its items, as it did.
  follows_order boolean not null default true,
  unique (kind, note_number),
  unique (kind, number_year, number_sequence),
  check ((status = 'draft') = (note_number = 'DRAFT-' || id)),
  check ((status = 'draft') = (number_sequence is null))
);
create index credit_notes_newest on credit_notes (created_at desc, id desc);
create index credit_notes_invoice_id on credit_notes (invoice_id);
create index credit_notes_created_by on credit_notes (created_by);
create index credit_notes_mail_id on credit_notes (mail_id);
create index credit_notes_mail_queued on credit_notes (id) where mail_status = 'queued';
select note_changes_of('credit_notes'), track_log('credit_notes', 'credit_notes', 'id', '{updated_at,created_by_name}');

create function number_draft_note() returns trigger language plpgsql as $$
begin
  new.note_number := coalesce(new.note_number, 'DRAFT-' || new.id);
  return new;
end $$;
create trigger number_draft before insert on credit_notes for each row execute function number_draft_note();

-- Notes are where the customer of their invoice is.
create function credit_note_left() returns trigger language plpgsql as $$
begin
  perform note_left('credit_notes', old.id, (select c.workspace_id from invoices i join customers c on c.id = i.customer_id
    where i.id = old.invoice_id), array[old.created_by]);
  return null;
end $$;
create trigger note_gone after delete on credit_notes for each row execute function credit_note_left();
create trigger note_moved after update on credit_notes for each row
  when (old.created_by is distinct from new.created_by) execute function credit_note_left();

create table credit_note_lines (
  id integer generated always as identity primary key,
  credit_note_id integer not null references credit_notes on delete cascade,
  position integer not null,
  invoice_line_id integer not null references invoice_lines,
  description text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  unit_price numeric not null check (unit_price >= 0 and scale(unit_price) <= 4),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  line_total numeric(14,2) not null check (line_total >= 0),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0)
);
create index credit_note_lines_credit_note_id on credit_note_lines (credit_note_id, position);
create index credit_note_lines_invoice_line_id on credit_note_lines (invoice_line_id);

-- The log has each line, as of invoices.
create trigger audit_inserted after insert on credit_note_lines referencing new table as added
  for each statement execute function keep_audit_log('credit_notes', 'credit_note_id', '{credit_note_id}', 'true', 'false');
create trigger audit_updated after update on credit_note_lines referencing old table as removed new table as added
  for each statement execute function keep_audit_log('credit_notes', 'credit_note_id', '{credit_note_id}', 'true', 'false');
create trigger audit_deleted after delete on credit_note_lines referencing old table as removed
  for each statement execute function keep_audit_log('credit_notes', 'credit_note_id', '{credit_note_id}', 'true', 'false');
create trigger audit_emptied after truncate on credit_note_lines
  for each statement execute function keep_audit_log('credit_notes', 'credit_note_id', '{credit_note_id}', 'true', 'false');

-- The files of issued notes, made once: what they say follows from what is kept of their invoice.
create table credit_note_files (
  credit_note_id integer primary key references credit_notes on delete cascade,
  pdf bytea not null
);
alter table credit_note_files alter column pdf set storage external;

create function keep_note_file() returns trigger language plpgsql as $$
begin
  raise exception 'The file of an issued note never changes';
end $$;
create trigger keep_note_file before update on credit_note_files for each row execute function keep_note_file();
