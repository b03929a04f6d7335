-- A link that opens something is made when its mail is sent: until then the row says what it is to open, and no backup of
-- the mails, and no copy of the write-ahead log, holds it. Each attempt to send makes a token of its own.
alter table mails add column link jsonb;

alter table password_resets
  add column id bigint generated always as identity,
  add column digests bytea[] not null default '{}';
update password_resets set digests = array[digest];
alter table password_resets drop column digest, add primary key (id);
create index password_resets_digests on password_resets using gin (digests);
create index password_resets_user_id on password_resets (user_id);

alter table invitation_tokens
  add column id bigint generated always as identity,
  add column digests bytea[] not null default '{}';
update invitation_tokens set digests = array[digest];
alter table invitation_tokens drop column digest, add primary key (id);
create index invitation_tokens_digests on invitation_tokens using gin (digests);
