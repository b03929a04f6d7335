-- Who somebody is at the company's sign-in provider: one identity of a provider for each account.
create table provider_accounts (
  issuer text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  linked_at timestamp(3) with time zone not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Sign-ins that are under way at the provider. What goes there and comes back is made of the token in the browser's
-- cookie, of which only a digest lies here.
create table provider_sign_ins (
  digest bytea primary key,
  target text not null,
  network text not null,
  expires_at timestamp(3) with time zone not null,
  -- Whom the provider has named, while the person's second factor is still to be shown.
  identity jsonb
);
create index provider_sign_ins_network on provider_sign_ins (network, expires_at);
create index provider_sign_ins_expires_at on provider_sign_ins (expires_at);

-- A provider that says nothing of a second factor counts as a password does.
alter table sessions drop constraint sessions_way_check;
alter table sessions add constraint sessions_way_check
  check (way in ('password', 'passkey', 'provider', 'provider with second factor'));
