import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import { detailsOf } from '~/kit/server/database/dependents';
import type { Locked } from '~/kit/server/database/entity';
import { copiedFrom } from '~/kit/server/database/custom-values';
import { deleteRecord, insertWhole, updateRecord, updateWhole } from '~/kit/server/database/write';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { companyToday, getSettings } from '~/modules/organization/company/server/settings.service';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { isSameLots } from '~/modules/catalogue/products/lots/lots.rules';
import { withLots } from '~/modules/catalogue/products/stock/server/lines.service';
import { refuseFiner } from '~/modules/catalogue/products/stock/server/stock.service';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import {
  lockAnyOrder,
  openOrder,
  shiftDelivered,
} from '~/modules/sales/orders/server/orders.service';
import {
  type Delivery,
  deliveryHeader,
  type DeliveryItem,
  type DeliveryWithItems,
} from '../deliveries.fields';
import {
  allOpen,
  canDeliver,
  canDelete,
  canEdit,
  canTakeStatus,
  fixedField,
  openProblems,
  type RequestedItem,
} from '../deliveries.rules';
import type { DeliveryPatch, NewDelivery, SentItem } from '../requests.schema';
import { billing } from './billing.service';
import { ownSupply } from './challans.internal';
import { freezeChallan } from './challans.queries';
import {
  deliveries,
  deliveryLines,
  getDelivery,
  haveArrived,
  isAddressOf,
  lockDelivery,
  openDelivery,
  type NewItem,
  listToPick,
} from './deliveries.queries';
import { lotsByProduct, requireStore } from './lots.internal';
import { takeNumber } from './numbering.internal';
import { dayOf } from '~/kit/shared/time/days';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import { nothingToPick, pickingPrintDocument } from '../picking.print';

/** Makes a delivery of an order: a draft, or dispatched at once, for which one needs the right to update too. */
export async function createDelivery(
  context: Context,
  sent: NewDelivery,
): Promise<DeliveryWithItems> {
  if (sent.status === 'dispatched') enforce(mayHere(context.person, 'deliveries.update'));
  return context.write((write) => addDelivery(write, sent));
}

export async function addDelivery(write: Write, sent: NewDelivery): Promise<DeliveryWithItems> {
  const { trx, context } = write;
  const order = await chosenOrder(write, sent.order_id);
  enforce(canDeliver(order), [orderDetail(order)]);
  const items = await chosenItems(write, order, sent.items ?? allOpen(order.items));
  if (items.length === 0) {
    const message = `Nothing is open on order ${order.order_number}`;
    throw new AppError('delivery.nothing_open', message, { details: [orderDetail(order)] });
  }
  const { customer_id, order_number, shipping_address_id } = order;
  await checkAddress(write, customer_id, sent.shipping_address_id);
  if (sent.location_id) await requireStore(write, sent.location_id);
  const values = {
    order_id: order.id,
    order_number,
    customer_id,
    shipping_address_id,
    ...given(picked(sent, deliveryHeader)),
    delivery_date: sent.delivery_date ?? (await companyToday(write)),
    item_count: items.length,
    ...copiedFrom('orders', order),
    ...createdBy(context),
  };
  const { record } = await insertWhole<typeof deliveries.fields, never>(
    write,
    deliveries,
    values,
    deliveryLines.insert(items),
  );
  if (sent.status !== 'dispatched') return getDelivery(trx, record.id);
  await dispatch(write, { order, delivery: await lockDelivery(write, record.id) });
  return getDelivery(trx, record.id);
}

/** Changes a draft, or how the goods of a dispatched delivery travel (docs/product/deliveries.md#what-may-change). */
export async function updateDelivery(
  context: Context,
  id: number,
  { updated_at: seen, ...patch }: DeliveryPatch,
): Promise<DeliveryWithItems> {
  return context.write(async (write, trx) => {
    const { order, delivery } = await open(write, id, seen);
    const header = given(picked(patch, deliveryHeader));
    const changed = deliveryHeader.filter(
      (name) => patch[name] !== undefined && patch[name] !== delivery[name],
    );
    const isOther = patch.items !== undefined && isOtherThan(patch.items, delivery.items);
    const names = isOther ? ['items', ...changed] : changed;
    const verdict = canEdit(delivery, names);
    if (!verdict.ok) {
      const field = fixedField(delivery, names) ?? '';
      enforce(verdict, [{ field, message: verdict.message }]);
    }
    await checkAddress(write, delivery.customer_id, patch.shipping_address_id);
    if (patch.location_id) await requireStore(write, patch.location_id);
    const items = isOther && order ? await chosenItems(write, order, patch.items ?? []) : null;
    await updateWhole<typeof deliveries.fields, never>(
      write,
      deliveries,
      { row: delivery, values: items ? { ...header, item_count: items.length } : header },
      items
        ? {
            parts: deliveryLines.replace(items),
            before: { items: delivery.items.map(shortItem) },
            after: { items: items.map(shortItem) },
          }
        : undefined,
    );
    return getDelivery(trx, id);
  });
}

