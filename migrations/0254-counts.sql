-- Stock counts (docs/product/counts.md).

create table counts (
  id integer generated always as identity primary key,
  count_number text not null unique check (length(count_number) between 1 and 50),
  location_id integer not null references locations,
  count_date date not null,
  -- The last moment of a day that was past; null where each line counts from when it was counted.
  moment timestamp(3) with time zone,
  status text not null default 'draft' check (status in ('draft', 'posted')),
  is_blind boolean not null default false,
  category_id integer references categories on delete set null,
  created_by integer references users on delete set null,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index counts_open_key on counts (location_id, category_id) nulls not distinct where status = 'draft';
create index counts_category on counts (category_id) where category_id is not null;
create index counts_location on counts (location_id);
create index counts_created_by on counts (created_by) where created_by is not null;
select track_changes('counts'), note_changes_of('counts'), track_log('counts', 'counts', 'id', '{updated_at,created_by_name}');
create trigger note_gone after delete on counts for each row execute function note_gone('counts');

create table count_lines (
  id integer generated always as identity primary key,
  count_id integer not null references counts on delete cascade,
  product_id integer not null references products,
  lot_id integer references lots,
  book_quantity numeric not null,
  counted_quantity numeric not null check (counted_quantity >= 0),
  -- The moment that the line counts for: when it was first counted, or that of the count.
  counted_at timestamp(3) with time zone not null,
  counted_by integer references users on delete set null,
  counted_by_name text not null,
  -- Its product was merged with another: what lay there at its moment is no longer that of either.
  is_merged boolean not null default false,
  updated_at timestamp(3) with time zone not null
);
-- Not unique, as merged products bring their lines together.
create index count_lines_count_id on count_lines (count_id, product_id);
create index count_lines_product_id on count_lines (product_id, counted_at);
create index count_lines_lot_id on count_lines (lot_id) where lot_id is not null;
create index count_lines_counted_by on count_lines (counted_by) where counted_by is not null;
select track_log('count_lines', 'counts', 'count_id', '{count_id,updated_at,counted_by_name}', true);

create index stock_movements_counted on stock_movements (source_id, product_id) where source_type = 'count';

-- As next_quotation_number: no transaction waits for a number, and one that fails late loses its number.
create function next_count_number(financial_year text) returns bigint language plpgsql security definer as $$
declare
  numbers text := 'count_numbers_' || replace(financial_year, '-', '_');
begin
  if to_regclass(numbers) is null then
    perform pg_advisory_xact_lock(hashtextextended(numbers, 0));
    execute format('create sequence if not exists %I', numbers);
  end if;
  return nextval(numbers::regclass);
end $$;

-- Files and undo, which know nothing of counts, do not change what a posted count found (docs/product/counts.md#counted-goods).
create function refuse_counted_stock() returns trigger language plpgsql as $$
declare
  found_by text;
begin
  select c.count_number into found_by
    from count_lines l join counts c on c.id = l.count_id
    where l.product_id = new.product_id and l.counted_at >= new.created_at and c.status = 'posted' and not l.is_merged
      and c.location_id = coalesce(new.location_id, 1) and l.lot_id is not distinct from new.lot_id
      and l.counted_quantity <> (select sum(m.quantity) from stock_movements m
        where m.product_id = new.product_id and m.created_at <= l.counted_at
          and coalesce(m.location_id, 1) = c.location_id and m.lot_id is not distinct from l.lot_id)
    order by l.counted_at limit 1;
  if found_by is not null then
    raise exception using errcode = 'P0409', detail = 'stock.counted',
      message = format('Count %s found what was in stock after that moment', found_by);
  end if;
  return null;
end $$;
create trigger refuse_counted after insert on stock_movements for each row
  when (new.entered_at is not null and new.quantity <> 0) execute function refuse_counted_stock();

-- Samples that own counts use stay, and sample counts of products that stay.
create function keep_counted_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'products', l.product_id from count_lines l where not is_sample('counts', l.count_id)
    union select 'lots', l.lot_id from count_lines l where l.lot_id is not null and not is_sample('counts', l.count_id)
    union select 'locations', c.location_id from counts c where not is_sample('counts', c.id)
    union select 'counts', l.count_id from count_lines l where not is_sample('products', l.product_id)
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;
do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_placed_samples()', 'keep_placed_samples() + keep_counted_samples()'],
    ['''transfers'', ''customers''', '''transfers'', ''counts'', ''customers''']
  ] loop
    if position(change[1] in source) = 0 then
      raise exception 'remove_samples has no %', change[1];
    end if;
    source := replace(source, change[1], change[2]);
  end loop;
  execute source;
end $$;
