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

-- The rest of a receipt can be refunded where no advance holds it (docs/product/receipts.md#refund); its voucher is of the
-- series of refund vouchers.
alter table receipts add column refunded_amount numeric(14,2) not null default 0 check (refunded_amount >= 0),
  add constraint receipts_spent check (allocated_amount + refunded_amount <= amount),
  add constraint receipts_refunded check (status <> 'cancelled' or refunded_amount = 0);
alter table advance_refunds alter column advance_id drop not null, add column receipt_id integer references receipts,
  add constraint advance_refunds_of check ((advance_id is null) <> (receipt_id is null));
create index advance_refunds_receipt_id on advance_refunds (receipt_id, id) where receipt_id is not null;

-- 0124, with the refunds of receipts.
do $$
declare
  source text := pg_get_functiondef('keep_received_samples()'::regprocedure);
  before text := 'union select ''receipts'', a.receipt_id from advances a';
begin
  if position(before in source) = 0 then
    raise exception 'keep_received_samples has no %', before;
  end if;
  execute replace(source, before, 'union select ''receipts'', f.receipt_id from advance_refunds f
      where f.receipt_id is not null and not is_sample(''advance_refunds'', f.id)
    ' || before);
end $$;
