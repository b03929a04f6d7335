-- Minutes without activity after which a session is over; null for never.
alter table users add column session_timeout_minutes integer default 30
  check (session_timeout_minutes in (15, 30, 60, 120));

-- The jobs that end what nobody uses look for it every minute.
create index sessions_last_seen on sessions (last_seen_at) where ended_at is null;

-- In the database, so that every copy of the server has it and a backup of the database is a whole one.
create table user_photos (
  user_id integer primary key references users on delete cascade,
  content bytea not null,
  changed_at timestamp(3) with time zone not null
);
select track_changes('user_photos');
