create index customers_newest on customers (created_at desc, id desc);
alter table customers
  add check (company_size in ('small', 'medium', 'large', 'enterprise'));
-- Deleting a customer takes it off the lead that it came from.
create index leads_converted_customer_id on leads (converted_customer_id)
  where converted_customer_id is not null;
