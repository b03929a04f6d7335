-- What records that are likely the same agree in (docs/product/duplicates.md), each found by its own index.
create function phone_key(phone text) returns text language sql immutable parallel safe
  return case when length(regexp_replace(phone, '\D', '', 'g')) >= 7
    then right(regexp_replace(phone, '\D', '', 'g'), 10) end;

-- A name by its consonants, without the words that most companies share; names that sound alike have the same.
create function name_sound(name text) returns text language sql immutable parallel safe
begin atomic
  select case when length(sound) >= 3 then sound else nullif(translate(plain, ' ', ''), '') end
  from (select regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g')) as given (plain),
    lateral (select regexp_replace(plain,
      '\m(m s|pvt|private|ltd|limited|llp|opc|inc|co|company|corp|corporation|gmbh|plc|and|the)\M', '', 'g')) as own (words),
    lateral (select regexp_replace(translate(replace(replace(replace(replace(words, 'ph', 'f'), 'ce', 'se'), 'ci', 'si'), 'cy', 'sy'), 'cqzwaeiouyh ', 'kksv'), '(.)\1+', '\1', 'g'))
      as spoken (sound);
end;

create index customers_name_sound on customers (name_sound(company_name));
create index customers_email_key on customers (lower(email));
create index customers_phone_key on customers (phone_key(phone));
create index customers_tax_id_key on customers (gstin) where gstin is not null;
create index leads_name_sound on leads (name_sound(company_name));
create index leads_email_key on leads (lower(email));
create index leads_phone_key on leads (phone_key(phone));
create index products_name_sound on products (name_sound(product_name));
create index products_barcode_key on products (barcode) where barcode is not null;
