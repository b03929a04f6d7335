import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';

export async function listUnpaid(
  trx: Transaction,
): Promise<{ id: number; invoice_date: Day; total_amount: number }[]> {
  const result = await sql<{ id: number; invoice_date: Day; total_amount: number }>`
    select id, invoice_date, total_amount from invoices
    where status in ('pending', 'sent', 'overdue') and balance_due > 0 order by id`.execute(trx);
  return result.rows;
}
