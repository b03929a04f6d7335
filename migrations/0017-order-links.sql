-- What a cancelled invoice charged for may change and go; the invoice keeps its own words and amounts. As long as it is not
-- cancelled, the rules of orders keep its lines.
alter table invoices drop constraint invoices_order_id_fkey,
  add foreign key (order_id) references orders on delete set null;
alter table invoice_lines drop constraint invoice_lines_order_line_id_fkey,
  add foreign key (order_line_id) references order_lines on delete set null;
