-- Organization: the company, workspaces, users and how they sign in, invitations.

-- The company's settings by name (docs/product/company.md#settings).
create table settings (
  name text primary key,
  value jsonb not null
);
select track_log('settings', 'settings', 'name', '{}');

-- The company as it names itself on its invoices: one row.
create table billing_profile (
  id integer primary key default 1 check (id = 1),
  company_name text,
  tax_id text,
  billing_address text,
  city text,
  state text,
  zip_code text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- For GST.
  legal_name text,
  state_code text check (state_code ~ '^[0-9]{2}$')
);
insert into billing_profile (created_at, updated_at) values (now(), now());
select track_changes('billing_profile'), track_log('billing_profile', 'billing_profile', 'id', '{updated_at}');
create trigger note_written after update on billing_profile
  for each statement execute function note_truncated('billing_profile');

-- The company's logo (docs/product/billing.md#logo).
create table company_logo (
  id integer primary key check (id = 1),
  type text not null check (type in ('image/png', 'image/jpeg')),
  content bytea not null,
  changed_at timestamp(3) with time zone not null
);
select track_log('company_logo', 'billing_profile', 'id', '{content}', true);

-- A logo that somebody has put in the place of the sample is the company's own.
create function own_logo() returns trigger language plpgsql as $$
begin
  delete from sample_records where entity = 'company_logo' and record_id = old.id;
  return null;
end $$;
create trigger own_logo after update or delete on company_logo for each row execute function own_logo();

-- The accounts that the company is paid into; the default one is printed on invoices.
create table payment_methods (
  id integer generated always as identity primary key,
  type text not null check (type in ('bank', 'upi', 'card')),
  label text,
  brand text,
  last4 text,
  account_holder text,
  -- Printed whole, so kept whole; of a card nothing but its last four digits is ever kept.
  account_number text check (account_number is null or type = 'bank'),
  ifsc text,
  upi_id text,
  is_default boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index payment_methods_default on payment_methods (is_default) where is_default;
select track_changes('payment_methods'), note_changes_of('payment_methods'),
  track_log('payment_methods', 'payment_methods', 'id', '{updated_at}');
create trigger note_gone after delete on payment_methods for each row execute function note_gone('payment_methods');

-- Series: the last number of each financial year. The row is locked until the transaction that takes a number ends, so that a
-- failure gives its number back.
create table invoice_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0),
  -- Above 1 where the sample documents before the first real one were removed.
  first_number integer not null default 1
);
select track_log('invoice_numbers', 'invoice_numbers', 'financial_year', '{}');

-- Numbers that were taken for a mail that surely reached nobody: the next ones to be given.
create table freed_invoice_numbers (
  financial_year text not null references invoice_numbers,
  number integer not null check (number > 0),
  primary key (financial_year, number)
);
select track_log('freed_invoice_numbers', 'invoice_numbers', 'financial_year', '{financial_year}');

create table credit_note_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0),
  first_number integer not null default 1
);
select track_log('credit_note_numbers', 'credit_note_numbers', 'financial_year', '{}');

create table debit_note_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0),
  first_number integer not null default 1
);
select track_log('debit_note_numbers', 'debit_note_numbers', 'financial_year', '{}');

create table receipt_voucher_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0),
  first_number integer not null default 1
);
select track_log('receipt_voucher_numbers', 'receipt_voucher_numbers', 'financial_year', '{}');

create table refund_voucher_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0),
  first_number integer not null default 1
);
select track_log('refund_voucher_numbers', 'refund_voucher_numbers', 'financial_year', '{}');

