import { sql } from 'kysely';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { invoicing } from './invoicing.service';

/**
 * SQL: the total of the closed quantities of order `t`, in rupees, as far as no issued invoice charges for them: its lines'
 * share in the order with their tax (docs/product/orders.md#credit-limit).
 */
function closedAmount(): SqlPart {
  const value = sql`(l.line_total - l.discount_share + l.cgst_amount + l.sgst_amount + l.igst_amount)`;
  const released = sql`least(l.closed_quantity, greatest(l.quantity - ${invoicing.get().issuedQuantity}, 0))`;
  return sql`(select coalesce(round(t.total_amount * sum(case when l.closed_quantity > 0
      then ${value} * ${released} / l.quantity else 0 end) / nullif(sum(${value}), 0), 2), 0)
    from order_lines l where l.order_id = t.id)`;
}

/** SQL: the total of order `t` that is invoiced or never will be, in rupees. */
const settledAmount = () => sql`(${invoicing.get().invoicedAmount} + ${closedAmount()})`;

/** The total of a customer's confirmed orders that invoices will still charge for, in rupees, without one order. */
export async function readUninvoiced(
  db: Db,
  customer: number,
  without: number | null = null,
): Promise<number> {
  const found = await findJson<{ uninvoiced: number }>(
    db,
    sql`select coalesce(sum(greatest(t.total_amount - ${settledAmount()}, 0)), 0) as uninvoiced
      from orders t where t.customer_id = ${customer} and t.id is distinct from ${without}::integer
        and t.status in ('confirmed', 'processing', 'shipped', 'delivered')`,
  );
  return found?.uninvoiced ?? 0;
}

/** The total of an order that is invoiced or never will be, in rupees. */
export async function readSettled(db: Db, id: number): Promise<number> {
  const found = await findJson<{ settled: number }>(
    db,
    sql`select ${settledAmount()} as settled from orders t where t.id = ${id}`,
  );
  return found?.settled ?? 0;
}

/** One order at a time takes the credit of a customer, until the transaction ends. */
export async function lockCredit(trx: Transaction, customer: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('orders.credit ' || ${customer}::text, 0))`.execute(
    trx,
  );
}
