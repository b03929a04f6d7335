import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const paymentChecks: readonly Check[] = [
  {
    name: 'Invoice balances match their notes and completed payments',
    faults: sql`select concat(i.invoice_number, ': total ', i.total_amount, ', paid ', i.paid_amount, ', balance ',
        i.balance_due, '; its payments: ', coalesce(p.paid, 0)) as what
      from invoices i left join (
        select invoice_id, sum(amount) as paid from payments where status = 'completed' group by invoice_id
      ) p on p.invoice_id = i.id
      where i.paid_amount <> coalesce(p.paid, 0) or i.balance_due <> greatest(i.total_amount + i.debited_amount - i.credited_amount - i.paid_amount, 0)
      order by i.id`,
  },
];
