-- Notes on records of five kinds (docs/product/records.md#notes). No foreign key: a deletion that is undone finds them again.
create table record_notes (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('leads', 'customers', 'orders', 'invoices', 'products')),
  record_id integer not null,
  text text not null check (length(text) between 1 and 5000),
  mentions integer[] not null default '{}',
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index record_notes_record on record_notes (kind, record_id, id desc);
create index record_notes_created_by on record_notes (created_by);
select track_log('record_notes', 'record_notes', 'id', '{updated_at,created_by_name}'), note_changes_of('record_notes');
create trigger note_gone after delete on record_notes for each row execute function note_gone('record_notes');

-- Since when records are gone on which something may hang, until that is deleted too.
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
create trigger keep_deleted after delete on leads referencing old table as gone
  for each statement execute function keep_deleted();
create trigger keep_deleted after delete on customers referencing old table as gone
  for each statement execute function keep_deleted();
create trigger keep_deleted after delete on orders referencing old table as gone
  for each statement execute function keep_deleted();
create trigger keep_deleted after delete on invoices referencing old table as gone
  for each statement execute function keep_deleted();
create trigger keep_deleted after delete on products referencing old table as gone
  for each statement execute function keep_deleted();
