-- PL/pgSQL prepares its expressions once. The SQL function started a query for each row, which took a third of an import.
-- The indexes are rebuilt because a letter that is repeated five times or more is now reduced to one.
do $do$ begin
  execute format($format$
    create or replace function name_sound(name text) returns text language plpgsql immutable parallel safe as $body$
    declare
      plain text := regexp_replace(%I.folded(name), '[^[:alnum:]]+', ' ', 'g');
      words text := regexp_replace(plain,
        '\m(m s|pvt|private|ltd|limited|llp|opc|inc|co|company|corp|corporation|gmbh|plc|and|the)\M', '', 'g');
      spoken text := replace(replace(replace(replace(words, 'ph', 'f'), 'ce', 'se'), 'ci', 'si'), 'cy', 'sy');
      sound text := regexp_replace(translate(spoken, 'cqzwaeiouyh ', 'kksv'), '(\D)\1+', '\1', 'g');
    begin
      return case when length(sound) >= 3 then sound else nullif(translate(plain, ' ', ''), '') end;
    end $body$ $format$, current_schema());
end $do$;
reindex index customers_name_sound;
reindex index leads_name_sound;
reindex index products_name_sound;

-- If one statement changes more than 500 rows, the whole list is read again (the live channel pushes at most 500 rows). An
-- import of 100,000 rows no longer writes and deletes 100,000 rows of `changes`.
create or replace function note_changed(entity text, ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 500 then
    insert into changes (entity) values (note_changed.entity);
  else
    insert into changes (entity, id) select note_changed.entity, unnest(ids);
  end if;
end $$;

-- An import adds to the pending lists of the search indexes, and a job moves the entries into the indexes later. 100,000
-- products need more than the 128 MB allowed so far; leads and customers had the default of 4 MB.
do $$ begin
  if to_regclass('products_search') is not null then
    alter index products_search set (gin_pending_list_limit = 262144);
    alter index leads_search set (gin_pending_list_limit = 262144);
    alter index customers_search set (gin_pending_list_limit = 262144);
  end if;
end $$;

-- Servers of the previous version still call settle_product_search.
create or replace function settle_search() returns void language plpgsql security definer as $$
begin
  perform gin_clean_pending_list(index::regclass)
    from unnest(array['products_search', 'leads_search', 'customers_search']) index where to_regclass(index) is not null;
end $$;
do $$ begin
  execute format('alter function settle_search() set search_path = %I, pg_temp', current_schema());
end $$;
