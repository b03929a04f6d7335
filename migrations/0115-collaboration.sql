-- Collaboration: notes, files and next steps of records, notifications.

-- Notes on records of five kinds (docs/product/records.md#notes). No foreign key to the record: undoing its deletion brings
-- them back.
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
select note_changes_of('record_notes'), track_log('record_notes', 'record_notes', 'id', '{updated_at,created_by_name}');
create trigger note_gone after delete on record_notes for each row execute function note_gone('record_notes');

-- Files of records (docs/product/records.md#files), with no foreign key either.
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
select note_changes_of('attached_files'), track_log('attached_files', 'attached_files', 'id', '{created_by_name}');
create trigger note_gone after delete on attached_files for each row execute function note_gone('attached_files');

-- In parts, so that no statement carries a whole file.
create table attached_file_parts (
  file_id integer not null references attached_files on delete cascade,
  position integer not null check (position >= 0),
  content bytea not null check (length(content) > 0),
  primary key (file_id, position)
);
alter table attached_file_parts alter column content set storage external;

-- What is to be done about a record, by whom and when (docs/product/records.md#next-steps).
create table next_steps (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('leads', 'customers', 'orders', 'invoices', 'products')),
  record_id integer not null,
  text text not null check (length(text) between 1 and 500),
  due_date date not null,
  assigned_to integer references users on delete set null,
  done_at timestamp(3) with time zone,
  -- The assignee was told that it is due.
  reminded_at timestamp(3) with time zone,
  created_by integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index next_steps_record on next_steps (kind, record_id);
create index next_steps_assigned_to on next_steps (assigned_to, due_date) where done_at is null;
create index next_steps_to_remind on next_steps (due_date) where done_at is null and reminded_at is null;
create index next_steps_created_by on next_steps (created_by);
select note_changes_of('next_steps'), track_log('next_steps', 'next_steps', 'id', '{updated_at,reminded_at}');
create trigger note_gone after delete on next_steps for each row execute function note_gone('next_steps');

create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  activity_id bigint not null,
  event text not null,
  title text not null,
  message text not null,
  user_name text not null,
  record_type text not null,
  record_id integer,
  record_label text not null,
  -- The channels that were on when it arose.
  push boolean not null,
  email boolean not null,
  -- When it is to be mailed; null when it has been, or need not be.
  mail_at timestamp(3) with time zone,
  mailed_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  -- Once for each person, even if the job runs twice at once.
  unique (user_id, activity_id)
);
create index notifications_newest on notifications (user_id, id desc) where push;
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_mailed on notifications (user_id, event, record_id) where mailed_at is not null;
create index notifications_mail_at on notifications (mail_at) where mail_at is not null;
create index notifications_created_at on notifications (created_at);

-- What each person is notified about; no row before the first change.
create table notification_preferences (
  user_id integer primary key references users on delete cascade,
  -- By event: {"new-leads": {"email": true, "push": true, "sms": false}, ...}
  events jsonb not null,
  do_not_disturb boolean not null,
  email_digest boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);

-- Lines of the feed that no notification was made of yet. Written by the database, so that no writer of records needs to know.
create table notification_queue (
  activity_id bigint primary key
);

create function queue_notification() returns trigger language plpgsql as $$
begin
  insert into notification_queue (activity_id) values (new.id);
  return null;
end $$;
-- Of what the system does automatically only this is news; the rest is sample data and housekeeping.
create trigger queue_notification after insert on activity for each row
  when (new.action in ('overdue', 'import failed', 'upgraded', 'backup failed', 'verify failed', 'mentioned', 'step due')
    or (new.user_id is not null and new.type in ('lead', 'order', 'payment', 'user')))
  execute function queue_notification();

create table notification_state (
  only_row boolean primary key default true check (only_row),
  -- Everything up to here was in a daily summary, or need not be.
  digested_until timestamp(3) with time zone not null,
  -- The step of the database that administrators know of; null before the first start.
  known_migration integer
);
insert into notification_state (digested_until) values (now());
