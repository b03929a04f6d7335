-- The role that an invited person will have. No reference: an invitation that has ended keeps no role from being deleted.
alter table invitations add column role_id integer;
update invitations set role_id = 1 where role = 'admin';
create index invitations_role_id on invitations (role_id) where status = 'pending' and role_id is not null;