-- Settings that came with the sample data of a company by GST, with what stood there before (docs/product/running.md#sample-data).
create table sample_settings (
  name text primary key,
  value jsonb not null,
  before jsonb
);

-- What users may do. Ids from 101: those below are for roles that come with the program.
create table roles (
  id integer generated by default as identity (start with 101) primary key,
  name text not null,
  rights jsonb not null,
  is_ready_made boolean not null default false,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- Whether people with this role have to have a second factor.
  second_factor_required boolean not null default false
);
create unique index roles_name_key on roles (lower(name));
select track_changes('roles'), track_log('roles', 'roles', 'id', '{updated_at}');
insert into roles (id, name, is_ready_made, created_at, updated_at, rights)
select id, name, true, now(), now(), (
    select jsonb_object_agg(kind, jsonb_build_object('read', case when permitted ? 'r' then 'all' else 'none' end,
      'create', permitted ? 'c', 'update', permitted ? 'u', 'delete', permitted ? 'd', 'export', permitted ? 'e')
      || case kind when 'invoices' then jsonb_build_object('issue', permitted ? 'i')
           when 'payments' then jsonb_build_object('refund', permitted ? 'f') else '{}' end)
    from jsonb_each_text(short) as each (kind, letters),
      lateral (select to_jsonb(string_to_array(letters, null)) as permitted) of_each)
from (values
  (1, 'Administrator', '{"leads": "rcude", "customers": "rcude", "orders": "rcude", "invoices": "rcudei",
    "payments": "rcudef", "products": "rcude", "services": "rcude"}'::jsonb),
  (2, 'Sales', '{"leads": "rcude", "customers": "rcude", "orders": "rcude", "invoices": "r",
    "payments": "r", "products": "r", "services": "r"}'),
  (3, 'Accounts', '{"leads": "", "customers": "rue", "orders": "re", "invoices": "rcudei",
    "payments": "rcudef", "products": "r", "services": "r"}'),
  (4, 'Stores', '{"leads": "", "customers": "r", "orders": "rue", "invoices": "",
    "payments": "", "products": "rcude", "services": "r"}'),
  (5, 'Viewer', '{"leads": "r", "customers": "r", "orders": "r", "invoices": "r",
    "payments": "r", "products": "r", "services": "r"}')
) as ready (id, name, short);
select note_changes_of('roles');
create trigger note_gone after delete on roles for each row execute function note_gone('roles');

create table workspaces (
  id integer generated always as identity primary key,
  name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index workspaces_name_key on workspaces (lower(name));
select track_changes('workspaces'), note_changes_of('workspaces'), track_log('workspaces', 'workspaces', 'id', '{updated_at}');
create trigger note_gone after delete on workspaces for each row execute function note_gone('workspaces');

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
  updated_at timestamp(3) with time zone not null,
  -- Null is the whole company. It counts only while its user belongs to it or is an administrator.
  current_workspace integer references workspaces on delete set null,
  -- Minutes without activity after which a session is over; null for never.
  session_timeout_minutes integer default 30
    check (session_timeout_minutes in (15, 30, 60, 120)),
  -- Set once a person's data was anonymized: that account is over for good.
  anonymized_at timestamp(3) with time zone,
  -- Null: a user without a role, who may do everything but administer.
  role_id integer references roles,
  -- The password was made by the program and read from its console: its person chooses another one first.
  must_change_password boolean not null default false
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));
create index users_current_workspace on users (current_workspace) where current_workspace is not null;
create index users_role_id on users (role_id) where role_id is not null;
select track_changes('users'), note_changes_of('users');
select track_people_log('users', 'id', '{updated_at,last_login,current_workspace}',
  '{id,role,role_id,is_active,session_timeout_minutes,anonymized_at,created_at}',
  '{username,email,first_name,last_name,phone,department,position,bio}');
create trigger note_gone after delete on users for each row execute function note_gone('users');

create function keep_person_name() returns trigger language plpgsql security definer as $$
begin
  insert into audit_people values (new.id, trim(new.first_name || ' ' || new.last_name))
    on conflict (user_id) do update set name = excluded.name;
  return null;
end $$;
create trigger keep_person_name after insert or update of first_name, last_name on users
  for each row execute function keep_person_name();

-- An administrator has the administrators' role and nobody else has it, whatever statement says so.
create function keep_role_id() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' then
    new.role_id := 1;
  elsif new.role_id = 1 then
    new.role_id := null;
  end if;
  return new;
