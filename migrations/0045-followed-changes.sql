-- Each copy of the server follows all changes, whatever they are of.
create index changes_xid on changes (xid);

create trigger note_written after update on billing_profile
  for each statement execute function note_truncated('billing_profile');

-- A cancelled invoice gives its order's lines back.
create trigger note_changed_old after update on invoice_lines referencing old table as written
  for each statement execute function note_invoiced();
create trigger note_changed_new after update on invoice_lines referencing new table as written
  for each statement execute function note_invoiced();

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
drop trigger note_updated on users;
create trigger note_updated after update on users for each row execute function note_user();

create or replace function note_role_held() returns trigger language plpgsql as $$
begin
  insert into changes (entity) values ('roles'), ('invitations');
  return null;
end $$;

create or replace function note_person_shown() returns trigger language plpgsql as $$
begin
  perform note_changed('leads', array(select id from leads where assigned_to = new.id limit 2001));
  insert into changes (entity) values ('stock_movements');
  return null;
end $$;

drop trigger note_membership on workspace_members;
create or replace function note_membership() returns trigger language plpgsql as $$
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
