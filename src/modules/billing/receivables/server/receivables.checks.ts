import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';
import { movements } from './entries.queries';

export const receivableChecks: readonly Check[] = [
  {
    name: 'Accounts of customers match their balances less their credit',
    faults: sql`select concat('customer ', coalesce(m.customer_id, b.customer_id), ': movements ', coalesce(m.amount, 0),
        ', balances ', coalesce(b.amount, 0)) as what
      from (
        select customer_id, sum(amount) as amount from ${movements('UTC', () => sql`true`)} e group by customer_id
      ) m full join (
        select customer_id, sum(amount) as amount from (
          -- What was paid of a cancelled invoice is the customer's.
          select customer_id, case status when 'cancelled' then 0 else total_amount + debited_amount - credited_amount end
            - paid_amount as amount
          from invoices where status <> 'draft'
          union all
          -- What payments only hold of an advance has paid nothing yet.
          select a.customer_id, -a.balance - coalesce((select sum(p.amount) from payments p
            where p.advance_id = a.id and p.status in ('pending', 'processing')), 0) from advances a
          union all
          select r.customer_id, r.allocated_amount - r.amount from receipts r
          where r.status = 'completed' and not exists (select from advances a where a.receipt_id = r.id)
        ) parts group by customer_id
      ) b on b.customer_id = m.customer_id
      where coalesce(m.amount, 0) <> coalesce(b.amount, 0) order by 1`,
  },
];
