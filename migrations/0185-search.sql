-- The same digits, without a regular expression for each row.
create or replace function phone_digits(phone text) returns text language sql immutable parallel safe
  return translate(phone, translate(phone, '0123456789', ''), '');

-- The list of a kind and the search of everything find by one index: its first texts are those of the search of everything,
-- the others are those that the list searches besides (docs/decisions/0185-searches-of-millions.md). Each is folded in
-- pieces of four columns, which PostgreSQL writes out. A million rows of one take up to a minute: the notices between them
-- tell the server that the database is still there.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  drop index if exists leads_search, customers_search, products_search, orders_search, invoices_search, payments_search;
  raise notice 'Search of leads';
  create index leads_search on leads using gin (
    (folded(E'\n' || coalesce(company_name, '') || E'\n' || coalesce(contact_person, '') || E'\n' || coalesce(email, '')
        || E'\n' || coalesce(phone, ''))
      || folded(E'\n' || coalesce(phone_digits(phone), '') || E'\n')) gin_trgm_ops,
    folded(E'\n' || coalesce(industry, '') || E'\n' || coalesce(city, '')) gin_trgm_ops)
    with (gin_pending_list_limit = 262144);
  raise notice 'Search of customers';
  create index customers_search on customers using gin (
    folded(E'\n' || coalesce(company_name, '') || E'\n') gin_trgm_ops,
    (folded(E'\n' || coalesce(contact_person, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, '')
        || E'\n' || coalesce(customer_code, ''))
      || folded(E'\n' || coalesce(phone_digits(phone), '') || E'\n' || coalesce(gstin, '') || E'\n'
        || coalesce(contact_texts, '') || E'\n')) gin_trgm_ops,
    folded(E'\n' || coalesce(city, '')) gin_trgm_ops)
    with (gin_pending_list_limit = 262144);
  raise notice 'Search of products';
  create index products_search on products using gin (
    folded(E'\n' || coalesce(sku_code, '') || E'\n' || coalesce(product_name, '') || E'\n' || coalesce(barcode, '')
        || E'\n')
      gin_trgm_ops,
    folded(E'\n' || coalesce(description, '')) gin_trgm_ops)
    with (gin_pending_list_limit = 262144);
  raise notice 'Search of orders';
  create index orders_search on orders using gin (
    folded(E'\n' || coalesce(order_number, '') || E'\n') gin_trgm_ops,
    (folded(E'\n' || coalesce(service_names, '') || E'\n' || coalesce(reference, '') || E'\n' || coalesce(notes, '')
        || E'\n' || coalesce(delivery_terms, ''))
      || folded(E'\n' || coalesce(created_by_name, ''))) gin_trgm_ops);
  raise notice 'Search of invoices';
  create index invoices_search on invoices using gin (
    folded(E'\n' || coalesce(invoice_number, '') || E'\n') gin_trgm_ops,
    folded(E'\n' || coalesce(reference, '') || E'\n' || coalesce(terms_conditions, '') || E'\n' || coalesce(notes, '')
      || E'\n' || coalesce(delivery_terms, '')) gin_trgm_ops);
  raise notice 'Search of payments';
  create index payments_search on payments using gin (
    folded(E'\n' || coalesce(reference_number, '') || E'\n') gin_trgm_ops,
    folded(E'\n' || coalesce(notes, '')) gin_trgm_ops);
end $$;
