-- Products and services are found by index as well, where the server has trigrams. What an import writes waits in the
-- index's list of pending entries, since putting them into place at once would take as long as half the import; a job does
-- it after. Until then a search reads that list too.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  create index products_search on products using gin (
    lower(E'\n' || sku_code || E'\n' || product_name || E'\n' || coalesce(barcode, '') || E'\n') gin_trgm_ops)
    with (gin_pending_list_limit = 131072);
  create index services_search on services using gin (
    lower(E'\n' || service_name || E'\n' || coalesce(sku_code, '') || E'\n') gin_trgm_ops);
end $$;

-- Only its owner may settle an index, and the server works as somebody else.
create function settle_product_search() returns void language plpgsql security definer as $$
begin
  perform gin_clean_pending_list(to_regclass('products_search'))
    where to_regclass('products_search') is not null;
end $$;
do $$ begin
  execute format('alter function settle_product_search() set search_path = %I, pg_temp', current_schema());
end $$;
