-- Who gave money back; of refunds recorded before only the name is known.
alter table advance_refunds add column if not exists created_by integer;

-- A document with a person's name replaced wherever it says who did something, at any depth: `created_by_name` beside the id in
-- `created_by`, `assigned_first_name` beside that in `assigned_to`. Without an id the former names tell.
create or replace function with_name(given jsonb, person integer, former text[], becomes jsonb) returns jsonb language plpgsql immutable as $$
declare
  result jsonb := given;
  key text;
  value jsonb;
  parts text[];
  whose text;
begin
  if jsonb_typeof(given) = 'array' then
    return coalesce((select jsonb_agg(with_name(each, person, former, becomes) order by place)
      from jsonb_array_elements(given) with ordinality elements (each, place)), given);
  end if;
  if jsonb_typeof(given) <> 'object' then
    return given;
  end if;
  for key, value in select * from jsonb_each(given) loop
    parts := coalesce(regexp_match(key, '^(.+_(?:by|to))_(name)$'), regexp_match(key, '^(assigned)_((?:first|last)_name)$'));
    if parts is not null and jsonb_typeof(value) = 'string' then
      whose := coalesce(given ->> parts[1], given ->> (parts[1] || '_to'));
      if whose = person::text or (whose is null and value #>> '{}' = any (former)) then
        result := result || jsonb_build_object(key, becomes -> parts[2]);
      end if;
    elsif jsonb_typeof(value) in ('array', 'object') then
      result := result || jsonb_build_object(key, with_name(value, person, former, becomes));
    end if;
  end loop;
  return result;
end $$;