end $$;
create trigger users_role_id before insert or update of role, role_id on users
  for each row execute function keep_role_id();

create function note_person_shown() returns trigger language plpgsql as $$
begin
  perform note_changed('leads', array(select id from leads where assigned_to = new.id limit 2001));
  insert into changes (entity) values ('stock_movements');
  return null;
end $$;
create trigger note_shown after update on users for each row
  when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name)
  execute function note_person_shown();

-- These lists are short and change seldom.
create function note_role_held() returns trigger language plpgsql as $$
begin
  insert into changes (entity) values ('roles'), ('invitations');
  return null;
end $$;
create trigger note_role_held_in after insert or delete on users for each statement execute function note_role_held();
create trigger note_role_held_elsewhere after update on users for each row
  when (old.role_id is distinct from new.role_id or old.role is distinct from new.role or old.is_active <> new.is_active)
  execute function note_role_held();

-- That somebody signed in, or chose a workspace, is news to a list that shows it, and to nobody else.
create function note_user() returns trigger language plpgsql as $$
declare visited users := new;
begin
  visited.last_login := old.last_login;
  visited.current_workspace := old.current_workspace;
  visited.updated_at := old.updated_at;
  insert into changes (entity, id)
  values (case when visited is distinct from old then 'users' else 'user_visits' end, new.id);
  return null;
end $$;
create or replace trigger note_updated after update on users for each row execute function note_user();

-- In the database, so that every copy of the server has it and a backup of the database is a whole one.
create table user_photos (
  user_id integer primary key references users on delete cascade,
  content bytea not null,
  changed_at timestamp(3) with time zone not null
);
select track_changes('user_photos');
select track_people_log('user_photos', 'user_id', '{changed_at}', '{user_id}', '{}');

create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  device text not null,
  created_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  -- From where the person signed in; null for those from before.
  address text,
  -- How the person signed in. A provider that does not mention a second factor counts as a password does.
  way text not null default 'password'
    check (way in ('password', 'passkey', 'provider', 'provider with second factor')),
  -- From where a session was last used; `address` stays that of the sign-in, by which a place is known.
  last_address text,
  -- When somebody last proved within a session who they are; null while only signing in has.
  confirmed_at timestamp(3) with time zone
);
create index sessions_user_id on sessions (user_id) where ended_at is null;
-- The jobs that end what nobody uses look for it every minute.
create index sessions_last_seen on sessions (last_seen_at) where ended_at is null;
create index sessions_address on sessions (user_id, address);
create index sessions_ended_at on sessions (ended_at) where ended_at is not null;

-- Tokens are stored as SHA-256 digests: 256 random bits need no slow hash.
create table session_tokens (
  digest bytea primary key,
  session_id integer not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamp(3) with time zone not null,
  rotated_at timestamp(3) with time zone,
  -- A refresh token leads to one pair of tokens, also when two tabs send it: the pair is made of it and of this salt.
  -- The salt alone, as a backup has it, and the token alone, as a thief has it, make nothing.
  successor_salt bytea
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
create index login_failures_failed_at on login_failures (failed_at);

-- A browser that a person has signed in with before: strangers' failures do not hold it up.
create table known_devices (
  digest bytea not null,
  user_id integer not null references users on delete cascade,
  last_used_at timestamp(3) with time zone not null,
  primary key (digest, user_id)
);
create index known_devices_user_id on known_devices (user_id, last_used_at desc);
create index known_devices_last_used_at on known_devices (last_used_at);

create table password_resets (
  user_id integer not null references users on delete cascade,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  id bigint generated always as identity primary key,
  -- One of each attempt to send the mail.
  digests bytea[] not null default '{}'
);
create index password_resets_digests on password_resets using gin (digests);
create index password_resets_user_id on password_resets (user_id);

-- An address that a person wants to have, until the link that was mailed to it is opened; one at a time.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  email text not null,
  digests bytea[] not null default '{}',
  expires_at timestamp(3) with time zone not null
);
create index email_changes_digests on email_changes using gin (digests);

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
  identity jsonb,
  -- The session that a sign-in confirms; null for one that starts a session.
  session_id integer references sessions on delete cascade
    constraint provider_sign_ins_session_id_check check (session_id is null or identity is null)
);
create index provider_sign_ins_network on provider_sign_ins (network, expires_at);
create index provider_sign_ins_expires_at on provider_sign_ins (expires_at);
create index provider_sign_ins_session_id on provider_sign_ins (session_id);

