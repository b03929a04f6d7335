import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { invoicing } from './invoicing.service';

/** What invoices will still charge for a customer's confirmed orders, in rupees, without one order. */
export async function sumUninvoicedOf(
  db: Db,
  customer: number,
  without: number | null = null,
): Promise<number> {
  return invoicing.get().sumUninvoiced(
    db,
    sql`t.customer_id = ${customer} and t.id is distinct from ${without}::integer
      and t.status in ('confirmed', 'processing', 'shipped', 'delivered')`,
  );
}

/** The same of one order of any status. */
export async function sumUninvoicedOfOrder(db: Db, id: number): Promise<number> {
  return invoicing.get().sumUninvoiced(db, sql`t.id = ${id}`);
}

/** One order at a time takes the credit of a customer, until the transaction ends. */
export async function lockCredit(trx: Transaction, customer: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('orders.credit ' || ${customer}::text, 0))`.execute(
    trx,
  );
}
