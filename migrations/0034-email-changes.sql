-- An address that a person wants to have, until the link that was mailed to it is opened; one at a time.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  email text not null,
  digests bytea[] not null default '{}',
  expires_at timestamp(3) with time zone not null
);
create index email_changes_digests on email_changes using gin (digests);
