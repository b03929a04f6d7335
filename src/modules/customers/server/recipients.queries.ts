import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';

const most = 10;

/** The contacts of a customer who get its invoices and can be written to, the oldest first. */
export async function listInvoiceContacts(
  trx: Transaction,
  customerId: number,
): Promise<{ name: string; email: string }[]> {
  const found = await sql<{ name: string; email: string }>`select name, email
    from customer_contacts where customer_id = ${customerId} and gets_invoices and email is not null
    order by id limit ${most}`.execute(trx);
  return found.rows;
}
