import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const receiptChecks: readonly Check[] = [
  {
    name: 'Receipts match their payments and advances',
    faults: sql`select concat(r.receipt_number, ': ', r.amount, ', TDS ', r.tds_amount, ', round-off ', r.round_off,
        '; its payments: ', coalesce(p.cash, 0), ', ', coalesce(p.tds, 0), ', ', coalesce(p.round_off, 0),
        ', its advance: ', coalesce(a.amount, 0), ', its refunds: ', coalesce(f.amount, 0)) as what
      from receipts r left join (
        select receipt_id, sum(amount) filter (where kind = 'cash') as cash,
          sum(amount) filter (where kind = 'cash' and advance_id is null) as direct,
          sum(amount) filter (where kind = 'tds') as tds,
          sum(amount) filter (where kind = 'round_off') as round_off
        from payments where receipt_id is not null and status = 'completed' group by receipt_id
      ) p on p.receipt_id = r.id left join (
        select receipt_id, sum(amount) as amount from advance_refunds where receipt_id is not null group by receipt_id
      ) f on f.receipt_id = r.id left join advances a on a.receipt_id = r.id
      where case when r.status = 'cancelled' then p.receipt_id is not null or a.status <> 'cancelled'
          or r.refunded_amount <> coalesce(f.amount, 0)
        else r.allocated_amount <> coalesce(p.cash, 0) or r.tds_amount <> coalesce(p.tds, 0)
          or r.round_off <> coalesce(p.round_off, 0) or r.refunded_amount <> coalesce(f.amount, 0)
          or (a.id is not null and (a.status = 'cancelled' or r.amount <> a.amount + coalesce(p.direct, 0)))
        end order by r.id`,
  },
  {
    name: 'Receipts and their invoices have the same customer',
    faults: sql`select concat(r.receipt_number, ' of customer ', r.customer_id, ' pays ', i.invoice_number, ' of customer ',
        i.customer_id) as what
      from payments p join receipts r on r.id = p.receipt_id join invoices i on i.id = p.invoice_id
      where i.customer_id <> r.customer_id order by p.id`,
  },
  {
    name: 'Uses of the credit of an invoice match the invoices that they pay, or their vouchers',
    faults: sql`select concat('Set-off ', p.id, ' of ', p.amount, ', ', p.status, '; its other half: ', o.id, ' of ', o.amount,
        ', ', o.status) as what
      from payments p join invoices i on i.id = p.invoice_id
        left join payments o on o.id = p.set_off_id or o.set_off_id = p.id
        left join invoices x on x.id = o.invoice_id
      where p.kind = 'set_off' and (o.amount, o.status, o.kind, x.customer_id)
        is distinct from (-p.amount, p.status, 'set_off', i.customer_id)
      union all
      select concat('Refund ', p.id, ' of ', p.amount, ', ', p.status, '; its voucher: ', f.voucher_number, ' of ', f.amount)
      from payments p left join advance_refunds f on f.id = p.refund_id
      where p.kind = 'refund' and (f.amount, f.invoice_id, 'completed') is distinct from (-p.amount, p.invoice_id, p.status)
      union all
      select concat(f.voucher_number, ' has no payment') from advance_refunds f
      where f.invoice_id is not null and not exists (select from payments p where p.refund_id = f.id)`,
  },
  {
    name: 'Receipt numbers have no gaps',
    faults: sql`select concat('number ', n.number, ' of ', s.financial_year, ' is missing') as what
      from receipt_numbers s cross join lateral generate_series(s.first_number, s.last_number) n (number)
      where not exists (select from receipts r
        where r.number_year = s.financial_year and r.number_sequence = n.number)`,
  },
];
