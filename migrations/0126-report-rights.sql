-- Reports are a separate right (docs/product/roles.md#rights); until now each role read them.
update roles set rights = rights || '{"reports": {"read": "all"}}' where not rights ? 'reports';

-- Copies of the version before write roles without them, until the release after this one.
create function keep_report_rights() returns trigger language plpgsql as $$
begin
  if not new.rights ? 'reports' then
    new.rights := new.rights || '{"reports": {"read": "all"}}';
  end if;
  return new;
end $$;
create trigger keep_report_rights before insert or update on roles
  for each row execute function keep_report_rights();
