-- An advance may be cancelled after a refund, which its customer owes then, as where the cheque of the advance bounces
-- (docs/product/advances.md#cancelling). The rules of before have no names of their own.
do $$
declare
  rule text;
begin
  for rule in select conname from pg_constraint
    where conrelid = 'advances'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) ~ 'adjusted_amount \+ refunded_amount' and pg_get_constraintdef(oid) ~ 'status'
  loop
    execute format('alter table advances drop constraint %I', rule);
  end loop;
end $$;
alter table advances add constraint advances_cancelled check (status <> 'cancelled' or adjusted_amount = 0),
  add constraint advances_settled check (status = 'cancelled' or (status = 'settled') = (adjusted_amount + refunded_amount = amount));
