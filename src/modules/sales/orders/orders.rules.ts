import type { ErrorTable } from '~/kit/shared/error-codes';
import type { Day } from '~/kit/shared/time/days';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import type { AmountRules } from '~/modules/sales/documents/lines/amounts.rules';
import {
  isId,
  lineProblems,
  type LinesDraft,
} from '~/modules/sales/documents/lines/drafted-lines.rules';
import { type Order, type OrderItem, orderProgress } from './orders.fields';

export const orderRefusals = {
  'order.invalid_reference': [400, 'The customer, a product or a service is unknown or inactive'],
  'order.total_too_large': [400, 'The total exceeds the maximum amount'],
  'order.totals_mismatch': [400, 'The amounts sent do not match the lines'],
  'order.already_invoiced': [409, 'The order is invoiced'],
  'order.already_shipped': [409, 'The order has been shipped'],
  'order.already_delivered': [409, 'The order has been delivered'],
  'order.paid_in_advance': [409, 'The order was paid in advance'],
  'order.approval_not_needed': [409, 'The user may confirm the order, or it is confirmed'],
  'order.no_approver': [409, 'No other user may confirm the order with its discounts'],
  'order.has_deliveries': [409, 'Deliveries of the order are in the way of the change'],
  'order.from_quotation': [409, 'The order was made from a quotation and keeps its customer'],
  'order.below_delivered': [409, 'A quantity is below what was delivered'],
  'order.nothing_delivered': [409, 'Nothing of the order was dispatched: cancel it instead'],
  'order.nothing_open': [409, 'Nothing is open on the order'],
  'order.over_credit_limit': [409, 'The order exceeds the credit limit of its customer'],
  'order.not_confirmed': [409, 'An order can only be invoiced from the status confirmed on'],
} as const satisfies ErrorTable;

type Status = Order['status'];

/** A tax amount sent with an order is used as it is (docs/product/orders.md#amounts). */
export const orderAmounts: AmountRules = {
  noun: 'order',
  taxFollows: 'amount',
  wrongTotals: 'Order totals do not add up',
};

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

/** Such as "Partly received" where no heading names the state; empty for none. */
export function doneText(state: (typeof orderProgress)[number]['value'], done: string): string {
  const label = orderProgress.find(({ value }) => value === state)?.label ?? state;
  return state === 'none' ? '' : `${label} ${done}`;
}
