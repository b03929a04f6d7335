import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';

type Unpaid = Pick<Invoice, 'id' | 'customer_id' | 'invoice_date' | 'balance_due'>;

export async function listUnpaid(trx: Transaction): Promise<Unpaid[]> {
  const result = await sql<Unpaid>`select id, customer_id, invoice_date, balance_due from invoices
    where status in ('pending', 'sent', 'partially_paid', 'overdue') and balance_due > 0
    order by id`.execute(trx);
  return result.rows;
}
