-- How the goods of an order are delivered, and those of an invoice made from it (docs/product/orders.md#fields).
alter table orders add column delivery_terms text;
alter table invoices add column delivery_terms text;
