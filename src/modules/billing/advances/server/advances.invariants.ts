import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

const numbersOf = (table: string, series: string) => sql`
  select concat('number ', n.number, ' of ', s.financial_year, ' is missing') as what
  from ${sql.table(series)} s cross join lateral generate_series(s.first_number, s.last_number) n (number)
  where not exists (select from ${sql.table(table)} t
    where t.number_year = s.financial_year and t.number_sequence = n.number)`;

export const advanceChecks: readonly Check[] = [
  {
    name: 'Advance balances match payments and refunds',
    faults: sql`select concat(a.voucher_number, ': ', a.amount, ', adjusted ', a.adjusted_amount, ', refunded ',
        a.refunded_amount, '; its payments: ', coalesce(p.taken, 0), ', its refunds: ', coalesce(r.taken, 0)) as what
      from advances a left join (
        select advance_id, sum(amount) as taken from payments
        where advance_id is not null and status <> 'failed' group by advance_id
      ) p on p.advance_id = a.id left join (
        select advance_id, sum(amount) as taken from advance_refunds group by advance_id
      ) r on r.advance_id = a.id
      where a.adjusted_amount <> coalesce(p.taken, 0) or a.refunded_amount <> coalesce(r.taken, 0)
      order by a.id`,
  },
  {
    name: 'An advance, its order and its invoices have the same customer',
    faults: sql`select concat(a.voucher_number, ' of customer ', a.customer_id, ' is for ', o.order_number, ' of customer ',
        o.customer_id) as what
      from advances a join orders o on o.id = a.order_id where o.customer_id <> a.customer_id
      union all
      select concat(a.voucher_number, ' of customer ', a.customer_id, ' is taken by ', i.invoice_number, ' of customer ',
        i.customer_id)
      from advances a join payments p on p.advance_id = a.id join invoices i on i.id = p.invoice_id
      where i.customer_id <> a.customer_id`,
  },
  {
    name: 'Advances match their vouchers',
    faults: sql`select concat(a.voucher_number, ' of ', a.amount, ' is kept as ', a.voucher ->> 'number', ' of ',
        a.voucher ->> 'amount') as what
      from advances a where a.voucher ->> 'number' <> a.voucher_number
        or (a.voucher ->> 'amount')::numeric <> a.amount order by a.id`,
  },
  {
    name: 'Voucher numbers have no gaps',
    faults: sql`${numbersOf('advances', 'receipt_voucher_numbers')}
      union all ${numbersOf('advance_refunds', 'refund_voucher_numbers')}`,
  },
];
