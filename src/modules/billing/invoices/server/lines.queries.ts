import { termColumns } from '~/modules/sales/documents/taxes/server/taxation.service';
import { sql } from 'kysely';
import type { Person, Write } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { type FoundRecords, shownOf } from '~/kit/server/database/dependents';
import type { Order } from '~/modules/sales/orders/orders.fields';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { LineTerms } from '~/modules/sales/documents/lines/lines.rules';
import type { Spread } from '~/modules/sales/documents/lines/discounts.rules';
import type { LineTaxes } from '~/modules/sales/documents/taxes/taxation.rules';
import { carriedFromOrder, type InvoiceLine } from '../invoices.fields';
import type { SentLine } from '../requests.schema';
import type { AgreedLine, PricedShare } from '../shares.rules';
import type { Transaction } from '~/kit/server/database/transaction';
import { crediting } from './crediting.service';

/** A line with its price and what it charges for, before it is taxed. */
export type LinkedLine = LineTerms &
  Pick<
    InvoiceLine,
    | 'product_id'
    | 'service_id'
    | 'order_line_id'
    | 'description'
    | 'quantity'
    | 'unit_price'
    | 'line_total'
  >;

export type NewInvoiceLine = Spread<LinkedLine> & LineTaxes;

/** Releases what an invoice charged for of an order, so that the order's lines may change or be removed. */
export async function freeShares(trx: Transaction, invoiceId: number): Promise<void> {
  await sql`update invoice_lines set order_line_id = null
    where invoice_id = ${invoiceId} and order_line_id is not null`.execute(trx);
}

const ofOrder = [
  'id',
  'order_number',
  'customer_id',
  'status',
  'tax_rate',
  'discount_percent',
  'discount_amount',
  'place_chosen',
  'custom',
  ...carriedFromOrder,
] as const;

export type InvoicedOrder = Pick<Order, (typeof ofOrder)[number]>;

/** With `chooser`, of those that this person may read. */
export async function lockInvoicedOrder(
  trx: Transaction,
  id: number,
  chooser: Person | null,
): Promise<InvoicedOrder | null> {
  const isReadable = chooser ? readable(chooser, 'orders') : sql`true`;
  const result = await sql<InvoicedOrder>`
    select ${sql.join(ofOrder.map((name) => sql.ref(`t.${name}`)))}
    from orders t join customers c on c.id = t.customer_id
    where t.id = ${id} and ${isReadable} for update of t`.execute(trx);
  return result.rows[0] ?? null;
}

/**
 * The lines of an order with the quantity not charged by other invoices; drafts count, cancelled invoices and what was
 * credited do not.
 */
export async function listShares(
  trx: Transaction,
  { orderId, exceptInvoice }: { orderId: number; exceptInvoice: number | null },
): Promise<PricedShare[]> {
  const result = await sql<PricedShare>`
    select l.id, l.product_id, l.service_id, l.description, l.unit_price, l.quantity as ordered,
      ${termColumns}, l.quantity - coalesce((
        select sum(il.quantity - ${crediting.get().creditedQuantity}) from invoice_lines il
        join invoices i on i.id = il.invoice_id and i.status <> 'cancelled'
        where il.order_line_id = l.id and i.id is distinct from ${exceptInvoice}::integer), 0) as remaining
    from order_lines l where l.order_id = ${orderId} order by l.position`.execute(trx);
  return result.rows;
}

/** The lines of an order as they were agreed. */
export async function listAgreed(trx: Transaction, orderId: number): Promise<AgreedLine[]> {
  const result = await sql<AgreedLine>`select id, quantity as ordered,
    line_total - discount_share as taxable_value from order_lines where order_id = ${orderId}`.execute(
    trx,
  );
  return result.rows;
}

/** The lines of a delivery as an invoice charges for them, at the prices of its order. */
export async function listDelivered(trx: Transaction, delivery: number): Promise<SentLine[]> {
  const result = await sql<SentLine>`
    select dl.order_line_id, dl.product_id, l.description, dl.quantity, l.unit_price
    from delivery_lines dl join order_lines l on l.id = dl.order_line_id
    where dl.delivery_id = ${delivery} order by dl.position, dl.id`.execute(trx);
  return result.rows;
}