/** Dispatches a delivery, notes that it arrived, or cancels it (docs/product/deliveries.md#status). */
export async function setDeliveryStatus(
  context: Context,
  id: number,
  { status, updated_at: seen }: { status: Delivery['status']; updated_at?: string | undefined },
): Promise<DeliveryWithItems> {
  return context.write((write) => moveDelivery(write, id, { status, seen }));
}

export async function moveDelivery(
  write: Write,
  id: number,
  { status, seen }: { status: Delivery['status']; seen?: string | undefined },
): Promise<DeliveryWithItems> {
  const { order, delivery } = await open(write, id, seen);
  const verdict = canTakeStatus(delivery, status);
  if (!verdict.ok) {
    const isInvoiced = verdict.code === 'delivery.invoiced';
    const found = isInvoiced ? await billing.get().listInvoices(write, id) : null;
    enforce(verdict, found ? detailsOf(found, 'Invoiced with') : undefined);
  }
  if (status === delivery.status || !order) return delivery;
  if (status === 'dispatched') await dispatch(write, { order, delivery });
  if (status === 'delivered') await arrive(write, { order, delivery });
  if (status === 'cancelled') await cancel(write, { order, delivery });
  return getDelivery(write.trx, id);
}

export async function deleteDelivery(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write) => {
    const { delivery } = await open(write, id);
    enforce(canDelete(delivery));
    const { items: _items, ...row } = delivery;
    await deleteRecord(write, deliveries, { row });
    return { id };
  });
}

interface Opened {
  /** Null where it was deleted. */
  order: Locked<OrderWithLines> | null;
  delivery: Locked<DeliveryWithItems>;
}

/** Locks a delivery that a person wants to change, and its order before: 404, 403 for viewers, 409 for a stale version. */
async function open(write: Write, id: number, seen?: string): Promise<Opened> {
  const { order_id } = await getDelivery(write.trx, id, write.context.person);
  const order = order_id === null ? null : await lockAnyOrder(write, order_id);
  return { order, delivery: await openDelivery(write, id, seen) };
}

/** The order that a person chooses, locked; 400 for one that this person may not read. */
async function chosenOrder(write: Write, id: number): Promise<Locked<OrderWithLines>> {
  try {
    return await openOrder(write, id);
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'record.not_found';
    throw isMissing ? invalid('order_id', 'Order not found') : error;
  }
}

function orderDetail({ id, order_number: label }: Pick<OrderWithLines, 'id' | 'order_number'>) {
  return { field: 'order_id', message: `Order ${label}`, record: { type: 'order', id, label } };
}

interface Moving {
  order: Locked<OrderWithLines>;
  delivery: Locked<DeliveryWithItems>;
}

/**
 * Dispatches a draft: takes exactly its quantities from stock and from what is reserved, and the next number of the series
 * (docs/product/deliveries.md#dispatch). 409 for more than is open or on hand.
 */
async function dispatch(write: Write, { order, delivery }: Moving): Promise<void> {
  enforce(canDeliver(order), [orderDetail(order)]);
  refuseMore(order, delivery.items.map(requestedOf));
  const parts = partsOf(delivery);
  const { trx } = write;
  await shiftDelivered(write, order, {
    parts,
    deliveryId: delivery.id,
    areDelivered: false,
    locationId: delivery.location_id,
    lots: lotsByProduct(delivery.items),
  });
  const number = await takeNumber(write, delivery.delivery_date, await getSettings(trx));
  const isOwn = delivery.shipping_address_id !== order.shipping_address_id;
  const own = isOwn ? await ownSupply(trx, delivery.id) : null;
  trx.beforeCommit(() => freezeChallan(trx, delivery.id, own));
  const values = { status: 'dispatched', ...number };
  await updateRecord(write, deliveries, { row: delivery, action: 'dispatched', values });
}

async function arrive(write: Write, { order, delivery }: Moving): Promise<void> {
  const values = { status: 'delivered', delivered_on: await companyToday(write) };
  await updateRecord(write, deliveries, { row: delivery, action: 'delivered', values });
  await follow(write, order, { parts: [], deliveryId: delivery.id });
}

