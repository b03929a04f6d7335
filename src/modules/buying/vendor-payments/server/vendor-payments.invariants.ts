import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';
import { movementsOf } from '~/modules/billing/receivables/server/accounts.service';
import { vendorBook } from './vendor-accounts.queries';

const all = () => sql`true`;

export const vendorPaymentChecks: readonly Check[] = [
  {
    name: 'Payments to vendors match their allocations',
    faults: sql`select concat(p.payment_number, ': ', p.allocated_amount, ', TDS ', p.allocated_tds, ', round-off ', p.round_off,
        '; its allocations: ', coalesce(a.amount, 0), ', ', coalesce(a.tds, 0), ', ', coalesce(a.round_off, 0)) as what
      from vendor_payments p left join (
        select vendor_payment_id, sum(amount) as amount, sum(tds_amount) as tds, sum(round_off) as round_off,
          bool_or(is_reversed) as is_reversed, bool_and(is_reversed) as is_all_reversed
        from vendor_payment_allocations group by vendor_payment_id
      ) a on a.vendor_payment_id = p.id
      where (p.allocated_amount, p.allocated_tds, p.round_off)
          is distinct from (coalesce(a.amount, 0), coalesce(a.tds, 0), coalesce(a.round_off, 0))
        or p.allocated_amount > p.amount or p.allocated_tds > p.tds_amount
        or case p.status when 'cancelled' then not coalesce(a.is_all_reversed, true) else coalesce(a.is_reversed, false) end
      order by p.id`,
  },
  {
    name: 'Payments to vendors and their bills have the same vendor',
    faults: sql`select concat(p.payment_number, ' of vendor ', p.vendor_id, ' pays ', b.voucher_number, ' of vendor ',
        b.vendor_id) as what
      from vendor_payment_allocations a join vendor_payments p on p.id = a.vendor_payment_id join bills b on b.id = a.bill_id
      where b.vendor_id <> p.vendor_id order by a.id`,
  },
  {
    name: 'Bills are paid by their payments',
    faults: sql`select concat(b.voucher_number, ' is paid ', b.paid_amount, '; its payments: ', coalesce(a.settled, 0)) as what
      from bills b left join (
        select bill_id, sum(amount + tds_amount + round_off) as settled
        from vendor_payment_allocations where not is_reversed group by bill_id
      ) a on a.bill_id = b.id
      where b.paid_amount <> case b.kind when 'bill' then 1 else -1 end * coalesce(a.settled, 0) order by b.id`,
  },
  {
    name: 'Accounts of vendors match their balances less their credit',
    faults: sql`select concat('vendor ', coalesce(m.vendor_id, b.vendor_id), ': movements ', coalesce(m.amount, 0),
        ', balances ', coalesce(b.amount, 0)) as what
      from (
        select vendor_id, sum(amount) as amount from ${movementsOf(vendorBook, 'UTC', all)} e group by vendor_id
      ) m full join (
        select vendor_id, sum(amount) as amount from ${vendorBook.parts(all)} parts group by vendor_id
      ) b on b.vendor_id = m.vendor_id
      where coalesce(m.amount, 0) <> coalesce(b.amount, 0) order by 1`,
  },
  {
    name: 'Numbers of payments to vendors have no gaps',
    faults: sql`select concat('number ', n.number, ' of ', s.financial_year, ' is missing') as what
      from vendor_payment_numbers s cross join lateral generate_series(s.first_number, s.last_number) n (number)
      where not exists (select from vendor_payments p
        where p.number_year = s.financial_year and p.number_sequence = n.number)`,
  },
];
