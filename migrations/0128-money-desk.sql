-- A write-off lowers an invoice without any money, and belongs to no receipt (docs/product/payments.md#write-off).
alter table payments drop constraint payments_kind_check,
  add constraint payments_kind_check check (kind in ('cash', 'tds', 'round_off', 'write_off')),
  drop constraint payments_kind, add constraint payments_kind check (case kind
    when 'cash' then true
    when 'write_off' then receipt_id is null and advance_id is null
    else receipt_id is not null end);

-- Who may take back money may also write it off. Copies of the version before write roles without this right, until the
-- release after this one; a role that has it keeps it.
create function keep_write_off_right() returns trigger language plpgsql as $$
begin
  if not new.rights->'invoices' ? 'write_off' then
    new.rights := jsonb_set(new.rights, '{invoices,write_off}', coalesce(old.rights->'invoices'->'write_off', 'false'));
  end if;
  return new;
end $$;
create trigger keep_write_off_right before insert or update on roles
  for each row execute function keep_write_off_right();
update roles set rights = jsonb_set(rights, '{invoices,write_off}',
  to_jsonb(is_ready_made and id in (1, 3) and (rights->'payments'->>'refund')::boolean));