create table workspace_members (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('owner', 'manager', 'member', 'viewer')),
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint workspace_members_once unique (workspace_id, user_id)
);
create index workspace_members_user_id on workspace_members (user_id);
select track_changes('workspace_members'), note_changes_of('workspace_members'),
  track_log('workspace_members', 'workspace_members', 'id', '{updated_at}');

create function member_left() returns trigger language plpgsql as $$
begin
  perform note_left('workspace_members', old.id, old.workspace_id, '{}');
  return null;
end $$;
create trigger note_gone after delete on workspace_members for each row execute function member_left();

create function note_membership() returns trigger language plpgsql as $$
begin
  perform note_changed('workspaces', array(select distinct workspace_id from written limit 2001));
  return null;
end $$;
create trigger note_membership_new after insert on workspace_members referencing new table as written
  for each statement execute function note_membership();
create trigger note_membership_changed after update on workspace_members referencing new table as written
  for each statement execute function note_membership();

-- Whoever left does not see the workspace any more.
create function note_membership_left() returns trigger language plpgsql as $$
begin
  insert into changes (entity, id, moved) values ('workspaces', old.workspace_id, true);
  return null;
end $$;
create trigger note_membership_gone after delete on workspace_members for each row
  execute function note_membership_left();

-- Who was a viewer of a workspace when leaving it, by oneself or taken out, still only reads there.
create table former_viewers (
  workspace_id integer not null references workspaces on delete cascade,
  user_id integer not null references users on delete cascade,
  left_at timestamp(3) with time zone not null,
  primary key (workspace_id, user_id)
);
create index former_viewers_user_id on former_viewers (user_id);
select track_log('former_viewers', 'users', 'user_id', '{user_id}', true);

create table invitations (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null default 'user' check (role in ('admin', 'user')),
  message text,
  -- A pending one is over when its time is, also before the job has written so.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'expired')),
  -- No foreign key: the name stays when the user is gone.
  invited_by_name text not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- Who vouches for an invitation; null for those made before whose sender cannot be told by the name.
  -- No foreign key: the invitation outlives its sender's account.
  invited_by integer,
  -- The role that an invited person will have. No reference: an invitation that has ended keeps no role from being deleted.
  role_id integer
);
create unique index invitations_pending_email_key on invitations (lower(email))
  where status = 'pending';
create index invitations_newest on invitations (created_at desc, id desc);
create index invitations_expires_at on invitations (expires_at) where status = 'pending';
create index invitations_role_id on invitations (role_id) where status = 'pending' and role_id is not null;
select track_changes('invitations'), note_changes_of('invitations');
select track_people_log('invitations', 'id', '{updated_at,invited_by_name}',
  '{id,role,role_id,status,invited_by,expires_at,accepted_at,created_at}', '{email,first_name,last_name,message}');
create trigger note_gone after delete on invitations for each row execute function note_gone('invitations');

-- Tokens are stored as SHA-256 digests. One outlives its invitation, so that its link can say why it opens nothing.
create table invitation_tokens (
  invitation_id integer references invitations on delete set null,
  ended text check (ended in ('used', 'replaced', 'revoked')),
  created_at timestamp(3) with time zone not null,
  id bigint generated always as identity primary key,
  -- One of each attempt to send the mail.
  digests bytea[] not null default '{}'
);
create index invitation_tokens_invitation_id on invitation_tokens (invitation_id);
create index invitation_tokens_digests on invitation_tokens using gin (digests);
