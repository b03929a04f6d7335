import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Owed } from '../receipts.rules';

export interface SamplePayer {
  customer_id: number;
  invoices: Owed[];
}

/** The customers with three or more unpaid invoices of this program on which no payment is held, and these, the oldest first. */
export async function listSamplePayers(trx: Transaction): Promise<SamplePayer[]> {
  const found = await sql<SamplePayer>`select customer_id,
      json_agg(json_build_object('id', id, 'invoice_date', invoice_date, 'due_date', due_date,
        'balance_due', balance_due, 'subtotal', subtotal, 'total_amount', total_amount,
        'credited_amount', credited_amount, 'debited_amount', debited_amount, 'tds_amount', (
          select coalesce(sum(p.amount), 0) from payments p
          where p.invoice_id = i.id and p.kind = 'tds' and p.status = 'completed')) order by invoice_date, id) as invoices
    from invoices i where status in ('pending', 'sent', 'partially_paid', 'overdue') and balance_due > 0
      and not i.is_opening and not exists (select from payments p where p.invoice_id = i.id and p.status in ('pending', 'processing'))
    group by customer_id having count(*) >= 3 order by customer_id`.execute(trx);
  return found.rows;
}

export interface SampleCredit {
  id: number;
  customer_credit: number;
  /** Another invoice of the customer that is unpaid and that no payment holds, if there is one. */
  other: { id: number; balance_due: number } | null;
}

/** The invoices with credit; those whose customer has another one to pay are first. */
export async function listSampleCredits(trx: Transaction): Promise<SampleCredit[]> {
  const credit = sql`c.paid_amount + c.credited_amount - c.total_amount - c.debited_amount`;
  const found = await sql<SampleCredit>`select c.id, ${credit} as customer_credit,
      (select json_build_object('id', u.id, 'balance_due', u.balance_due) from invoices u
        where u.customer_id = c.customer_id and u.balance_due > 0 and u.status in ('pending', 'sent', 'partially_paid', 'overdue')
          and not exists (select from payments p where p.invoice_id = u.id and p.status in ('pending', 'processing'))
        order by u.id limit 1) as other
    from invoices c where c.status not in ('draft', 'cancelled') and ${credit} > 0 order by c.id`.execute(
    trx,
  );
  return found.rows.toSorted((one, two) => Number(one.other === null) - Number(two.other === null));
}
