-- Goods that move from one location to another (docs/product/transfers.md).
create table transfers (
  id integer generated always as identity primary key,
  transfer_number text not null unique,
  from_id integer not null references locations,
  to_id integer not null references locations,
  transfer_date date not null,
  status text not null default 'draft' check (status in ('draft', 'done', 'cancelled')),
  item_count integer not null check (item_count > 0),
  -- Of one to a job worker.
  challan_number text unique,
  transporter_name text,
  transporter_id text,
  vehicle_number text,
  notes text,
  number_year text,
  number_sequence integer check (number_sequence > 0),
  challan_year text,
  challan_sequence integer check (challan_sequence > 0),
  -- No foreign key: past work keeps its maker's name when the user is gone.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (number_year, number_sequence),
  unique (challan_year, challan_sequence),
  constraint transfers_elsewhere check (from_id <> to_id),
  constraint transfers_number_of_draft check ((status = 'draft') = (transfer_number = 'DRAFT-' || id)),
  constraint transfers_numbered check ((status = 'draft') = (number_sequence is null))
);
create index transfers_newest on transfers (created_at desc, id desc);
create index transfers_from on transfers (from_id);
create index transfers_to on transfers (to_id);
create index transfers_created_by on transfers (created_by);
select track_changes('transfers'), note_changes_of('transfers'),
  track_log('transfers', 'transfers', 'id', '{updated_at,created_by_name}');

create function number_draft_transfer() returns trigger language plpgsql as $$
begin
  new.transfer_number := coalesce(new.transfer_number, 'DRAFT-' || new.id);
  return new;
end $$;
create trigger number_draft before insert on transfers for each row execute function number_draft_transfer();
create trigger note_gone after delete on transfers for each row execute function note_gone('transfers');

create table transfer_lines (
  id integer generated always as identity primary key,
  transfer_id integer not null references transfers on delete cascade,
  position integer not null,
  product_id integer not null references products,
  description text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  unit text,
  -- [{lot_id, lot_number, quantity}]; null where the product is not tracked, and until they are chosen.
  lots jsonb,
  -- What the goods were worth when they moved, in rupees.
  value numeric
);
create index transfer_lines_transfer_id on transfer_lines (transfer_id, position);
create index transfer_lines_product_id on transfer_lines (product_id);
select track_log('transfer_lines', 'transfers', 'transfer_id', '{transfer_id}', true);
-- The log has each line, as with deliveries (0123).
create or replace trigger audit_inserted after insert on transfer_lines referencing new table as added
  for each statement execute function keep_audit_log('transfers', 'transfer_id', '{transfer_id}', 'true', 'false');
create or replace trigger audit_updated after update on transfer_lines referencing old table as removed new table as added
  for each statement execute function keep_audit_log('transfers', 'transfer_id', '{transfer_id}', 'true', 'false');
create or replace trigger audit_deleted after delete on transfer_lines referencing old table as removed
  for each statement execute function keep_audit_log('transfers', 'transfer_id', '{transfer_id}', 'true', 'false');

-- Transfers show the names of their locations.
create function note_location_on_transfers() returns trigger language plpgsql as $$
begin
  perform note_changed('transfers',
    array(select id from transfers where from_id = new.id or to_id = new.id limit 2001));
  return null;
end $$;
create trigger note_shown_on_transfers after update on locations for each row
  when (old.name is distinct from new.name) execute function note_location_on_transfers();

create table transfer_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0),
  first_number integer not null default 1
);
create table job_challan_numbers (like transfer_numbers including all);
select track_log('transfer_numbers', 'transfer_numbers', 'financial_year', '{}'),
  track_log('job_challan_numbers', 'job_challan_numbers', 'financial_year', '{}');

create index stock_movements_source on stock_movements (source_type, source_id) where source_id is not null;

create function keep_transferred_samples() returns integer language plpgsql as $$
declare
  kept integer;
begin
  with used (entity, record_id) as (
    select 'products', l.product_id from transfer_lines l where not is_sample('transfers', l.transfer_id)
    union select 'locations', l.id from transfers t, lateral (values (t.from_id), (t.to_id)) l (id)
      where not is_sample('transfers', t.id)
    union select 'transfers', l.transfer_id from transfer_lines l where not is_sample('products', l.product_id)
    union select 'transfers', t.id from transfers t join (
        select number_year, min(number_sequence) as first from transfers own
        where not is_sample('transfers', own.id) group by number_year
      ) f on f.number_year = t.number_year and f.first < t.number_sequence
    union select 'transfers', t.id from transfers t join (
        select challan_year, min(challan_sequence) as first from transfers own
        where not is_sample('transfers', own.id) group by challan_year
      ) f on f.challan_year = t.challan_year and f.first < t.challan_sequence
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.record_id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

create function begin_transfers_anew() returns void language plpgsql as $$
begin
  delete from transfer_numbers s where not exists (select from transfers t where t.number_year = s.financial_year);
  update transfer_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from transfers where number_sequence is not null group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
  delete from job_challan_numbers s where not exists (select from transfers t where t.challan_year = s.financial_year);
  update job_challan_numbers s set first_number = f.first from (
      select challan_year, min(challan_sequence) as first from transfers where challan_sequence is not null group by challan_year
    ) f where f.challan_year = s.financial_year and f.first > s.first_number;
end $$;

do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_placed_samples()', 'keep_placed_samples() + keep_transferred_samples()'],
    ['''customers'', ''lots''', '''transfers'', ''customers'', ''lots'''],
    ['begin_deliveries_anew()', 'begin_deliveries_anew(), begin_transfers_anew()']
  ] loop
    if position(change[1] in source) = 0 then
      raise exception 'remove_samples has no %', change[1];
    end if;
    source := replace(source, change[1], change[2]);
  end loop;
  execute source;
end $$;
