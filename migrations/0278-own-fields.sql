-- What documents printed of the company's own fields when they were issued, with their keys: they print the same from then on
-- (docs/product/custom-fields.md#printed). Those of before print by the definitions of today.
create or replace function printed_custom(of text, custom jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', f.key, 'label', f.label, 'type', f.type, 'value', case
    when f.type = 'choice' then coalesce((select c -> 'label' from jsonb_array_elements(f.choices) as each (c)
      where c -> 'value' = custom -> f.key), custom -> f.key)
    else custom -> f.key end) order by f.position, f.id), '[]')
  from custom_fields f where f.kind = of and f.is_active and f.is_printed and custom ? f.key;
$$;

create function keep_printed() returns trigger language plpgsql as $$
begin
  new.printed_own := printed_custom(tg_table_name, new.custom);
  return new;
end $$;

do $$
declare
  kind text;
begin
  foreach kind in array array['quotations', 'deliveries', 'invoices'] loop
    execute format('alter table %I add column printed_own jsonb', kind);
    execute format('create trigger keep_first_printed before insert on %I for each row
      when (new.status <> ''draft'' and new.printed_own is null) execute function keep_printed()', kind);
    execute format('create trigger keep_printed before update of status on %I for each row
      when (old.status = ''draft'' and new.status <> ''draft'') execute function keep_printed()', kind);
  end loop;
end $$;

-- An undo brings back no choice that was removed since either.
create or replace function known_custom(of text, custom jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(each.key, each.value), '{}')
  from jsonb_each(custom) as each (key, value)
    join custom_fields f on f.kind = of and f.key = each.key and not f.is_going
  where jsonb_typeof(each.value) in ('null', case when f.type in ('number', 'money') then 'number'
      when f.type = 'flag' then 'boolean' else 'string' end)
    and (f.type <> 'choice' or jsonb_typeof(each.value) = 'null'
      or exists (select from jsonb_array_elements(f.choices) choice where choice -> 'value' = each.value));
$$;
