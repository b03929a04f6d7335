-- Records: what every kind of record has: deletions, bulk changes and undo, views, the search for duplicates.

-- Since when records are deleted that may have notes, files or next steps, until these are deleted too.
create table deleted_records (
  kind text not null,
  record_id integer not null,
  deleted_at timestamp(3) with time zone not null,
  primary key (kind, record_id)
);
create index deleted_records_deleted_at on deleted_records (deleted_at);

create function keep_deleted() returns trigger language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('app.actor', true), ''), '{}')::jsonb;
begin
  insert into deleted_records (kind, record_id, deleted_at)
  select tg_table_name, id, coalesce((actor->>'at')::timestamptz, clock_timestamp()) from gone
  on conflict (kind, record_id) do update set deleted_at = excluded.deleted_at;
  return null;
end $$;

-- Bulk changes, imports and merges, each with its rows as they were before, for 30 days (docs/product/bulk.md#undo).
create table batches (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('bulk', 'import', 'merge', 'undo')),
  list text not null,
  title text not null,
  -- Records; what belongs to one of them counts with it.
  count integer not null default 0,
  -- The rights that undoing it needs: those that doing it needed.
  needs text[] not null,
  -- No foreign key: past work keeps its maker's number when the user is gone.
  created_by integer,
  created_at timestamp(3) with time zone not null,
  undone_at timestamp(3) with time zone,
  undone_by integer references batches on delete set null
);
create index batches_created_at on batches (created_at);
create index batches_created_by on batches (created_by, id desc);
create index batches_undone_by on batches (undone_by) where undone_by is not null;

create table batch_rows (
  batch_id integer not null references batches on delete cascade,
  -- The table of the record.
  entity text not null,
  record_id integer not null,
  -- The record of the batch that it belongs to, and with which it goes and comes back; null for one of its own.
  owner_id integer,
  label text not null,
  -- The whole row or the changed columns: null before for what was created, null after for what was deleted.
  before jsonb,
  after jsonb,
  is_undone boolean not null default false,
  primary key (batch_id, entity, record_id)
);
create index batch_rows_record on batch_rows (entity, record_id);

-- Lists as people keep them by a name (docs/product/views.md): private ones go with their maker, shared ones stay.
create table views (
  id integer generated always as identity primary key,
  list text not null,
  name text not null,
  state jsonb not null check (octet_length(state::text) <= 16384),
  is_shared boolean not null default false,
  created_by integer not null,
  owner_id integer generated always as (case when is_shared then null else created_by end) stored
    references users on delete cascade,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index views_name on views (created_by, list, lower(name));
create index views_shared on views (list) where is_shared;
create index views_owner_id on views (owner_id);
select note_changes_of('views');

create function view_left() returns trigger language plpgsql as $$
begin
  perform note_left('views', old.id, null, case when old.is_shared then '{}' else array[old.created_by] end);
  return null;
end $$;
create trigger note_gone after delete on views for each row execute function view_left();
create trigger note_moved after update on views for each row when (old.is_shared and not new.is_shared)
  execute function view_left();

-- Which view of a list opens by itself, of each person one.
create table view_defaults (
  user_id integer not null references users on delete cascade,
  list text not null,
  view_id integer not null references views on delete cascade,
  primary key (user_id, list)
);
create index view_defaults_view_id on view_defaults (view_id);

create function note_view_chosen() returns trigger language plpgsql as $$
begin
  perform note_changed('views', array(select view_id from written limit 2001));
  return null;
end $$;
create trigger note_chosen after insert on view_defaults referencing new table as written
  for each statement execute function note_view_chosen();
create trigger note_chosen_instead after update on view_defaults referencing new table as written
  for each statement execute function note_view_chosen();
create trigger note_chosen_before after update on view_defaults referencing old table as written
  for each statement execute function note_view_chosen();
create trigger note_no_longer_chosen after delete on view_defaults referencing old table as written
  for each statement execute function note_view_chosen();

-- What records that are likely the same have in common (docs/product/duplicates.md). Each has its index.
create function phone_key(phone text) returns text language sql immutable parallel safe
  return case when length(phone_digits(phone)) >= 7 then right(phone_digits(phone), 10) end;

-- A name by its consonants, without the words that most companies share: names that sound alike have the same. Doubled letters
-- say nothing of a name, doubled digits do. PL/pgSQL prepares its expressions once: an SQL function took a third of an import.
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
