-- Every table that a list is made of counts its changes, so that a list's ETag can be told without reading it.
-- The transaction id is taken before the counter moves: a reader that sees the new count can then also see that
-- the writer is still under way (kit/server/route.ts).
create function count_change() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  perform nextval(tg_argv[0]::regclass);
  return null;
end $$;

create function track_changes(tracked text) returns void language plpgsql as $$
begin
  execute format('create sequence %I', tracked || '_changes');
  execute format(
    'create trigger count_change after insert or update or delete or truncate on %I for each statement execute function count_change(%L)',
    tracked, tracked || '_changes');
end $$;

-- Tells this database from another one at the same address; part of every ETag.
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

create table settings (
  name text primary key,
  value jsonb not null
);

create table users (
  id integer generated always as identity primary key,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null default 'user' check (role in ('admin', 'user')),
  is_active boolean not null default true,
  password_hash text not null,
  phone text,
  department text,
  position text,
  bio text,
  last_login timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));
select track_changes('users');

create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  device text not null,
  created_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone
);
create index sessions_user_id on sessions (user_id) where ended_at is null;

-- Tokens are stored as SHA-256 digests: 256 random bits need no slow hash.
create table session_tokens (
  digest bytea primary key,
  session_id integer not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamp(3) with time zone not null,
  rotated_at timestamp(3) with time zone
);
create index session_tokens_session_id on session_tokens (session_id);
create index session_tokens_expires_at on session_tokens (expires_at);

create table login_failures (
  id bigint generated always as identity primary key,
  name text not null,
  address text not null,
  failed_at timestamp(3) with time zone not null
);
create index login_failures_name on login_failures (name, failed_at);
create index login_failures_address on login_failures (address, failed_at);

create table password_resets (
  digest bytea primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone
);

create table idempotency_keys (
  user_id integer not null,
  key text not null,
  request text not null,
  answer jsonb,
  created_at timestamp(3) with time zone not null,
  primary key (user_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table activity (
  id bigint generated always as identity primary key,
  type text not null,
  action text not null,
  record_id integer,
  record_label text not null,
  title text not null,
  message text not null,
  -- No foreign key: past work keeps its maker's name when the user is gone.
  user_id integer,
  user_name text not null,
  before jsonb,
  after jsonb,
  created_at timestamp(3) with time zone not null
);
create index activity_type on activity (type, id desc);
create index activity_record on activity (type, record_id, id desc);

create table mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  attachments jsonb not null default '[]',
  status text not null default 'queued' check (status in ('queued', 'sending', 'accepted', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index mails_waiting on mails (next_attempt_at) where status in ('queued', 'sending');
