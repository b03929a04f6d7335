-- What the e-invoice portal answered for credit and debit notes (docs/product/filings.md#signed-answer). A note has one IRN for ever.
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
