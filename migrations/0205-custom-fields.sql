-- Fields of the company's own on eleven kinds of records (docs/product/custom-fields.md). A record has their values by key in
-- one column, without those that it lacks; no table changes when a field is added.
create table custom_fields (
  id integer generated always as identity primary key,
  kind text not null,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null,
  type text not null check (type in
    ('text', 'long_text', 'email', 'phone', 'url', 'choice', 'flag', 'number', 'money', 'date')),
  choices jsonb not null default '[]',
  decimals integer check (decimals between 0 and 3),
  min numeric,
  max numeric,
  max_length integer check (max_length between 1 and 2000),
  required boolean not null default false,
  "default" jsonb,
  help text,
  position integer not null,
  is_active boolean not null default true,
  is_printed boolean not null default false,
  -- Its values are being removed; the key is free when that is done.
  is_going boolean not null default false,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (kind, key)
);
create unique index custom_fields_label_key on custom_fields (kind, lower(label)) where not is_going;
select track_changes('custom_fields'), note_changes_of('custom_fields'),
  track_log('custom_fields', 'custom_fields', 'id', '{updated_at}');
create trigger note_gone after delete on custom_fields for each row execute function note_gone('custom_fields');

/* The fields that are on; those of the first kind stay as they are until the transaction ends. Volatile, so that it reads them
   after it has waited. */
create function held_custom_fields(kinds text[]) returns setof custom_fields language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('custom fields of ' || kinds[1], 0));
  return query select * from custom_fields where kind = any (kinds) and is_active order by position, id;
end $$;

/* The keys whose values stay and are not shown. */
create function hidden_custom(of text) returns text[] language sql stable as $$
  select coalesce(array_agg(key), '{}') from custom_fields where kind = of and not is_active;
$$;

/* The values after a change: null clears. */
create function changed_custom(custom jsonb, change jsonb) returns jsonb language sql immutable parallel safe
  return case when change = '{}' then custom else jsonb_strip_nulls(custom || change) end;

/* What one has otherwise than the other, by key: its value, null for none. */
create function custom_difference(one jsonb, other jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(k, one -> k), '{}')
  from (select jsonb_object_keys(one) union select jsonb_object_keys(other)) as keys (k)
  where (one -> k) is distinct from (other -> k);
$$;

/* Of values that come back, those whose fields are still there and take them; null clears. */
create function known_custom(of text, custom jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(each.key, each.value), '{}')
  from jsonb_each(custom) as each (key, value)
    join custom_fields f on f.kind = of and f.key = each.key and not f.is_going
  where jsonb_typeof(each.value) in ('null', case when f.type in ('number', 'money') then 'number'
    when f.type = 'flag' then 'boolean' else 'string' end);
$$;

/* What a document prints of its values: label, type and value of each field, the label of a choice. */
create function printed_custom(of text, custom jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('label', f.label, 'type', f.type, 'value', case
    when f.type = 'choice' then coalesce((select c -> 'label' from jsonb_array_elements(f.choices) as each (c)
      where c -> 'value' = custom -> f.key), custom -> f.key)
    else custom -> f.key end) order by f.position, f.id), '[]')
  from custom_fields f where f.kind = of and f.is_active and f.is_printed and custom ? f.key;
$$;

/* The texts among the values, for searches. */
create function custom_texts(custom jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(value #>> '{}', E'\n'), '') from jsonb_each(custom) as each (key, value)
  where jsonb_typeof(value) = 'string';
$$;

do $$
declare
  kind text;
begin
  foreach kind in array array['leads', 'customers', 'products', 'services', 'price_lists', 'quotations', 'orders',
    'deliveries', 'invoices', 'payments', 'receipts'] loop
    execute format('alter table %I add column custom jsonb not null default ''{}''', kind);
    if exists (select from pg_extension where extname = 'pg_trgm') then
      execute format('create index %I on %I using gin (folded(custom_texts(custom)) gin_trgm_ops)', kind || '_custom_search', kind);
    end if;
  end loop;
end $$;
