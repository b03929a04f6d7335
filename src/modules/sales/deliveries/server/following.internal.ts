import { type Write, createdBy } from '~/kit/server/database/context';
import { detailsOf } from '~/kit/server/database/dependents';
import { type Locked, lockRecord } from '~/kit/server/database/entity';
import { copiedFrom } from '~/kit/server/database/custom-values';
import { deleteRecord, insertWhole, updateRecords } from '~/kit/server/database/write';
import { AppError } from '~/kit/server/errors';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Settings } from '~/modules/organization/company/settings.fields';
import type { Order, OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { holdingOf } from '~/modules/sales/orders/orders.rules';
import type {
  DeliveredPart,
  delivering,
  RemainingDelivery,
} from '~/modules/sales/orders/server/delivering.service';
import type { Delivery } from '../deliveries.fields';
import { keepChallan } from './challans.internal';
import { freezeChallans } from './challans.queries';
import {
  deliveries,
  deliveryLines,
  findOfOrder,
  haveArrived,
  listDrafts,
  type LiveDelivery,
  lockLive,
  type NewItem,
} from './deliveries.queries';
import { keepLots } from './lots.internal';
import { takeNumber } from './numbering.internal';

type Delivering = ReturnType<typeof delivering.get>;

/** How deliveries follow an order that a person moves (docs/product/deliveries.md#status-by-hand). */
export const deliveriesOfOrders: Delivering = {
  findRemaining,
  follow,
  keepLots: ({ trx }, id) => keepLots(trx, id),
  release,
  areDelivered: ({ trx }, order) => haveArrived(trx, order),
  list: async (write, order) => detailsOf(await findOfOrder(write, order), 'Delivered with'),
};

async function findRemaining(
  write: Write,
  order: Locked<OrderWithLines>,
  to: Order['status'],
): Promise<RemainingDelivery[]> {
  const live = await lockLive(write, order.id);
  if (to === 'delivered') return [];
  if (to === 'shipped') {
    const byHand = live.filter(({ delivered_by_order }) => !delivered_by_order);
    const isAllArrived = byHand.every(({ status }) => status === 'delivered');
    if (order.status === 'delivered' && byHand.length === live.length && isAllArrived)
      refuse(order, to, byHand);
    return [];
  }
  const own = live.filter(({ by_status_change }) => by_status_change);
  const others = live.filter((each) => !own.includes(each));
  const mayStay = to === 'processing' && isOpenWith(order, others);
  if (others.length > 0 && !mayStay) refuse(order, to, others);
  const invoiced = own.filter(({ is_invoiced }) => is_invoiced);
  if (invoiced.length > 0) refuse(order, to, invoiced);
  return own;
}

/** Whether something of an order is open when these are its only deliveries. */
function isOpenWith(order: OrderWithLines, live: readonly LiveDelivery[]): boolean {
  const parts = live.flatMap((each) => each.parts);
  return order.items.some(({ id, quantity, closed_quantity }) => {
    const own = parts.filter(({ order_line_id }) => order_line_id === id);
    const delivered = sumOfQuantities(own.map((part) => part.quantity));
    return restOfQuantity(quantity, sumOfQuantities([delivered, closed_quantity])) > 0;
  });
}

function refuse(order: Order, to: Order['status'], others: readonly LiveDelivery[]): never {
  const shown = shownOf(others);
  const names = shown.map(({ label }) => label).join(', ');
  const message = `Order ${order.order_number} cannot be ${to}: ${names ? `delivery ${names} is` : 'deliveries are'} in the way. Cancel it first.`;
  throw inTheWay(message, others);
}

function shownOf(others: readonly LiveDelivery[]) {
  return others
    .filter(({ is_read }) => is_read)
    .map(({ id, delivery_number: label }) => ({ type: 'delivery', id, label }));
}

function inTheWay(message: string, others: readonly LiveDelivery[]): AppError {
  const shown = shownOf(others);
  const details = detailsOf({ shown, hidden: others.length - shown.length }, 'Delivered with');
  return new AppError('order.has_deliveries', message, { details });
}

async function follow(
  write: Write,
  order: OrderWithLines,
  { isFirst, remaining, parts }: Parameters<Delivering['follow']>[2],
): Promise<number | null> {
  const { status } = order;
  await cancelAll(write, remaining);
  const live = isFirst ? [] : await lockLive(write, order.id);
  const settings = await getSettings(write.trx);
  const today = dayOf(write.context.now, settings.time_zone);
  if (status === 'delivered') {
    const values = { status, delivered_on: today, delivered_by_order: true };
    const onTheWay = live.filter((each) => each.status === 'dispatched');
    await moveAll(write, onTheWay, { values, action: 'delivered' });
  } else {
    const values = { status: 'dispatched', delivered_on: null, delivered_by_order: false } as const;
    const arrived = live.filter((each) => each.delivered_by_order);
    await moveAll(write, arrived, { values, action: 'dispatched' });
  }
  return parts.length > 0 && holdingOf(status) !== 'none'
    ? addFollowing(write, order, { parts, today, settings })
    : null;
}

async function cancelAll(write: Write, all: readonly { id: number }[]): Promise<void> {
  const values = { status: 'cancelled', delivered_on: null, delivered_by_order: false } as const;
  await moveAll(write, all, { values, action: 'cancelled' });
}

async function moveAll(
  write: Write,
  all: readonly { id: number }[],
  change: { values: Partial<Delivery>; action: string },
): Promise<void> {
  const ids = all.map(({ id }) => id);
  if (ids.length > 0) await updateRecords(write, deliveries, { ids, ...change });
}

/** The delivery of what an order had open when a person moved it to shipped or delivered. */
async function addFollowing(
  write: Write,
  order: OrderWithLines,
  { parts, today, settings }: { parts: readonly DeliveredPart[]; today: Day; settings: Settings },
): Promise<number> {
  const { trx, context } = write;
  const lines = new Map(order.items.map((item) => [item.id, item]));
  const items = parts.flatMap(({ order_line_id, quantity }): NewItem[] => {
    const line = lines.get(order_line_id);
    if (!line) return [];
    const { product_id, description, unit_of_measure: unit } = line;
    return [{ order_line_id, product_id, description, quantity, unit, lots: null }];
  });
  const isDelivered = order.status === 'delivered';
  const number = await takeNumber(write, today, settings);
  const values = {
    ...number,
    order_id: order.id,
    order_number: order.order_number,
    customer_id: order.customer_id,
    shipping_address_id: order.shipping_address_id,
    delivery_date: today,
    status: isDelivered ? 'delivered' : 'dispatched',
    item_count: items.length,
    ...copiedFrom('orders', order),
    by_status_change: true,
    delivered_by_order: isDelivered,
    delivered_on: isDelivered ? today : null,
    ...createdBy(context),
  };
  const { record } = await insertWhole(write, deliveries, values, deliveryLines.insert(items));
  // Its goods go where those of the order go.
  trx.beforeCommitOf(freezeChallans, record.id);
  return record.id;
}

async function release(write: Write, order: Locked<OrderWithLines>): Promise<RemainingDelivery[]> {
  const live = await lockLive(write, order.id);
  const byHand = live.filter(({ by_status_change }) => !by_status_change);
  if (byHand.length > 0) {
    const message = 'This order has deliveries and cannot be deleted. Cancel them first.';
    throw inTheWay(message, byHand);
  }
  for (const { id } of live) await keepChallan(write.trx, id);
  await cancelAll(write, live);
  for (const id of await listDrafts(write.trx, order.id)) {
    const row = await lockRecord(write.trx, deliveries, id);
    await deleteRecord(write, deliveries, { row });
  }
  return live;
}
