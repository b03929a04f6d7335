-- What a person has beside the password. The secret is sealed with a key that the database does not hold.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  secret bytea not null,
  started_at timestamp(3) with time zone not null,
  -- Null until a first code has shown that the person's app has the secret.
  confirmed_at timestamp(3) with time zone,
  -- The step of time of the last code that was taken: neither it nor those before it are taken again.
  last_step bigint not null default 0
);

-- Each is deleted as it is used.
create table recovery_codes (
  digest bytea primary key,
  user_id integer not null references users on delete cascade
);
create index recovery_codes_user_id on recovery_codes (user_id);
