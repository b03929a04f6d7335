import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';

/** Issued invoices from a day on towards registered buyers and exports, the oldest first. */
export async function listSampleInvoices(
  trx: Transaction,
  { from, to }: { from: Day; to: Day },
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from invoices
    where status not in ('draft', 'cancelled') and supply_type <> 'b2c' and invoice_date between ${from} and ${to}
    order by invoice_date, id`.execute(trx);
  return found.rows.map(({ id }) => id);
}
