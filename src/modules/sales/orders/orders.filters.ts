import { amountRangeFilter } from '~/kit/shared/filters/amount-bands';
import { type Day, daysBetween } from '~/kit/shared/time/days';
import type { Choice } from '~/kit/shared/fields/fields';
import {
  bandFilter,
  choiceFilter,
  dateRangeFilter,
  type Filter,
  searchFilter,
  within,
} from '~/kit/shared/filters/filters';
import { type Order, orderFields, searchedTexts } from './orders.fields';

export interface OrderFilterOptions {
  today: Day;
}

type Dated = Pick<Order, 'delivery_date' | 'status'>;
type Weighed = Dated & Pick<Order, 'total_amount'>;

const totalOf = (order: Pick<Order, 'total_amount'>) => order.total_amount;

/** Days until the delivery, negative once it is past; null without a date. */
function daysRemaining({ delivery_date }: Pick<Order, 'delivery_date'>, today: Day): number | null {
  return delivery_date === null ? null : daysBetween(today, delivery_date);
}

/** True when the delivery date is past and the order is not delivered (docs/product/orders.md#filters). */
export function isOverdue(order: Dated, today: Day): boolean {
  return (
    order.delivery_date !== null && order.delivery_date < today && order.status !== 'delivered'
  );
}

/** The urgency of an order in points, 0 to 6 (docs/product/orders.md#filters). */
export function urgencyScore(order: Weighed, today: Day): number {
  return amountPoints(order.total_amount) + datePoints(order, today) + statusPoints(order.status);
}

function amountPoints(total: number): number {
  if (total > 10_000) return 2;
  return total > 5000 ? 1 : 0;
}

function datePoints(order: Dated, today: Day): number {
  if (isOverdue(order, today)) return 3;
  const days = daysRemaining(order, today);
  if (days === null || days < 0 || days > 3) return 0;
  return days <= 1 ? 2 : 1;
}

function statusPoints(status: Order['status']): number {
  if (status === 'pending') return 1;
  return status === 'processing' || status === 'shipped' ? 0.5 : 0;
}

/** The priority band of docs/product/orders.md#filters; lower bounds are inclusive, upper bounds exclusive. */
export function priorityOf(
  { total_amount, delivery_date }: Pick<Order, 'total_amount' | 'delivery_date'>,
  today: Day,
): 'high' | 'medium' | 'low' {
  const days = daysRemaining({ delivery_date }, today) ?? Infinity;
  if (total_amount >= 10_000 || days < 3) return 'high';
  return total_amount >= 5000 || days < 7 ? 'medium' : 'low';
}

/**
 * The state of an order's delivery in whole days: three days from today still counts as soon
 * (docs/product/orders.md#filters).
 */
export function deliveryStatus(
  order: Dated,
  today: Day,
): 'overdue' | 'due-soon' | 'on-schedule' | 'delivered' | 'no-date' {
  if (order.status === 'delivered') return 'delivered';
  const days = daysRemaining(order, today);
  if (days === null) return 'no-date';
  if (days < 0) return 'overdue';
  return days <= 3 ? 'due-soon' : 'on-schedule';
}

const amountRanges = amountRangeFilter<Order, OrderFilterOptions>(totalOf, 'amount_range');

const priorityBands = bandFilter<Order, OrderFilterOptions>({
  key: 'priority',
  label: 'Priority',
  bands: [
    {
      value: 'high',
      label: 'High (₹10,000 and above, or delivery in under 3 days)',
      test: (order, { today }) => priorityOf(order, today) === 'high',
    },
    {
      value: 'medium',
      label: 'Medium (₹5,000 to under ₹10,000, or 3 to under 7 days)',
      test: (order, { today }) => priorityOf(order, today) === 'medium',
    },
    {
      value: 'low',
      label: 'Low (under ₹5,000, and 7 days or more)',
      test: (order, { today }) => priorityOf(order, today) === 'low',
    },
  ],
});

const deliveryBands = bandFilter<Order, OrderFilterOptions>({
  key: 'delivery_status',
  label: 'Delivery Status',
  bands: [
    { value: 'overdue', label: 'Overdue (past and not delivered)' },
    { value: 'due-soon', label: 'Due soon (0-3 days)' },
    { value: 'on-schedule', label: 'On schedule (over 3 days)' },
    { value: 'delivered', label: 'Delivered' },
    { value: 'no-date', label: 'No date' },
  ].map((band) => ({
    ...band,
    test: (order, { today }) => deliveryStatus(order, today) === band.value,
  })),
});

const urgencyBand = (value: string, label: string, bounds: { from?: number; below?: number }) => ({
  value,
  label,
  test: (order: Order, { today }: OrderFilterOptions) =>
    within(() => urgencyScore(order, today), bounds)(order),
});

const urgencyBands = bandFilter<Order, OrderFilterOptions>({
  key: 'urgency',
  label: 'Urgency',
  bands: [
    urgencyBand('critical', 'Critical (score 4 or more)', { from: 4 }),
    urgencyBand('high', 'High (2.5 to under 4)', { from: 2.5, below: 4 }),
    urgencyBand('medium', 'Medium (1 to under 2.5)', { from: 1, below: 2.5 }),
    urgencyBand('low', 'Low (under 1)', { below: 1 }),
  ],
});

/** The filters of the orders list (docs/product/orders.md#filters); amounts in rupees. */
export function orderFilters(
  customers: readonly Choice[],
): readonly Filter<Order, OrderFilterOptions>[] {
  return [
    searchFilter(searchedTexts),
    choiceFilter('status', orderFields.status),
    choiceFilter('customer_id', orderFields.customer_id, { kind: 'quick', choices: customers }),
    dateRangeFilter({ key: 'date_range', label: 'Date Range', day: (order) => order.order_date }),
    amountRanges,
    priorityBands,
    deliveryBands,
    urgencyBands,
  ];
}
