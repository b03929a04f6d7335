-- A browser that a person has signed in with before: strangers' failures do not hold it up.
create table known_devices (
  digest bytea not null,
  user_id integer not null references users on delete cascade,
  last_used_at timestamp(3) with time zone not null,
  primary key (digest, user_id)
);
create index known_devices_user_id on known_devices (user_id, last_used_at desc);
create index known_devices_last_used_at on known_devices (last_used_at);

-- From where the person signed in; null for those from before.
alter table sessions add column address text;
create index sessions_address on sessions (user_id, address);
