-- A payment may fail after its credit was set off or refunded: the invoice is below zero then, and the customer owes that
-- (docs/product/credit-notes.md#using-the-credit).
alter table invoices drop constraint invoices_paid_amount_check;
