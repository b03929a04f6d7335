import type { Day } from '~/kit/shared/time/days';
import { maxAmount } from '~/kit/shared/money/money';
import { decimalsOf, restOfQuantity } from '~/kit/shared/money/quantities';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import type { AmountRules } from '~/modules/sales/documents/amounts.rules';
import { newPriceProblem, type PriceLimit } from '~/modules/organization/company/prices.rules';
import { maxQuantity } from '~/modules/sales/documents/documents.fields';
import { lineQuantityProblem } from '~/modules/catalogue/products/catalogue/products.rules';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import type { UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import type { Order, OrderItem } from './orders.fields';

type Status = Order['status'];

/** A tax amount sent with an order is used as it is (docs/product/orders.md#amounts). */
export const orderAmounts: AmountRules = {
  noun: 'order',
  taxFollows: 'amount',
  wrongTotals: 'Order totals do not add up',
};

/** A line as the checks see it; what is not chosen or typed yet is null, missing or NaN. */
interface DraftLine {
  quantity?: number | null | undefined;
  unit_price?: number | null | undefined;
}

interface DraftItem extends DraftLine {
  product_id?: number | null | undefined;
  /** Its product and unit, where they are known; the server checks them separately (`refuseFiner`). */
  product?: UnitDecimals & { name: string };
}

/** The lines of a document as the checks see them; `Own` is what a kind of document asks of each besides. */
export interface LinesDraft<Own = object> {
  items?: readonly (DraftItem & Own)[] | undefined;
  services?: readonly (DraftLine & { service_id?: number | null | undefined } & Own)[] | undefined;
  /** Set where the form knows the setting and the stored prices; the server checks separately (`refuseFinePrices`). */
  prices?: PriceLimit;
}

export interface OrderDraft extends LinesDraft {
  customer_id?: number | null | undefined;
  /** Absent when unchanged: only a new date must be in the future (docs/product/orders.md#checks). */
  delivery_date?: Day | null | undefined;
}

/**
 * An order's problems in the order in which they are reported (docs/product/orders.md#checks); the first one is shown.
 */
export function orderProblems(order: OrderDraft, today: Day): FieldProblem[] {
  const { customer_id, items = [], services = [], delivery_date } = order;
  const problems: FieldProblem[] = [];
  if (!isId(customer_id)) {
    problems.push({ field: 'customer_id', message: 'Please select a customer' });
  }
  if (items.length + services.length === 0) {
    problems.push({ field: 'items', message: 'Please add at least one item to the order' });
  }
  problems.push(...lineProblems(order));
  if (delivery_date && delivery_date < today) {
    problems.push({ field: 'delivery_date', message: 'Delivery date cannot be in the past' });
  }
  return problems;
}

/** What is missing or wrong in the lines of an order or a quotation. */
export function lineProblems({ items = [], services = [], prices }: LinesDraft): FieldProblem[] {
  const problems: FieldProblem[] = [];
  items.forEach((item, index) => {
    const line = { kind: 'items', noun: 'Item', index } as const;
    if (!isId(item.product_id)) {
      problems.push(problemOf(line, 'product_id', 'Please select a product'));
    }
    problems.push(...amountProblems(line, item, { finer: itemDecimalsProblem(item), prices }));
  });
  services.forEach((service, index) => {
    const line = { kind: 'services', noun: 'Service', index } as const;
    if (!isId(service.service_id)) {
      problems.push(problemOf(line, 'service_id', 'Please select a service'));
    }
    problems.push(
      ...amountProblems(line, service, { finer: serviceDecimalsProblem(service), prices }),
    );
  });
  return problems;
}

interface LinePosition {
  kind: 'items' | 'services';
  noun: 'Item' | 'Service';
  index: number;
}

function amountProblems(
  line: LinePosition,
  { quantity, unit_price }: DraftLine,
  { finer, prices }: { finer: string | null; prices: LinesDraft['prices'] },
): FieldProblem[] {
  const wrongQuantity = quantityProblem(quantity) ?? finer;
  const wrongPrice = priceProblem(unit_price) ?? newPriceProblem('Unit price', unit_price, prices);
  return [
    ...(wrongQuantity ? [problemOf(line, 'quantity', wrongQuantity)] : []),
    ...(wrongPrice ? [problemOf(line, 'unit_price', wrongPrice)] : []),
  ];
}

function quantityProblem(quantity: number | null | undefined): string | null {
  if (!quantity || !(quantity > 0)) return 'Quantity must be greater than 0';
  return quantity > maxQuantity ? 'Quantity cannot exceed 999,999,999' : null;
}

function itemDecimalsProblem({ quantity, product }: DraftItem): string | null {
  return product ? lineQuantityProblem(product.name, quantity ?? 0, product) : null;
}

function serviceDecimalsProblem({ quantity }: DraftLine): string | null {
  if (decimalsOf(quantity ?? 0) <= mostDecimals) return null;
  return 'Quantity cannot have more than three decimals';
}

function priceProblem(price: number | null | undefined): string | null {
  if (price === null || price === undefined || !(price >= 0)) {
    return 'Unit price must be 0 or greater';
  }
  return price > maxAmount ? 'Unit price cannot exceed 999,999,999,999.99' : null;
}

function problemOf({ kind, noun, index }: LinePosition, name: string, text: string): FieldProblem {
  return { field: `${kind}.${index}.${name}`, message: `${noun} ${index + 1}: ${text}` };
}

function isId(id: number | null | undefined): boolean {
  return typeof id === 'number' && Number.isInteger(id) && id > 0;
}

/** Lines are locked once the goods were shipped or an invoice charges for them (docs/product/orders.md#what-locks). */
export function canEditLines({
  status,
  is_invoiced,
}: Pick<Order, 'status' | 'is_invoiced'>): Verdict {
  if (is_invoiced) {
    return refused(
      'order.already_invoiced',
      'This order is invoiced: its items and services cannot be changed',
    );
  }
  if (holdingOf(status) !== 'taken') return allowed;
  return refused(
    'order.already_shipped',
    `This order is ${status}: its items and services cannot be changed`,
  );
}

/** An invoiced order keeps its customer and its amounts. */
export function canChangeInvoiced(
  { is_invoiced }: Pick<Order, 'is_invoiced'>,
  what: 'customer' | 'tax',
): Verdict {
  if (!is_invoiced) return allowed;
  return refused('order.already_invoiced', `This order is invoiced: its ${what} cannot be changed`);
}

/**
 * Delivered and invoiced orders cannot be deleted (docs/product/orders.md#what-locks); screens offer no deletion of
 * delivered ones.
 */
export function canDelete({ status, is_invoiced }: Pick<Order, 'status' | 'is_invoiced'>): Verdict {
  if (status === 'delivered') {
    return refused('order.already_delivered', 'A delivered order cannot be deleted');
  }
  if (!is_invoiced) return allowed;
  return refused(
    'order.already_invoiced',
    'This order is invoiced and cannot be deleted. Cancel it instead.',
  );
}

/**
 * Asking for an approval needs an order that is not confirmed, a discount that the person may not give, and another user who
 * may (docs/product/price-lists.md#approval). A screen that does not know who may leaves `able` out.
 */
export function canRequestApproval(
  { status }: Pick<Order, 'status'>,
  excesses: readonly unknown[],
  able = 1,
): Verdict {
  if (holdingOf(status) !== 'none') {
    return refused('order.approval_not_needed', 'This order is confirmed already');
  }
  if (excesses.length === 0) {
    return refused('order.approval_not_needed', 'You may confirm this order yourself');
  }
  if (able > 0) return allowed;
  return refused('order.no_approver', 'No other user may confirm an order with these discounts');
}

/**
 * What an order does with its products: nothing, reserve them, or take them from stock
 * (docs/product/orders.md#stock-follows-the-status).
 */
export type Holding = 'none' | 'reserved' | 'taken';

export function holdingOf(status: Status): Holding {
  if (status === 'confirmed' || status === 'processing') return 'reserved';
  return status === 'shipped' || status === 'delivered' ? 'taken' : 'none';
}

/** How far the products of an order are delivered. */
export function deliveryStateOf(
  items: readonly Pick<OrderItem, 'quantity' | 'delivered_quantity' | 'closed_quantity'>[],
): Order['delivery_state'] {
  if (items.every(({ delivered_quantity }) => delivered_quantity === 0)) return 'none';
  return items.some((item) => openOf(item) > 0) ? 'partly' : 'fully';
}

/** What is left to deliver of a line. */
export function openOf({
  quantity,
  delivered_quantity,
  closed_quantity,
}: Pick<OrderItem, 'quantity' | 'delivered_quantity' | 'closed_quantity'>): number {
  return restOfQuantity(restOfQuantity(quantity, delivered_quantity), closed_quantity);
}

/** The status that follows from how far an order is delivered (docs/product/orders.md#the-status-follows-deliveries). */
export function statusByDeliveries(
  state: Order['delivery_state'],
  { areDelivered }: { areDelivered: boolean },
): Status {
  if (state === 'none') return 'confirmed';
  if (state === 'partly') return 'processing';
  return areDelivered ? 'delivered' : 'shipped';
}

/** The orders of one picking list (docs/product/deliveries.md#picking-list). */
export const mostPicked = 200;
export const tooManyPicked = `A picking list has at most ${mostPicked} orders. Select fewer.`;

/** An order can be closed once something was dispatched; before that it is cancelled instead. */
export function canClose({
  status,
  delivery_state,
}: Pick<Order, 'status' | 'delivery_state'>): Verdict {
  if (delivery_state === 'none') {
    return refused(
      'order.nothing_delivered',
      'Nothing of this order has been dispatched. Cancel the order instead.',
    );
  }
  if (delivery_state === 'partly' && status !== 'cancelled') return allowed;
  return refused('order.nothing_open', 'Nothing is open on this order');
}

/** Whether something of an order can be delivered now. */
export function hasOpenItems({
  status,
  item_count,
  delivery_state,
}: Pick<Order, 'status' | 'item_count' | 'delivery_state'>): boolean {
  return holdingOf(status) !== 'none' && item_count > 0 && delivery_state !== 'fully';
}

const rowStatuses: readonly Status[] = ['confirmed', 'shipped', 'delivered'];

/** Whether an order's row offers Generate Invoice (docs/product/orders.md#invoicing). */
export function canGenerateInvoice({ status }: Pick<Order, 'status'>): boolean {
  return rowStatuses.includes(status);
}

/**
 * Whether an invoice can be made from this order, which includes processing ones (docs/product/orders.md#invoicing).
 */
export function isInvoiceSource(order: Pick<Order, 'status'>): boolean {
  return order.status === 'processing' || canGenerateInvoice(order);
}
