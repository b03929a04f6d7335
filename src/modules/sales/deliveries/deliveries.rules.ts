import type { ErrorTable } from '~/kit/shared/error-codes';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import type { Day } from '~/kit/shared/time/days';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Order, OrderItem } from '~/modules/sales/orders/orders.fields';
import {
  type Delivery,
  deliveryFields,
  transportNames,
  type DeliveryItem,
  deliveryItemFields,
} from './deliveries.fields';
import type { SentLot } from '~/modules/catalogue/products/lots/lots.fields';
import { lotsText, readTypedLots } from '~/modules/catalogue/products/lots/lots.rules';
import { readTyped } from '~/kit/shared/fields/typed-values';

export const deliveryRefusals = {
  'delivery.order_not_confirmed': [409, 'The order is pending or cancelled'],
  'delivery.nothing_open': [409, 'Everything on the order is delivered'],
  'delivery.more_than_open': [409, 'A quantity is greater than the open one of the order line'],
  'delivery.is_draft': [409, 'The delivery is a draft: delete it instead of cancelling it'],
  'delivery.already_dispatched': [409, 'The delivery was dispatched'],
  'delivery.not_dispatched': [409, 'The delivery is a draft: dispatch it first'],
  'delivery.cancelled': [409, 'The delivery is cancelled'],
  'delivery.invoiced': [409, 'An invoice was made from the delivery'],
} as const satisfies ErrorTable;

type Status = Delivery['status'];

const cancelled = refused('delivery.cancelled', 'This delivery is cancelled');

/** Pending and cancelled orders are not delivered (docs/product/deliveries.md#status). */
export function canDeliver({
  status,
  order_number,
}: Pick<Order, 'status' | 'order_number'>): Verdict {
  if (status !== 'pending' && status !== 'cancelled') return allowed;
  return refused(
    'delivery.order_not_confirmed',
    `Order ${order_number} is ${status} and cannot be delivered`,
  );
}

/**
 * Whether a delivery may take a status by hand: draft → dispatched → delivered, and either of those → cancelled
 * (docs/product/deliveries.md#status).
 */
export function canTakeStatus(
  delivery: Pick<Delivery, 'status' | 'is_invoiced'>,
  status: Status,
): Verdict {
  if (status === delivery.status) return allowed;
  if (delivery.status === 'cancelled') return cancelled;
  if (status === 'cancelled') return canCancel(delivery);
  if (status === 'draft') {
    return refused('delivery.already_dispatched', 'A dispatched delivery cannot be a draft again');
  }
  if (status === 'delivered') {
    if (delivery.status === 'dispatched') return allowed;
    return refused('delivery.not_dispatched', 'Dispatch this delivery before it is delivered');
  }
  if (delivery.status === 'draft') return allowed;
  return refused('delivery.already_dispatched', 'This delivery has been delivered');
}

/** A draft is deleted instead; what an invoice was made from stays. */
export function canCancel({
  status,
  is_invoiced,
}: Pick<Delivery, 'status' | 'is_invoiced'>): Verdict {
  if (status === 'draft') return refused('delivery.is_draft', 'A draft is deleted, not cancelled');
  if (status === 'cancelled') return cancelled;
  if (!is_invoiced) return allowed;
  return refused(
    'delivery.invoiced',
    'An invoice was made from this delivery. Delete it while it is a draft, else cancel it or credit all of it first.',
  );
}

/** Only drafts can be deleted: numbers of deliveries stay. */
export function canDelete({ status }: Pick<Delivery, 'status'>): Verdict {
  if (status === 'draft') return allowed;
  return refused('delivery.already_dispatched', 'Only drafts can be deleted');
}

/** The first of these fields that may not change, or null: after dispatch transport and notes alone change. */
export function fixedField(
  { status }: Pick<Delivery, 'status'>,
  fields: readonly string[],
): string | null {
  if (status === 'draft') return null;
  if (status === 'cancelled') return fields[0] ?? null;
  const open: readonly string[] = transportNames;
  return fields.find((name) => !open.includes(name)) ?? null;
}

/** Whether these fields may change (docs/product/deliveries.md#what-may-change). */
export function canEdit(delivery: Pick<Delivery, 'status'>, fields: readonly string[]): Verdict {
  const fixed = fixedField(delivery, fields);
  if (fixed === null) return allowed;
  if (delivery.status === 'cancelled') return cancelled;
  const label = fixed === 'items' ? 'Items' : labelOf(fixed);
  return refused(
    'delivery.already_dispatched',
    `${label} cannot be changed: this delivery has been dispatched`,
  );
}

function labelOf(name: string): string {
  return name in deliveryFields ? deliveryFields[name as keyof Delivery].label : name;
}

/** A delivery whose papers exist: a challan and an e-way bill. */
export function isNumbered({ status }: Pick<Delivery, 'status'>): boolean {
  return status !== 'draft';
}

