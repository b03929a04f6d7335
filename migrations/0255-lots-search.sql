-- Ctrl+K finds lots by their numbers (docs/product/search.md#what-is-found).
do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index lots_search on lots using gin (folded(E'\n' || coalesce(lot_number, '') || E'\n') gin_trgm_ops);
  end if;
end $$;
