import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';

type Unpaid = Pick<Invoice, 'id' | 'customer_id' | 'invoice_date' | 'balance_due'>;

/** Unpaid invoices of this program. */
export async function listUnpaid(trx: Transaction): Promise<Unpaid[]> {
  const result = await sql<Unpaid>`select id, customer_id, invoice_date, balance_due from invoices
    where status in ('pending', 'sent', 'partially_paid', 'overdue') and balance_due > 0
      and not is_opening order by id`.execute(trx);
  return result.rows;
}

/** The newest unpaid invoice of the program before. */
export async function findDoubtful(trx: Transaction): Promise<number | null> {
  const result = await sql<{ id: number }>`select id from invoices
    where is_opening and balance_due > 0 order by invoice_date desc limit 1`.execute(trx);
  return result.rows[0]?.id ?? null;
}