/** An invoice can be made from what has left, once. */
export function canInvoice({
  status,
  is_invoiced,
}: Pick<Delivery, 'status' | 'is_invoiced'>): Verdict {
  if (status === 'draft') return refused('delivery.not_dispatched', 'A draft cannot be invoiced');
  if (status === 'cancelled') return cancelled;
  if (!is_invoiced) return allowed;
  return refused('delivery.invoiced', 'This delivery is invoiced already');
}

/** What a line of a delivery takes of the order. */
export interface RequestedItem {
  order_line_id: number;
  quantity: number;
  /** Of a tracked product; picked by the server where they are missing or null. */
  lots?: SentLot[] | null | undefined;
  /** What it was called, for a line that is no longer on the order. */
  description?: string | undefined;
}

type OpenLine = Pick<OrderItem, 'id' | 'description' | 'open_quantity'>;

/** The open quantities of an order, as a delivery of all of them. */
export function allOpen(items: readonly OpenLine[]): RequestedItem[] {
  return items
    .filter(({ open_quantity }) => open_quantity > 0)
    .map(({ id, open_quantity }) => ({ order_line_id: id, quantity: open_quantity }));
}

/** Where more is to be delivered than is open of the order: the field and a sentence for each such line. */
export function openProblems(
  requested: readonly RequestedItem[],
  items: readonly OpenLine[],
): { field: string; message: string }[] {
  const open = new Map(items.map((item) => [item.id, item.open_quantity]));
  return requested.flatMap(({ order_line_id, quantity, description }, index) => {
    const remaining = open.get(order_line_id) ?? 0;
    open.set(order_line_id, restOfQuantity(remaining, quantity));
    if (quantity <= remaining) return [];
    const line = items.find(({ id }) => id === order_line_id);
    const name = line?.description ?? description;
    const message =
      remaining <= 0
        ? `Nothing of "${name}" is open on the order`
        : `Only ${remaining} of "${name}" are open on the order`;
    return [{ field: `items.${index}.quantity`, message }];
  });
}

/** The typed quantity of each line of the order, by its id. */
export type TypedQuantities = Readonly<Record<number, string>>;

type Line = Pick<OrderItem, 'id' | 'description' | 'open_quantity'>;

/** The quantities that a form starts with: those of a draft, or all open quantities. */
export function firstQuantities(
  lines: readonly Line[],
  items: readonly DeliveryItem[] | null,
): TypedQuantities {
  const ofDraft = new Map(items?.map(({ order_line_id, quantity }) => [order_line_id, quantity]));
  const of = ({ id, open_quantity }: Line) => (items ? ofDraft.get(id) : open_quantity);
  return Object.fromEntries(lines.map((line) => [line.id, String(of(line) ?? '')]));
}

/** The lots that a draft names, by the line of the order. */
export function firstLots(items: readonly DeliveryItem[]): TypedQuantities {
  const result: Record<number, string> = {};
  for (const { order_line_id, lots } of items)
    if (order_line_id !== null && lots) result[order_line_id] = lotsText(lots);
  return result;
}

/** The lines to send, without those that are empty or 0, and the first problem in a sentence; lots where some were typed. */
export function readQuantities(
  lines: readonly Line[],
  typed: TypedQuantities,
  lots: TypedQuantities = {},
): { items: RequestedItem[]; wrong: string | null } {
  const items: RequestedItem[] = [];
  for (const { id, description } of lines) {
    const text = (typed[id] ?? '').trim();
    if (text === '' || Number(text) === 0) continue;
    const reading = readTyped(deliveryItemFields.quantity, text, 'form');
    if (!reading.ok) return { items, wrong: `${description}: ${reading.message}` };
    const typedLots = lots[id] === undefined ? {} : { lots: sentLots(lots[id]) };
    items.push({ order_line_id: id, quantity: Number(reading.value), ...typedLots });
  }
  if (items.length === 0) return { items, wrong: 'Please enter a quantity' };
  return { items, wrong: openProblems(items, lines)[0]?.message ?? null };
}

function sentLots(text: string): SentLot[] | null {
  const lots = readTypedLots(text);
  return lots.length > 0 ? lots : null;
}

/** What a delivery took of a lot. */
export interface DeliveredLot {
  lot_id: number;
  id: number;
  order_id: number | null;
  delivery_number: string;
  delivery_date: Day;
  customer_id: number;
  customer_name: string;
  quantity: number;
}

/** What is still out, oldest first: goods that credit notes brought back of an order left with its last deliveries. */
export function stillOut<Row extends DeliveredLot>(
  delivered: readonly Row[],
  returned: readonly { order_id: number; lot_id: number; quantity: number }[],
): Row[] {
  const back = returned.map((each) => ({ ...each }));
  const out = delivered.toReversed().map((row) => {
    const own = back.find(
      ({ order_id, lot_id }) => order_id === row.order_id && lot_id === row.lot_id,
    );
    if (!own) return row;
    const taken = Math.min(own.quantity, row.quantity);
    own.quantity = restOfQuantity(own.quantity, taken);
    return { ...row, quantity: restOfQuantity(row.quantity, taken) };
  });
  return out.toReversed().filter(({ quantity }) => quantity > 0);
}
