-- What somebody signs in with in the place of a password; only public keys are here.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  credential bytea not null unique,
  public_key bytea not null,
  -- The host that it is good for.
  party text not null,
  -- What the authenticator knows the person by: random, and the same for all of a person's.
  user_handle bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone
);
create index passkeys_user_id on passkeys (user_id);

-- Each is answered once, by the session or the browser that it was made for, and soon.
create table passkey_challenges (
  challenge bytea primary key,
  holder text not null,
  network text not null,
  user_handle bytea,
  expires_at timestamp(3) with time zone not null
);
create index passkey_challenges_network on passkey_challenges (network);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);
