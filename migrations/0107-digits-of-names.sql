-- Doubled letters say nothing of a name, doubled digits do: a breaker of 10 A is none of 100 A.
create or replace function name_sound(name text) returns text language sql immutable parallel safe
begin atomic
  select case when length(sound) >= 3 then sound else nullif(translate(plain, ' ', ''), '') end
  from (select regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g')) as given (plain),
    lateral (select regexp_replace(plain,
      '\m(m s|pvt|private|ltd|limited|llp|opc|inc|co|company|corp|corporation|gmbh|plc|and|the)\M', '', 'g')) as own (words),
    lateral (select regexp_replace(translate(replace(replace(replace(replace(words, 'ph', 'f'), 'ce', 'se'), 'ci', 'si'), 'cy', 'sy'), 'cqzwaeiouyh ', 'kksv'), '(\D)\1+', '\1', 'g'))
      as spoken (sound);
end;

reindex index customers_name_sound;
reindex index leads_name_sound;
reindex index products_name_sound;
