import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';
import { movementsOf } from './accounts.queries';
import { customerBook } from './entries.queries';

const all = () => sql`true`;

export const receivableChecks: readonly Check[] = [
  {
    name: 'Accounts of customers match their balances less their credit',
    faults: sql`select concat('customer ', coalesce(m.customer_id, b.customer_id), ': movements ', coalesce(m.amount, 0),
        ', balances ', coalesce(b.amount, 0)) as what
      from (
        select customer_id, sum(amount) as amount from ${movementsOf(customerBook, 'UTC', all)} e group by customer_id
      ) m full join (
        select customer_id, sum(amount) as amount from ${customerBook.parts(all)} parts group by customer_id
      ) b on b.customer_id = m.customer_id
      where coalesce(m.amount, 0) <> coalesce(b.amount, 0) order by 1`,
  },
];
