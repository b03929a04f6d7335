import type { Write } from '~/kit/server/database/context';
import { detailsOf } from '~/kit/server/database/dependents';
import { AppError, type Detail, enforce, invalid } from '~/kit/server/errors';
import { type NewLine, withIds } from '~/modules/sales/documents/lines/server/line-writing.service';
import { lineTotal, taxableValue } from '~/modules/sales/documents/lines/totals.rules';
import { refuseFiner } from '~/modules/catalogue/products/stock/server/stock.service';
import { type InvoiceLine, invoiceLineFields, type InvoiceWithLines } from '../invoices.fields';
import {
  refuseFinePrices,
  type SentPrice,
} from '~/modules/organization/company/server/prices.service';
import type { SentLine, NewInvoice, SentInvoice } from '../requests.schema';
import { canInvoiceOrder } from '../invoices.rules';
import {
  matchShares,
  type PricedShare,
  type ShareProblem,
  shareMessage,
  shareTerms,
} from '../shares.rules';
import {
  findReferences,
  type InvoicedOrder,
  listHolders,
  listShares,
  lockInvoicedOrder,
  type NewInvoiceLine,
  type LinkedLine,
  listDelivered,
  listInvoicesOfDelivery,
} from './lines.queries';
import { canInvoice } from '~/modules/sales/deliveries/deliveries.rules';
import { findDelivery } from '~/modules/sales/deliveries/server/deliveries.service';

/** Locks the order of an invoice: of two concurrent invoices of it, the second sees what the first has charged. */
export async function lockSource(
  { trx, context }: Write,
  { orderId, customerId, isNew }: { orderId: number; customerId: number; isNew: boolean },
): Promise<InvoicedOrder> {
  const order = await lockInvoicedOrder(trx, orderId, isNew ? context.person : null);
  if (!order) throw invalid('order_id', 'Order not found');
  if (order.customer_id !== customerId) {
    const isRead = isNew || (await lockInvoicedOrder(trx, orderId, context.person)) !== null;
    const message = `${isRead ? `Order ${order.order_number}` : 'The order'} belongs to another customer`;
    throw new AppError('invoice.customer_mismatch', message, {
      details: [{ field: 'order_id', message, ...(isRead ? { record: recordOf(order) } : {}) }],
    });
  }
  const verdict = canInvoiceOrder(order);
  if (isNew && !verdict.ok) {
    const detail = { field: 'order_id', message: verdict.message, record: recordOf(order) };
    enforce(verdict, [detail]);
  }
  return order;
}

function recordOf(order: InvoicedOrder): NonNullable<Detail['record']> {
  return { type: 'order', id: order.id, label: order.order_number };
}

interface Linking {
  items: readonly SentLine[];
  order: InvoicedOrder | null;
  /** The invoice that the lines belong to, whose own charges do not count against the order; null for a new one. */
  before: Pick<InvoiceWithLines, 'id' | 'items'> | null;
}

/**
 * The lines to store: priced, each linked to the order line that it charges for
 * (docs/product/invoices.md#invoicing-an-order). Throws when a product, a service or the order line does not exist, or
 * when too little of the order line is left.
 */
export async function linkLines(
  write: Write,
  { items, order, before }: Linking,
): Promise<LinkedLine[]> {
  const ordered = order
    ? await listShares(write.trx, { orderId: order.id, exceptInvoice: before?.id ?? null })
    : null;
  await refuseUnknown(write, items, [...(ordered ?? []), ...(before?.items ?? [])]);
  const shares = await sharesOf(write, items, ordered);
  await refuseFiner(
    write.trx,
    items.map((line, index) => newQuantity(line, shares[index] ?? null, before?.items ?? [])),
  );
  await refuseFinePrices(
    write.trx,
    newPrices(items, [...(ordered ?? []), ...(before?.items ?? [])]),
  );
  const stored = storedTerms(items, before?.items ?? []);
  return items.map((line, index) => {
    const share = shares[index] ?? null;
    const { quantity, unit_price } = line;
    const priced = { quantity, unit_price, ...shareTerms(line, share, stored[index] ?? null) };
    return {
      product_id: share ? share.product_id : (line.product_id ?? null),
      service_id: share ? share.service_id : (line.service_id ?? null),
      order_line_id: share?.id ?? null,
      description: line.description,
      ...priced,
      line_total: lineTotal(priced),
    };
  });
}

/** The stored line whose terms each sent one keeps: the one with its id, or of the same subject in its place. */
function storedTerms(
  items: readonly SentLine[],
  before: readonly InvoiceLine[],
): (InvoiceLine | null)[] {
  return items.map((line, index) => {
    const stored = before.find(({ id }) => id === line.id) ?? before[index];
    const isSame =
      stored !== undefined &&
      stored.product_id === (line.product_id ?? null) &&
      stored.service_id === (line.service_id ?? null);
    return isSame ? stored : null;
  });
}

/** The lines just written, as `getInvoice` would read them. */
export function writtenLines(
  lines: readonly NewInvoiceLine[],
  written: readonly NewLine[],
): InvoiceLine[] {
  return withIds(lines, written).map((line) => ({ ...line, taxable_value: taxableValue(line) }));
}

