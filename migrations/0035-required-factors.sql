-- Whether people with this role have to have a second factor.
alter table roles add column second_factor_required boolean not null default false;

-- How the person signed in: who came with a passkey, or by another provider, has shown more than a password.
alter table sessions add column way text not null default 'password'
  check (way in ('password', 'passkey', 'provider'));
