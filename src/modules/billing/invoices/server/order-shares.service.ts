import type { Write } from '~/kit/server/database/context';
import type { Db, SqlPart } from '~/kit/server/database/db';
import { detailsOf } from '~/kit/server/database/dependents';
import { AppError } from '~/kit/server/errors';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import { canInvoiceOrder } from '../invoices.rules';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { uninvoicedOf } from '../order-rests.rules';
import { matchShares } from '../shares.rules';
import { listChargedOrders } from './charged-orders.queries';
import {
  findOvercharged,
  type InvoicedOrder as LockedOrder,
  listHolders,
  listShares,
  lockInvoicedOrder,
} from './lines.queries';

export { ownAmount } from './charged-orders.queries';

export type InvoicedOrder = LockedOrder;

/** Locks the order of a locked invoice against changes and other invoices; null for one without. */
export async function lockOrderOf(
  { trx }: Write,
  { order_id }: Pick<Invoice, 'order_id'>,
): Promise<InvoicedOrder | null> {
  return order_id === null ? null : lockInvoicedOrder(trx, order_id, null);
}

/**
 * 409 naming the invoices where more of a locked order is invoiced than was ordered, as when what was credited counts
 * again (docs/product/invoices.md#invoicing-an-order).
 */
export async function enforceShares(write: Write, order: InvoicedOrder): Promise<void> {
  const shares = await listShares(write.trx, { orderId: order.id, exceptInvoice: null });
  const [over] = shares.filter(({ remaining }) => remaining < 0);
  if (!over) return enforceDeliveries(write, order.id);
  const holders = await listHolders(write, over.id);
  throw new AppError(
    'invoice.line_already_invoiced',
    `"${over.description}" of order ${order.order_number} has been invoiced again since. Cancel or credit that invoice first.`,
    { details: detailsOf(holders, 'Invoiced on') },
  );
}

/** 409 naming a delivery that was invoiced again or cancelled after it was credited. */
async function enforceDeliveries({ trx }: Write, order: number): Promise<void> {
  const found = await findOvercharged(trx, order);
  if (!found) return;
  const message = `Delivery ${found.label} has been invoiced again or cancelled since`;
  const details = [{ message, record: { type: 'delivery', ...found } }];
  throw new AppError('invoice.line_already_invoiced', message, { details });
}

/** Whether an invoice's lines can be charged to its order once more, after they were credited; locks the order. */
export async function canChargeAgain(
  write: Write,
  { order_id, items }: Pick<InvoiceWithLines, 'order_id' | 'items'>,
): Promise<boolean> {
  const order = await lockOrderOf(write, { order_id });
  if (!order || !canInvoiceOrder(order).ok) return false;
  const shares = await listShares(write.trx, { orderId: order.id, exceptInvoice: null });
  return matchShares(items, shares).every((matched) => !('problem' in matched));
}

/** By order `t` with something open: what issued invoices do not charge for yet, in rupees (docs/product/orders.md#to-be-invoiced). */
export async function listUninvoiced(db: Db, where: SqlPart): Promise<ReadonlyMap<number, number>> {
  const orders = await listChargedOrders(db, where, 'issued');
  return new Map(orders.map((order) => [order.id, uninvoicedOf(order)]));
}

/** Their sum. */
export async function sumUninvoiced(db: Db, where: SqlPart): Promise<number> {
  return sumOf([...(await listUninvoiced(db, where)).values()]);
}
