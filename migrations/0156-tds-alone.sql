-- TDS that is known after the money has a receipt of its own, of ₹0 (docs/product/receipts.md#tds).
alter table receipts drop constraint receipts_amount_check, add constraint receipts_amount_check check (amount >= 0),
  drop constraint receipts_check, add constraint receipts_tds_amount_check check (tds_amount >= 0);
-- A receipt is cancelled after a refund, as where its cheque bounces: the customer owes that (docs/product/receipts.md#cancelling).
alter table receipts drop constraint receipts_refunded;