function newPrices(
  items: readonly SentLine[],
  existing: readonly Pick<InvoiceLine, 'unit_price'>[],
): SentPrice[] {
  const { label } = invoiceLineFields.unit_price;
  return items.flatMap(({ unit_price: price }, index) => {
    if (existing.some((each) => each.unit_price === price)) return [];
    return { field: `items.${index}.unit_price`, label, price };
  });
}

/** A line as its quantity is to be judged: not where the order or the invoice has the same of that product already. */
function newQuantity(
  { product_id, quantity }: SentLine,
  share: PricedShare | null,
  before: readonly InvoiceLine[],
): Pick<SentLine, 'product_id' | 'quantity'> {
  const own = share ? share.product_id : product_id;
  const isUnchanged = before.some((each) => each.product_id === own && each.quantity === quantity);
  return { product_id: isUnchanged || share?.remaining === quantity ? null : own, quantity };
}

async function sharesOf(
  write: Write,
  items: readonly SentLine[],
  ordered: readonly PricedShare[] | null,
): Promise<(PricedShare | null)[]> {
  if (!ordered) {
    const index = items.findIndex((line) => typeof line.order_line_id === 'number');
    if (index < 0) return [];
    throw invalid(`items.${index}.order_line_id`, 'An order line requires its order');
  }
  const matched = matchShares(items, ordered);
  const found: (PricedShare | null)[] = [];
  for (const [index, each] of matched.entries()) {
    if ('problem' in each) throw await refusalOf(write, each.problem, index);
    found.push(ordered.find(({ id }) => id === each.share?.id) ?? null);
  }
  return found;
}

async function refusalOf(write: Write, problem: ShareProblem, index: number): Promise<AppError> {
  const message = shareMessage(problem);
  if (problem.kind !== 'taken') return invalid(`items.${index}.order_line_id`, message);
  const field = `items.${index}.quantity`;
  const holders = await listHolders(write, problem.share.id);
  const details = [
    { field, message },
    ...detailsOf(holders, 'Invoiced on').map((detail) => ({ field, ...detail })),
  ];
  return new AppError('invoice.line_already_invoiced', message, { details });
}

type Held = Pick<InvoiceLine, 'product_id' | 'service_id'>;

/** Products and services that the invoice or its order already has may stay, for any sender. */
async function refuseUnknown(
  write: Write,
  items: readonly SentLine[],
  held: readonly Held[],
): Promise<void> {
  const both = items.findIndex((line) => line.product_id && line.service_id);
  if (both >= 0) {
    throw invalid(`items.${both}.service_id`, 'A line can have a product or a service, not both');
  }
  const productIds = items.flatMap((line) => line.product_id ?? []);
  const serviceIds = items.flatMap((line) => line.service_id ?? []);
  if (productIds.length === 0 && serviceIds.length === 0) return;
  const existing = await findReferences(write, { productIds, serviceIds });
  existing.products.push(...held.flatMap((line) => line.product_id ?? []));
  existing.services.push(...held.flatMap((line) => line.service_id ?? []));
  for (const [index, { product_id, service_id }] of items.entries()) {
    if (product_id && !existing.products.includes(product_id)) {
      throw invalid(`items.${index}.product_id`, 'Product not found');
    }
    if (service_id && !existing.services.includes(service_id)) {
      throw invalid(`items.${index}.service_id`, 'Service not found');
    }
  }
}

/**
 * The values of a new invoice as they were sent, or with customer, order, address and items of its delivery, whose order is
 * locked (docs/product/invoices.md#from-a-delivery). 409 for a delivery that is a draft, cancelled or invoiced.
 */
export async function takenFromDelivery(write: Write, sent: SentInvoice): Promise<NewInvoice> {
  const { delivery_id, customer_id = 0, items = [] } = sent;
  if (delivery_id === undefined) return { ...sent, customer_id, items };
  const { trx, context } = write;
  const seen = await findDelivery(trx, delivery_id, context.person);
  if (!seen) throw invalid('delivery_id', 'Delivery not found');
  const order = seen.order_id === null ? null : await lockInvoicedOrder(trx, seen.order_id, null);
  const delivery = (await findDelivery(trx, delivery_id)) ?? seen;
  const verdict = canInvoice(delivery);
  if (!verdict.ok) {
    const found = await listInvoicesOfDelivery(write, delivery_id);
    enforce(verdict, detailsOf(found, 'Invoiced with'));
  }
  if (sent.items) throw invalid('items', 'An invoice of a delivery takes its items from it');
  if (sent.customer_id !== undefined && sent.customer_id !== delivery.customer_id)
    throw invalid('customer_id', 'The delivery went to another customer');
  if (sent.order_id !== undefined && sent.order_id !== delivery.order_id)
    throw invalid('order_id', 'The delivery belongs to another order');
  const { shipping_address_id } = delivery;
  const isDiverted = shipping_address_id !== (order?.shipping_address_id ?? null);
  return {
    ...(isDiverted ? { shipping_address_id } : {}),
    ...sent,
    customer_id: delivery.customer_id,
    order_id: delivery.order_id,
    items: await listDelivered(trx, delivery_id),
  };
}