/** SQL: the part of an order's discount that is on its invoices, in rupees, less the credited part. */
export function takenDiscount(order: SqlPart): SqlPart {
  return sql`(select coalesce(sum(il.discount_share
      - round(il.discount_share * ${crediting.get().creditedQuantity} / il.quantity, 2)), 0)
    from invoice_lines il join invoices i on i.id = il.invoice_id and i.status <> 'cancelled'
    where i.order_id = ${order})`;
}

/** Of an order that is locked, so that no other invoice takes of it at the same time. */
export async function sumTakenDiscount(trx: Transaction, orderId: number): Promise<number> {
  const result = await sql<{ taken: number }>`
    select ${takenDiscount(sql`${orderId}::integer`)} as taken`.execute(trx);
  return result.rows[0]?.taken ?? 0;
}

/** The invoices that charge for an order's line, the first ten of those that the person may read. */
export async function listHolders(
  { trx, context: { person } }: Write,
  orderLineId: number,
): Promise<FoundRecords> {
  const result = await sql<FoundRecords>`
    with found as (
      select t.id, t.invoice_number as label, ${readable(person, 'invoices')} as is_read
      from invoices t join customers c on c.id = t.customer_id
      where t.status <> 'cancelled' and t.id in (
        select il.invoice_id from invoice_lines il
        where il.order_line_id = ${orderLineId} and il.quantity > ${crediting.get().creditedQuantity})
    ), shown as (select 'invoice' as type, id, label from found where is_read order by id limit 10)
    select (select coalesce(json_agg(shown), '[]') from shown) as shown,
      (select count(*) from found where not is_read) as hidden`.execute(trx);
  return result.rows[0] ?? { shown: [], hidden: 0 };
}

/** The products and services among these that there are and that the person may read. */
export async function findReferences(
  { trx, context: { person } }: Write,
  ids: { productIds: readonly number[]; serviceIds: readonly number[] },
): Promise<{ products: number[]; services: number[] }> {
  const result = await sql<{ products: number[]; services: number[] }>`select
    array(select id from products where id = any (${ids.productIds}::integer[])
      and ${readable(person, 'products')}) as products,
    array(select id from services where id = any (${ids.serviceIds}::integer[])
      and ${readable(person, 'services')}) as services`.execute(trx);
  return result.rows[0] ?? { products: [], services: [] };
}

/** The invoices of an order that are not cancelled, as far as the person may read them. */
export async function listInvoicesOfOrder(write: Write, order: number): Promise<FoundRecords> {
  return listCharging(
    write,
    sql`(t.order_id = ${order} or exists (
        select from invoice_lines il join order_lines l on l.id = il.order_line_id
        where il.invoice_id = t.id and l.order_id = ${order}))`,
  );
}

async function listCharging(
  { trx, context: { person } }: Write,
  where: SqlPart,
): Promise<FoundRecords> {
  return shownOf(
    trx,
    sql`select 'invoice' as type, t.id, t.invoice_number as label, ${readable(person, 'invoices')} as is_read
      from invoices t join customers c on c.id = t.customer_id
      where t.status <> 'cancelled' and ${where}`,
  );
}

/** The invoices that charge for something of a delivery, as far as the person may read them. */
export async function listInvoicesOfDelivery(
  write: Write,
  delivery: number,
): Promise<FoundRecords> {
  return listCharging(write, sql`t.delivery_id = ${delivery} and ${isCharging(sql`t.id`)}`);
}

/** SQL: whether an invoice that is not cancelled charges for something of its order that was not credited. */
export function isCharging(invoice: SqlPart): SqlPart {
  return sql`exists (select from invoice_lines il where il.invoice_id = ${invoice}
    and il.order_line_id is not null and il.quantity > ${crediting.get().creditedQuantity})`;
}

/** A delivery of an order that two invoices charge for, or one although it is cancelled. */
export async function findOvercharged(
  trx: Transaction,
  order: number,
): Promise<{ id: number; label: string } | null> {
  const result = await sql<{ id: number; label: string }>`
    select d.id, d.delivery_number as label from deliveries d
    where d.order_id = ${order} and case d.status when 'cancelled' then 0 else 1 end < (
      select count(*) from invoices i
      where i.delivery_id = d.id and i.status <> 'cancelled' and ${isCharging(sql`i.id`)})
    order by d.id limit 1`.execute(trx);
  return result.rows[0] ?? null;
}
