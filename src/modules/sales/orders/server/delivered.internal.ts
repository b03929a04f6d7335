import type { Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { AppError } from '~/kit/server/errors';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { PlannedOrderLine } from '~/modules/sales/documents/lines/order-lines.rules';
import type { Order, OrderItem, OrderWithLines } from '../orders.fields';
import { deliveryStateOf, holdingOf, openOf, statusByDeliveries } from '../orders.rules';
import { heldLines, type HeldLine, type Holder, holderOf, stockChanges } from '../stock.rules';
import { type DeliveredPart, delivering, type RemainingDelivery } from './delivering.service';
import { lockReferences } from '~/modules/sales/documents/lines/server/line-writing.service';
import { writeDelivered } from './order-lines.queries';
import { orders } from './orders.queries';
import { applyStock, type StockStep } from './stock.internal';

interface Change {
  status: Order['status'];
  lines: readonly PlannedOrderLine[];
}

/** What a change of an order means for its deliveries and its stock. */
export interface DeliveryMove {
  status: Order['status'];
  remaining: readonly RemainingDelivery[];
  /** Whether all open quantities are delivered. */
  isDelivered: boolean;
  delivery_state: Order['delivery_state'];
  holder: Holder;
}

/** Plans how deliveries follow a change of a locked order (docs/product/deliveries.md#status-by-hand). */
export async function planDeliveries(
  write: Write,
  before: Locked<OrderWithLines>,
  { status, lines }: Change,
): Promise<DeliveryMove> {
  const isMoved = status !== before.status;
  const hasAny = before.delivery_state !== 'none';
  const remaining =
    isMoved && hasAny ? await delivering.get().findRemaining(write, before, status) : [];
  const isDelivered = isMoved && holdingOf(status) === 'taken';
  const items = lines.filter(({ product_id }) => product_id !== null);
  const stored = heldLines(items, before.items).map((line) => without(line, remaining));
  refuseBelow(
    before.items.map((item) => without(item, remaining)),
    stored,
  );
  const after = isDelivered ? stored.map(delivered) : stored;
  const delivery_state = deliveryStateOf(after);
  const isCompleted = !isMoved && before.delivery_state === 'partly' && delivery_state === 'fully';
  const areDelivered = isCompleted && (await delivering.get().areDelivered(write, before.id));
  const followed = isCompleted ? statusByDeliveries(delivery_state, { areDelivered }) : status;
  return {
    status: followed,
    remaining,
    isDelivered,
    delivery_state,
    holder: { status: followed, lines: after },
  };
}

function without<Line extends HeldLine & { id: number | null }>(
  line: Line,
  remaining: readonly RemainingDelivery[],
): Line {
  const parts = remaining.flatMap((each) => each.parts);
  const own = parts.filter(({ order_line_id }) => order_line_id === line.id);
  const back = sumOfQuantities(own.map(({ quantity }) => quantity));
  return { ...line, delivered_quantity: restOfQuantity(line.delivered_quantity, back) };
}

function delivered<Line extends HeldLine>(line: Line): Line {
  return {
    ...line,
    delivered_quantity: restOfQuantity(line.quantity, line.closed_quantity),
  };
}

/** 409 where a line would have less than was delivered or closed of it. */
function refuseBelow(
  before: readonly OrderItem[],
  lines: readonly (HeldLine & { id: number | null })[],
): void {
  const requested = new Map(lines.map(({ id, quantity }) => [id, quantity]));
  for (const { id, description, delivered_quantity, closed_quantity } of before) {
    const least = sumOfQuantities([delivered_quantity, closed_quantity]);
    if (least <= (requested.get(id) ?? 0)) continue;
    const message = `${least} of "${description}" are delivered or closed, so its quantity cannot be lower`;
    throw new AppError('order.below_delivered', message, {
      details: [{ field: 'items', message }],
    });
  }
}

/** The changes of stock, each with the delivery that it comes from. */
export function stockSteps(
  before: Holder,
  after: Holder | null,
  { remaining, deliveryId }: { remaining: readonly RemainingDelivery[]; deliveryId: number | null },
): StockStep[] {
  const steps: StockStep[] = [];
  let holder = before;
  for (const [index, each] of remaining.entries()) {
    const isLast = index === remaining.length - 1;
    const next = isLast
      ? after
      : { ...holder, lines: holder.lines.map((line) => without(asLine(line), [each])) };
    steps.push({ changes: stockChanges(holder, next), deliveryId: each.id });
    if (next) holder = next;
  }
  if (remaining.length === 0) steps.push({ changes: stockChanges(before, after), deliveryId });
  return steps;
}

function asLine(line: HeldLine & { id?: number | null }): HeldLine & { id: number | null } {
  return { ...line, id: line.id ?? null };
}

/** Makes and cancels the deliveries of a saved order and notes on its lines what is delivered; `items` are the saved ones. */
export async function moveDeliveries(
  write: Write,
  order: OrderWithLines,
  { before, move }: { before: Order; move: DeliveryMove },
): Promise<{ items: OrderItem[]; deliveryId: number | null }> {
  const { remaining, isDelivered } = move;
  const items = order.items.map((item) => {
    const after = isDelivered ? delivered(item) : without(item, remaining);
    return { ...after, open_quantity: openOf(after) };
  });
  if (before.status === order.status) return { items, deliveryId: null };
  const parts = items.flatMap((item, index): DeliveredPart[] => {
    const was = order.items[index]?.delivered_quantity ?? 0;
    const quantity = restOfQuantity(item.delivered_quantity, was);
    return quantity > 0 ? [{ order_line_id: item.id, quantity }] : [];
  });
  const isFirst = before.delivery_state === 'none';
  if (isFirst && parts.length === 0) return { items, deliveryId: null };
  const deliveryId = await delivering.get().follow(write, order, { isFirst, remaining, parts });
  await writeDelivered(write.trx, changedItems(order.items, items));
  return { items, deliveryId };
}

function changedItems(before: readonly OrderItem[], after: readonly OrderItem[]): OrderItem[] {
  const was = new Map(before.map((item) => [item.id, item]));
  return after.filter(({ id, delivered_quantity, closed_quantity }) => {
    const old = was.get(id);
    return (
      old?.delivered_quantity !== delivered_quantity || old.closed_quantity !== closed_quantity
    );
  });
}

interface Shift {
  /** Positive of what is dispatched, negative of what comes back. */
  parts: readonly DeliveredPart[];
  deliveryId: number;
  /** Whether all its deliveries have arrived. */
  areDelivered: boolean;
  locationId?: number | null;
  lots?: StockStep['lots'] | undefined;
}

/**
 * A delivery of a locked order is dispatched, arrives or is cancelled: stock moves by exactly its quantities, lines, delivery
 * state and status follow (docs/product/orders.md#the-status-follows-deliveries). 409 naming who holds the goods.
 */
export async function shiftDelivered(
  write: Write,
  order: Locked<OrderWithLines>,
  { parts, ...shift }: Shift,
): Promise<OrderWithLines> {
  const remaining = [
    {
      id: shift.deliveryId,
      parts: parts.map((part) => ({ ...part, quantity: -part.quantity })),
    },
  ];
  const items = order.items.map((item) => without(item, remaining));
  return setDelivered(write, order, { items, ...shift });
}

/** Ends the open quantities of a locked order and their reservations. */
export async function closeOpen(
  write: Write,
  order: Locked<OrderWithLines>,
): Promise<OrderWithLines> {
  const items = order.items.map((item) => ({
    ...item,
    closed_quantity: sumOfQuantities([item.closed_quantity, item.open_quantity]),
  }));
  const areDelivered = await delivering.get().areDelivered(write, order.id);
  return setDelivered(write, order, { items, deliveryId: null, areDelivered, action: 'closed' });
}

interface Delivered {
  items: readonly OrderItem[];
  deliveryId: number | null;
  areDelivered: boolean;
  action?: string;
  locationId?: number | null;
  lots?: StockStep['lots'] | undefined;
}

async function setDelivered(
  write: Write,
  order: Locked<OrderWithLines>,
  { items: given, areDelivered, action, ...moving }: Delivered,
): Promise<OrderWithLines> {
  const items = given.map((item) => ({ ...item, open_quantity: openOf(item) }));
  const delivery_state = deliveryStateOf(items);
  const status = statusByDeliveries(delivery_state, { areDelivered });
  const changes = stockChanges(holderOf(order), { status, lines: items });
  const [{ allow_negative_stock: allowNegative }, { products }] = await Promise.all([
    getSettings(write.trx),
    lockReferences(write.trx, {
      customerId: order.customer_id,
      chooser: null,
      productIds: changes.map(({ productId }) => productId),
      serviceIds: [],
      movesStock: true,
    }),
  ]);
  await applyStock(write, order, { steps: [{ changes, ...moving }], products, allowNegative });
  await writeDelivered(write.trx, changedItems(order.items, items));
  const record = await updateRecord<typeof orders.fields>(write, orders, {
    row: order,
    values: { status, delivery_state },
    action,
  });
  const { services, invoiced_discount } = order;
  return { ...record, invoiced_discount, items, services };
}