/** Goods that are still out come back to stock; the number stays. */
async function cancel(write: Write, { order, delivery }: Moving): Promise<void> {
  const values = { status: 'cancelled', delivered_on: null, delivered_by_order: false };
  await updateRecord(write, deliveries, { row: delivery, action: 'cancelled', values });
  const parts = partsOf(delivery).map((part) => ({ ...part, quantity: -part.quantity }));
  await follow(write, order, { parts, deliveryId: delivery.id });
}

async function follow(
  write: Write,
  order: Locked<OrderWithLines>,
  shift: { parts: { order_line_id: number; quantity: number }[]; deliveryId: number },
): Promise<void> {
  const areDelivered = await haveArrived(write.trx, order.id);
  await shiftDelivered(write, order, { ...shift, areDelivered });
}

function partsOf({ items }: DeliveryWithItems): { order_line_id: number; quantity: number }[] {
  return items.flatMap(({ order_line_id, quantity }) =>
    order_line_id === null ? [] : { order_line_id, quantity },
  );
}

type NamedItem = Pick<DeliveryItem, 'order_line_id' | 'quantity' | 'description'>;

function requestedOf({ order_line_id, quantity, description }: NamedItem): RequestedItem {
  return { order_line_id: order_line_id ?? 0, quantity, description };
}

/** The lines to store; 400 for a line of another order or one that is there twice, 409 for more than is open. */
async function chosenItems(
  write: Write,
  order: OrderWithLines,
  requested: readonly (RequestedItem | SentItem)[],
): Promise<NewItem[]> {
  const { trx } = write;
  const lines = new Map(order.items.map((item) => [item.id, item]));
  const chosen = new Set<number>();
  const items = requested.map(({ order_line_id, quantity }, index): NewItem => {
    const line = lines.get(order_line_id);
    const field = `items.${index}.order_line_id`;
    if (!line) throw invalid(field, 'Line not found on this order');
    const { product_id, description } = line;
    if (chosen.has(order_line_id)) throw invalid(field, `"${description}" is listed twice`);
    chosen.add(order_line_id);
    const unit = line.unit_of_measure;
    return { order_line_id, product_id, description, quantity, unit, lots: null };
  });
  await refuseFiner(
    trx,
    items.map(({ product_id, quantity, order_line_id }) => {
      const isRest = lines.get(order_line_id ?? 0)?.open_quantity === quantity;
      return { product_id: isRest ? null : product_id, quantity };
    }),
  );
  refuseMore(order, items.map(requestedOf));
  const sentLots = requested.map(({ lots }) => lots);
  return withLots(write, items, sentLots);
}

function refuseMore(order: OrderWithLines, requested: readonly RequestedItem[]): void {
  const details = openProblems(requested, order.items);
  const [first] = details;
  if (!first) return;
  const { id, order_number: label } = order;
  const record = { type: 'order', id, label };
  throw new AppError('delivery.more_than_open', first.message, {
    details: details.map((detail) => ({ ...detail, record })),
  });
}

async function checkAddress(
  { trx }: Write,
  customer: number,
  address: number | null | undefined,
): Promise<void> {
  if (!address || (await isAddressOf(trx, address, customer))) return;
  throw invalid('shipping_address_id', 'This is not an address of the customer');
}

function isOtherThan(sent: readonly SentItem[], stored: readonly DeliveryItem[]): boolean {
  return (
    sent.length !== stored.length ||
    sent.some(
      ({ order_line_id, quantity, lots }, index) =>
        order_line_id !== stored[index]?.order_line_id ||
        quantity !== stored[index]?.quantity ||
        (lots !== undefined && !isSameLots(lots, stored[index]?.lots ?? null)),
    )
  );
}

function shortItem({ description, quantity, unit }: NewItem | DeliveryItem) {
  return { description, quantity, unit };
}

function given<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<Values>;
}

/** The open quantities of the chosen orders as a PDF file (docs/product/deliveries.md#picking-list). */
export async function pickingList(
  { db, person, now }: Context,
  orders: readonly number[],
): Promise<PdfFile> {
  const [{ picked, leftOut }, settings, { company_name }] = await Promise.all([
    listToPick(db, { orders, person }),
    getSettings(db),
    billingIdentity(db),
  ]);
  if (picked.length === 0) throw invalid('order_ids', nothingToPick(leftOut));
  const today = dayOf(now, settings.time_zone);
  const company = company_name ?? 'Manufacturing CRM';
  return pdfOf(`picking-list-${today}`, pickingPrintDocument(picked, { company, today, leftOut }));
}
