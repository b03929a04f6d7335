import { sql } from 'kysely';
import { type Db, findJson } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { invoicing } from './invoicing.service';

/** The total of a customer's confirmed orders that no issued invoice charges for yet, in rupees, without one order. */
export async function readUninvoiced(
  db: Db,
  customer: number,
  without: number | null = null,
): Promise<number> {
  const found = await findJson<{ uninvoiced: number }>(
    db,
    sql`select coalesce(sum(greatest(t.total_amount - ${invoicing.get().invoicedAmount}, 0)), 0) as uninvoiced
      from orders t where t.customer_id = ${customer} and t.id is distinct from ${without}::integer
        and t.status in ('confirmed', 'processing', 'shipped', 'delivered')`,
  );
  return found?.uninvoiced ?? 0;
}

/** The total of the issued invoices of an order, in rupees. */
export async function readInvoiced(db: Db, id: number): Promise<number> {
  const found = await findJson<{ invoiced: number }>(
    db,
    sql`select ${invoicing.get().invoicedAmount} as invoiced from orders t where t.id = ${id}`,
  );
  return found?.invoiced ?? 0;
}

/** One order at a time takes the credit of a customer, until the transaction ends. */
export async function lockCredit(trx: Transaction, customer: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('orders.credit ' || ${customer}::text, 0))`.execute(
    trx,
  );
}
