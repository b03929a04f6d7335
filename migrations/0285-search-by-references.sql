-- Ctrl+K finds vendor payments by their references and transfers by their challans too (docs/product/search.md#what-is-found).
create index vendor_payments_reference on vendor_payments (lower(reference_number));
do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    drop index vendor_payments_search;
    create index vendor_payments_search on vendor_payments using gin (
      folded(E'\n' || coalesce(payment_number, '') || E'\n' || coalesce(reference_number, '') || E'\n') gin_trgm_ops);
    create index transfers_search on transfers using gin (
      folded(E'\n' || coalesce(transfer_number, '') || E'\n' || coalesce(challan_number, '') || E'\n') gin_trgm_ops);
  end if;
end $$;
