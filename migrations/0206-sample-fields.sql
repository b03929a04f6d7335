-- Sample fields are removed with the records that have them; those in which own records have a value stay.
create function keep_filled_samples() returns integer language plpgsql as $$
declare
  field record;
  is_filled boolean;
  kept integer := 0;
begin
  -- Until the transaction ends no record is written with values of these kinds.
  for field in select distinct f.kind from custom_fields f where is_sample('custom_fields', f.id) order by f.kind loop
    perform pg_advisory_xact_lock(hashtextextended('custom fields of ' || field.kind, 0));
  end loop;
  for field in select f.id, f.kind, f.key from custom_fields f where is_sample('custom_fields', f.id) order by f.id loop
    execute format('select exists (select from %I t where t.custom ? %L and not is_sample(%L, t.id))',
      field.kind, field.key, field.kind) into is_filled;
    if is_filled then
      update sample_records set stays = true where entity = 'custom_fields' and record_id = field.id;
      kept := kept + 1;
    end if;
  end loop;
  return kept;
end $$;

-- Their place among the samples that are removed (0121 and later).
do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_listed_samples()', 'keep_listed_samples() + keep_filled_samples()'],
    ['''saved_reports'', ', '''saved_reports'', ''custom_fields'', ']
  ] loop
    if position(change[1] in source) = 0 then
      raise exception 'remove_samples has no %', change[1];
    end if;
    source := replace(source, change[1], change[2]);
  end loop;
  execute source;
end $$;
