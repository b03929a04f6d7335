-- Values that become text in the background, some records at a time (docs/product/custom-fields.md#changes). Until then the
-- field is off; `former` is what it was, with whether it is on afterwards.
create table custom_conversions (
  field_id integer primary key references custom_fields on delete cascade,
  former jsonb not null,
  -- Records up to this id are done.
  done_to integer not null
);

-- A document that is issued in the meantime prints the value by the type that it still has.
create or replace function printed_custom(of text, custom jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('label', f.label, 'type', d.type, 'value', case
    when d.type = 'choice' then coalesce((select c -> 'label' from jsonb_array_elements(d.choices) as each (c)
      where c -> 'value' = custom -> f.key), custom -> f.key)
    else custom -> f.key end) order by f.position, f.id), '[]')
  from custom_fields f left join custom_conversions v on v.field_id = f.id and v.former -> 'is_active' = 'true'
    cross join lateral (select coalesce(v.former -> 'choices', f.choices) as choices,
      case when v.former ->> 'type' = 'choice' or jsonb_typeof(custom -> f.key) <> 'string'
        or (v.former ->> 'type' = 'date' and custom ->> f.key ~ '^\d{4}-\d\d-\d\d$')
      then coalesce(v.former ->> 'type', f.type) else f.type end as type) d
  where f.kind = of and (f.is_active or v.field_id is not null) and f.is_printed and custom ? f.key;
$$;
