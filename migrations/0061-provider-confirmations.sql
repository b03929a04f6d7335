-- Whose session a sign-in at the provider is to confirm; null for one that begins a session.
delete from provider_sign_ins where identity ? 'session';
alter table provider_sign_ins add column session_id integer references sessions on delete cascade;
alter table provider_sign_ins add constraint provider_sign_ins_session_id_check
  check (session_id is null or identity is null);
create index provider_sign_ins_session_id on provider_sign_ins (session_id);
