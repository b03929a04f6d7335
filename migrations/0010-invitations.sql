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
  updated_at timestamp(3) with time zone not null
);
create unique index invitations_pending_email_key on invitations (lower(email))
  where status = 'pending';
create index invitations_newest on invitations (created_at desc, id desc);
create index invitations_expires_at on invitations (expires_at) where status = 'pending';
select track_changes('invitations');

-- Tokens are stored as SHA-256 digests. One outlives its invitation, so that its link can say why it opens nothing.
create table invitation_tokens (
  digest bytea primary key,
  invitation_id integer references invitations on delete set null,
  ended text check (ended in ('used', 'replaced', 'revoked')),
  created_at timestamp(3) with time zone not null
);
create index invitation_tokens_invitation_id on invitation_tokens (invitation_id);
