import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';

const most = 10;

/**
 * The contacts of a customer who get its invoices and can be written to, the oldest first; of those who share a mailbox
 * the oldest alone. The case of an address makes no other mailbox.
 */
export async function listInvoiceContacts(
  db: Db,
  customerId: number,
): Promise<{ name: string; email: string }[]> {
  const found = await sql<{ name: string; email: string }>`select name, email from (
      select distinct on (lower(email)) id, name, email from customer_contacts
      where customer_id = ${customerId} and gets_invoices and email is not null
      order by lower(email), id
    ) c order by id limit ${most}`.execute(db);
  return found.rows;
}
