-- Search (docs/product/search.md): a few letters anywhere in a record. Where the server has trigrams, an index finds them among
-- any number of records; where it has none, the same queries read the tables.
do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'No trigrams here: %', sqlerrm;
end $$;

-- Each index contains what the search of its list reads; the search of everything asks the index first and then its own text.
-- What an import writes waits in an index's list of pending entries, as putting it into place at once takes as long as half the
-- import: 100,000 products need 256 MB. Until settle_search runs, a search reads that list too.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  create index leads_search on leads using gin (
    folded(E'\n' || coalesce(company_name, '') || E'\n' || coalesce(contact_person, '') || E'\n' || coalesce(email, '')
      || E'\n' || coalesce(phone, '') || E'\n' || coalesce(phone_digits(phone), '') || E'\n' || coalesce(industry, '')
      || E'\n' || coalesce(city, ''))
    gin_trgm_ops) with (gin_pending_list_limit = 262144);
  create index customers_search on customers using gin (
    folded(E'\n' || coalesce(company_name, '') || E'\n' || coalesce(contact_person, '') || E'\n' || coalesce(email, '')
      || E'\n' || coalesce(phone, '') || E'\n' || coalesce(customer_code, '') || E'\n'
      || coalesce(phone_digits(phone), '') || E'\n' || coalesce(city, ''))
    gin_trgm_ops) with (gin_pending_list_limit = 262144);
  create index services_search on services using gin (
    folded(E'\n' || coalesce(service_name, '') || E'\n' || coalesce(sku_code, '') || E'\n') gin_trgm_ops);
  create index orders_search on orders using gin (
    folded(E'\n' || coalesce(order_number, '') || E'\n') gin_trgm_ops);
  create index invoices_search on invoices using gin (
    folded(E'\n' || coalesce(invoice_number, '') || E'\n') gin_trgm_ops);
  create index payments_search on payments using gin (
    folded(E'\n' || coalesce(reference_number, '') || E'\n') gin_trgm_ops);
  create index credit_notes_search on credit_notes using gin (
    folded(E'\n' || coalesce(note_number, '') || E'\n') gin_trgm_ops);
  create index advances_search on advances using gin (
    folded(E'\n' || coalesce(voucher_number, '') || E'\n') gin_trgm_ops);
  create index products_search on products using gin (
    folded(E'\n' || sku_code || E'\n' || product_name || E'\n' || coalesce(barcode, '') || E'\n' || coalesce(description, ''))
    gin_trgm_ops) with (gin_pending_list_limit = 262144);
end $$;

-- Only its owner may settle an index, and the server works as another role.
create function settle_search() returns void language plpgsql security definer as $$
begin
  perform gin_clean_pending_list(index::regclass)
    from unnest(array['products_search', 'leads_search', 'customers_search']) index where to_regclass(index) is not null;
end $$;

-- Servers of an earlier version call it.
create function settle_product_search() returns void language plpgsql security definer as $$
begin
  perform gin_clean_pending_list(to_regclass('products_search'))
    where to_regclass('products_search') is not null;
end $$;

-- Functions with the owner's rights find the owner's tables, regardless of what their caller has made.
do $$
declare
  each_function regprocedure;
begin
  for each_function in select oid from pg_proc where prosecdef and pronamespace = current_schema()::regnamespace loop
    execute format('alter function %s set search_path = %I, pg_temp', each_function, current_schema());
  end loop;
end $$;
