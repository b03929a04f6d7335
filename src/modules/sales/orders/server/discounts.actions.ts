import type { Context, Write } from '~/kit/server/database/context';
import { logActivity } from '~/kit/server/database/activity-log';
import { enforce } from '~/kit/server/errors';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import { may } from '~/modules/organization/users/rights.rules';
import { readersAmong } from '~/modules/organization/workspaces/server/readers.service';
import {
  partOf,
  type SharingLine,
  taxableValue,
} from '~/modules/sales/documents/lines/totals.rules';
import { belowTexts } from '~/modules/sales/price-lists/price-lists.rules';
import {
  discountJudge,
  enforceDiscounts,
  limitedRole,
} from '~/modules/sales/price-lists/server/price-lists.service';
import { storedLines } from '~/modules/sales/documents/lines/order-lines.rules';
import type { Order, OrderItem, OrderWithLines } from '../orders.fields';
import { canRequestApproval, holdingOf } from '../orders.rules';
import type { OrderPatch } from '../requests.schema';
import { approvalRequested, listColleagues, listRequested } from './approvals.queries';
import type { NamedLine } from '~/modules/sales/documents/lines/server/line-writing.service';
import { openOrder, orders } from './orders.queries';

interface Change {
  patch: OrderPatch;
  /** Of the lines or the discount on all of them. */
  isChange: boolean;
  lines: readonly NamedLine[];
}

/**
 * Confirming an order is approving its prices, and so is changing a confirmed one: 409 where the person's role may not
 * give a discount (docs/product/price-lists.md#discount-limits).
 */
export async function enforceOrderDiscounts(
  write: Write,
  before: Order,
  { patch, isChange, lines }: Change,
): Promise<void> {
  const { status, customer_id, order_date } = { ...before, ...definedOf(patch) };
  if (holdingOf(status) === 'none') return;
  const isOther = customer_id !== before.customer_id || order_date !== before.order_date;
  if (holdingOf(before.status) !== 'none' && !isChange && !isOther) return;
  await enforceDiscounts(
    write,
    { customer_id, date: order_date, lines: judgedOf(lines) },
    'confirm the order',
  );
}

/**
 * 409 where the delivered quantity of a line alone would have a higher list price than the ordered one, of which the person's
 * role may not give the difference (docs/product/price-lists.md#discount-limits).
 */
export async function enforceCloseDiscounts(write: Write, order: OrderWithLines): Promise<void> {
  const { customer_id, order_date: date, items } = order;
  const judged = (quantityOf: (item: OrderItem) => number) =>
    items.map((item) => {
      const quantity = quantityOf(item);
      const { description } = item;
      const product_id = quantity > 0 ? item.product_id : null;
      const taxable_value = partOf(taxableValue(item), quantity, item.quantity);
      return { product_id, description, quantity, taxable_value };
    });
  const lines = judged(({ delivered_quantity }) => delivered_quantity);
  const agreed = judged((item) => restOfQuantity(item.quantity, item.closed_quantity));
  await enforceDiscounts(write, { customer_id, date, lines }, 'close the order', agreed);
}

function judgedOf<L extends SharingLine>(lines: readonly L[]): (L & { taxable_value: number })[] {
  return lines.map((line) => ({ ...line, taxable_value: taxableValue(line) }));
}

function definedOf({ status, customer_id, order_date }: OrderPatch): Partial<Order> {
  return {
    ...(status === undefined ? {} : { status }),
    ...(typeof customer_id === 'number' ? { customer_id } : {}),
    ...(order_date === undefined ? {} : { order_date }),
  };
}

/**
 * Notifies those who may confirm an order that the person may not; 409 where the person may, or no other user may. While it
 * waits unchanged, no one is notified twice. Gives how many were notified.
 */
export async function requestApproval(context: Context, id: number): Promise<{ notified: number }> {
  return context.write(async (write, trx) => {
    const { person } = context;
    const order = await openOrder(write, id);
    const { customer_id, order_date: date } = order;
    const excessesOf = await discountJudge(
      { db: trx, now: context.now },
      { customer_id, date, lines: judgedOf(storedLines(order)) },
    );
    const excesses = excessesOf(await limitedRole(trx, person));
    enforce(canRequestApproval(order, excesses));
    const colleagues = await listColleagues(trx, person.id);
    const able = colleagues.filter(
      (each) =>
        may(each, 'orders.update').ok &&
        (each.role === 'admin' || excessesOf(each.role_id).length === 0),
    );
    const ids = able.map((each) => each.id);
    const mentions = await readersAmong(trx, ids, { kind: 'orders', id });
    enforce(canRequestApproval(order, excesses, mentions.length));
    const requested = await listRequested(trx, order);
    const others = mentions.filter((mentioned) => !requested.has(mentioned));
    if (others.length > 0)
      logActivity(write, orders, rowOf(order), {
        action: approvalRequested,
        title: 'Approval requested',
        message: `${order.order_number}: ${belowTexts(excesses)}`,
        before: null,
        after: { mentions: others },
      });
    return { notified: mentions.length };
  });
}

function rowOf({ items: _items, services: _services, ...row }: OrderWithLines): Order {
  return row;
}
