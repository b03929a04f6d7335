-- The credit of an invoice, from notes after its payment, is set off or refunded (docs/product/credit-notes.md#using-the-credit): a
-- payment below zero of that invoice, so that all sums of payments and balances follow.
alter table payments add column set_off_id integer references payments, add column refund_id integer references advance_refunds,
  drop constraint payments_kind_check,
  add constraint payments_kind_check check (kind in ('cash', 'tds', 'round_off', 'write_off', 'set_off', 'refund')),
  drop constraint payments_kind, add constraint payments_kind check (case
    when kind = 'cash' then true
    when kind in ('write_off', 'set_off', 'refund') then receipt_id is null and advance_id is null
    else receipt_id is not null end),
  drop constraint payments_amount, add constraint payments_amount check (case kind
    when 'round_off' then amount between -1 and 1 and amount <> 0
    -- The other half of a set-off, on the invoice that it pays, names the one on the invoice with the credit.
    when 'set_off' then (amount > 0) = (set_off_id is not null) and amount <> 0
    when 'refund' then amount < 0
    else amount > 0 end),
  add constraint payments_set_off check (set_off_id is null or kind = 'set_off'),
  add constraint payments_refund check ((refund_id is not null) = (kind = 'refund'));
create unique index payments_set_off_id on payments (set_off_id) where set_off_id is not null;
create unique index payments_refund_id on payments (refund_id) where refund_id is not null;

alter table advance_refunds add column invoice_id integer references invoices,
  drop constraint advance_refunds_of,
  add constraint advance_refunds_of check (num_nonnulls(advance_id, receipt_id, invoice_id) = 1);
create index advance_refunds_invoice_id on advance_refunds (invoice_id, id) where invoice_id is not null;

-- 0116: a refund stays with its advance where it is one of an advance. 0124 and 0128, with the uses of an invoice's credit: both
-- halves of a set-off stay, and a refund with its payment.
do $$
declare
  source text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['keep_used_samples()', 'where not is_sample(''advances'', r.advance_id)',
      'where r.advance_id is not null and not is_sample(''advances'', r.advance_id)'],
    ['keep_received_samples()', 'union select ''receipts'', a.receipt_id from advances a',
      'union select ''payments'', p.id from payments p join payments s on s.id = p.set_off_id
      where not is_sample(''payments'', s.id)
    union select ''payments'', s.id from payments p join payments s on s.id = p.set_off_id
      where not is_sample(''payments'', p.id)
    union select ''payments'', p.id from payments p
      where p.refund_id is not null and not is_sample(''advance_refunds'', p.refund_id)
    union select ''advance_refunds'', p.refund_id from payments p
      where p.refund_id is not null and not is_sample(''payments'', p.id)
    union select ''receipts'', a.receipt_id from advances a']
  ] loop
    source := pg_get_functiondef(change[1]::regprocedure);
    if position(change[2] in source) = 0 then
      raise exception '% has no %', change[1], change[2];
    end if;
    execute replace(source, change[2], change[3]);
  end loop;
end $$;
