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
      where case when r.status = 'cancelled' then p.receipt_id is not null or a.status <> 'cancelled' or f.receipt_id is not null
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
    name: 'Receipt numbers have no gaps',
    faults: sql`select concat('number ', n.number, ' of ', s.financial_year, ' is missing') as what
      from receipt_numbers s cross join lateral generate_series(s.first_number, s.last_number) n (number)
      where not exists (select from receipts r
        where r.number_year = s.financial_year and r.number_sequence = n.number)`,
  },
];
