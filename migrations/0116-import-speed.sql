-- Lists are read again whole where more rows change at once than a list is told of one by one (500): a line a row would
-- be written, looked for and removed again for each row of an import.
create or replace function note_changed(entity text, ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 500 then
    insert into changes (entity) values (note_changed.entity);
  else
    insert into changes (entity, id) select note_changed.entity, unnest(ids);
  end if;
end $$;

-- The search indexes of what is imported keep many new rows apart, which a job puts into place after: an import of 100,000
-- products came to just more than the 128 MB of before, and leads and customers waited for every 4 MB.
do $$ begin
  if to_regclass('products_search') is not null then
    alter index products_search set (gin_pending_list_limit = 262144);
    alter index leads_search set (gin_pending_list_limit = 262144);
    alter index customers_search set (gin_pending_list_limit = 262144);
  end if;
end $$;

drop function settle_product_search();
create function settle_search() returns void language plpgsql security definer as $$
begin
  perform gin_clean_pending_list(index::regclass)
    from unnest(array['products_search', 'leads_search', 'customers_search']) index where to_regclass(index) is not null;
end $$;
do $$ begin
  execute format('alter function settle_search() set search_path = %I, pg_temp', current_schema());
end $$;
