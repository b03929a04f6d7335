-- Who vouches for an invitation; null for those made before whose sender cannot be told by the name.
-- No foreign key: the invitation outlives its sender's account.
alter table invitations add column invited_by integer;
update invitations set invited_by = sender.id
  from (
    select trim(first_name || ' ' || last_name) as name, min(id) as id
    from users group by 1 having count(*) = 1
  ) sender
  where sender.name = invitations.invited_by_name;
