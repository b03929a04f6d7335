-- Saved reports of the sample data go with it (0116 and later).
do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
begin
  if position('''views'', ' in source) = 0 then
    raise exception 'remove_samples has no views';
  end if;
  execute replace(source, '''views'', ', '''views'', ''saved_reports'', ');
end $$;
