-- What a filed month told of advances and their refunds (docs/product/returns.md#filed). Months filed before did not
-- keep that: they are not compared by it.
alter table filed_returns add column with_vouchers boolean not null default false;
alter table filed_documents drop constraint filed_documents_kind_check;
alter table filed_documents add check
  (kind in ('invoice', 'credit_note', 'debit_note', 'receipt_voucher', 'refund_voucher'));
