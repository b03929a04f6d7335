-- Compliance: e-invoices, e-way bills, filed returns.

-- Answers of the e-invoice portal (docs/product/filings.md). An invoice has one IRN forever.
create table e_invoices (
  invoice_id integer primary key references invoices,
  irn text not null unique check (irn ~ '^[0-9a-f]{64}$'),
  ack_no text not null,
  ack_date timestamp(3) with time zone not null,
  signed_qr text not null,
  -- As it came: the proof of it.
  answer text not null,
  cancelled_at timestamp(3) with time zone,
  cancel_reason text,
  created_at timestamp(3) with time zone not null,
  check ((cancelled_at is null) = (cancel_reason is null))
);
select track_log('e_invoices', 'e_invoices', 'invoice_id', '{answer,signed_qr}');

-- How goods travel.
create table e_way_bills (
  invoice_id integer primary key references invoices,
  transport jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
select track_log('e_way_bills', 'e_way_bills', 'invoice_id', '{updated_at}');

-- The same for credit and debit notes (docs/product/filings.md#signed-answer).
create table note_e_invoices (
  credit_note_id integer primary key references credit_notes,
  irn text not null unique check (irn ~ '^[0-9a-f]{64}$'),
  ack_no text not null,
  ack_date timestamp(3) with time zone not null,
  signed_qr text not null,
  -- As it came: the proof of it.
  answer text not null,
  cancelled_at timestamp(3) with time zone,
  cancel_reason text,
  created_at timestamp(3) with time zone not null,
  check ((cancelled_at is null) = (cancel_reason is null))
);
select track_log('note_e_invoices', 'note_e_invoices', 'credit_note_id', '{answer,signed_qr}');

-- Months whose GSTR-1 was filed, and below what it said of each document (docs/product/returns.md#filed).
create table filed_returns (
  month text primary key check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  filed_at timestamp(3) with time zone not null,
  filed_by integer,
  -- Whether the month's advances and refunds are among its documents. Months filed before they were are not compared by them.
  with_vouchers boolean not null default false
);
select track_log('filed_returns', 'filed_returns', 'month', '{}');

create table filed_documents (
  month text not null references filed_returns on delete cascade,
  kind text not null check (kind in ('invoice', 'credit_note', 'debit_note', 'receipt_voucher', 'refund_voucher')),
  document_id integer not null,
  number text not null,
  digest text not null,
  primary key (month, kind, document_id)
);
