-- All that the searches of the lists of leads and of customers read, and more: the search of everything asks these indexes
-- first, and then its own text, as it does for products (0048).
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  drop index if exists leads_search;
  create index leads_search on leads using gin (
    folded(E'\n' || coalesce(company_name, '') || E'\n' || coalesce(contact_person, '') || E'\n' || coalesce(email, '')
      || E'\n' || coalesce(phone, '') || E'\n' || coalesce(translate(phone, ' -()+.', ''), '') || E'\n' || coalesce(industry, '')
      || E'\n' || coalesce(city, '')) gin_trgm_ops);
  drop index if exists customers_search;
  create index customers_search on customers using gin (
    folded(E'\n' || coalesce(company_name, '') || E'\n' || coalesce(contact_person, '') || E'\n' || coalesce(email, '')
      || E'\n' || coalesce(phone, '') || E'\n' || coalesce(customer_code, '') || E'\n'
      || coalesce(translate(phone, ' -()+.', ''), '') || E'\n' || coalesce(city, '')) gin_trgm_ops);
end $$;
