-- One text and one form of phone for every search and every check for duplicates, as `folded` and `phoneDigits` in
-- src/kit/shared/filters/searching.ts. What the indexes hold is made by these functions, so they are built again.
create or replace function folded(typed text) returns text language sql immutable parallel safe
  return case when octet_length(typed) = char_length(typed) then lower(typed collate "C") collate "default"
    else replace(replace(replace(replace(translate(lower(regexp_replace(normalize(typed, nfkd),
      '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]', '', 'g') collate letter_text),
      'øłđðıς', 'olddiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') collate "default" end;

create or replace function phone_digits(phone text) returns text language sql immutable parallel safe
  return regexp_replace(phone, '[^0-9]', '', 'g');

create or replace function phone_key(phone text) returns text language sql immutable parallel safe
  return case when length(phone_digits(phone)) >= 7 then right(phone_digits(phone), 10) end;

reindex index customers_phone_key;
reindex index leads_phone_key;

drop index customers_email_key;
drop index leads_email_key;
create index customers_email_key on customers (folded(email));
create index leads_email_key on leads (folded(email));

drop index leads_name_beginning;
drop index customers_name_beginning;
create index leads_name_beginning on leads (folded(company_name) text_pattern_ops);
create index customers_name_beginning on customers (folded(company_name) text_pattern_ops);

do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  drop index if exists leads_search, customers_search, services_search, orders_search, invoices_search, payments_search,
    credit_notes_search, advances_search;
  create index leads_search on leads using gin (
    folded(E'\n' || coalesce(company_name, '') || E'\n' || coalesce(contact_person, '') || E'\n' || coalesce(email, '')
      || E'\n' || coalesce(phone, '') || E'\n' || coalesce(phone_digits(phone), '') || E'\n' || coalesce(industry, '')
      || E'\n' || coalesce(city, '')) gin_trgm_ops);
  create index customers_search on customers using gin (
    folded(E'\n' || coalesce(company_name, '') || E'\n' || coalesce(contact_person, '') || E'\n' || coalesce(email, '')
      || E'\n' || coalesce(phone, '') || E'\n' || coalesce(customer_code, '') || E'\n'
      || coalesce(phone_digits(phone), '') || E'\n' || coalesce(city, '')) gin_trgm_ops);
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
  reindex index products_search;
end $$;
