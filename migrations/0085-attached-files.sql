-- Files that hang on records (docs/product/records.md#files). No reference to the record: undoing its deletion brings them back.
create table attached_files (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('leads', 'customers', 'orders', 'invoices', 'products')),
  record_id integer not null,
  name text not null check (length(name) between 1 and 200),
  type text not null,
  size integer not null check (size between 1 and 20971520),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null
);
create index attached_files_record on attached_files (kind, record_id);
create index attached_files_created_by on attached_files (created_by);
select track_log('attached_files', 'attached_files', 'id', '{created_by_name}'), note_changes_of('attached_files');
create trigger note_gone after delete on attached_files for each row execute function note_gone('attached_files');

-- In parts, so that no statement carries a whole file.
create table attached_file_parts (
  file_id integer not null references attached_files on delete cascade,
  position integer not null check (position >= 0),
  content bytea not null check (length(content) > 0),
  primary key (file_id, position)
);
alter table attached_file_parts alter column content set storage external;
