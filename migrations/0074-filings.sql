-- What the portals of GST answered, and how goods travel (docs/product/filings.md). An invoice has one IRN for ever.
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

create table e_way_bills (
  invoice_id integer primary key references invoices,
  transport jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
select track_log('e_way_bills', 'e_way_bills', 'invoice_id', '{updated_at}');
