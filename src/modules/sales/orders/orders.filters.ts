import { any, type Condition, score } from '~/kit/shared/filters/conditions';
import { count, sum } from '~/kit/shared/filters/figures';
import {
  amounts,
  bands,
  choice,
  days,
  filtersOf,
  link,
  type Moment,
  rank,
  search,
} from '~/kit/shared/filters/kind-filters';
import { meets } from '~/kit/shared/filters/row-tests';
import { addDays, type Day } from '~/kit/shared/time/days';
import { type Order, orderFields, searchedTexts } from './orders.fields';

const isOpen = { status: { not: 'delivered' } } as const;

const overdue = (today: Day) => ({ ...isOpen, delivery_date: { below: today } });

/** True when the delivery date is past and the order is not delivered (docs/product/orders.md#filters). */
export function isOverdue(order: Pick<Order, 'delivery_date' | 'status'>, today: Day): boolean {
  return meets(order, overdue(today));
}

/** The urgency of an order: bounds of its points, 0 to 6 (docs/product/orders.md#filters). */
const urgency =
  (bounds: { from?: number; below?: number }) =>
  ({ today }: Moment): Condition<Order> =>
    score(
      [
        [
          [2, { total_amount: { above: 10_000 } }],
          [1, { total_amount: { above: 5000 } }],
        ],
        [
          [3, overdue(today)],
          [2, { delivery_date: { from: today, upTo: addDays(today, 1) } }],
          [1, { delivery_date: { from: today, upTo: addDays(today, 3) } }],
        ],
        [
          [1, { status: 'pending' }],
          [0.5, { status: ['processing', 'shipped'] }],
        ],
      ],
      bounds,
    );

/** The filters of the orders list (docs/product/orders.md#filters); amounts in rupees. */
export const orderFilters = filtersOf<Order>(orderFields, {
  search: search(searchedTexts),
  status: choice(),
  customer_id: link({ kind: 'quick' }),
  date_range: days('order_date'),
  amount_range: amounts('total_amount'),
  priority: rank('Priority', {
    high: [
      'High (₹10,000 and above, or delivery in under 3 days)',
      ({ today }) =>
        any({ total_amount: { from: 10_000 } }, { delivery_date: { below: addDays(today, 3) } }),
    ],
    medium: [
      'Medium (₹5,000 to under ₹10,000, or 3 to under 7 days)',
      ({ today }) =>
        any({ total_amount: { from: 5000 } }, { delivery_date: { below: addDays(today, 7) } }),
    ],
    low: ['Low (under ₹5,000, and 7 days or more)'],
  }),
  delivery_status: bands('Delivery Status', {
    overdue: ['Overdue (past and not delivered)', ({ today }) => overdue(today)],
    'due-soon': [
      'Due soon (0-3 days)',
      ({ today }) => ({ ...isOpen, delivery_date: { from: today, upTo: addDays(today, 3) } }),
    ],
    'on-schedule': [
      'On schedule (over 3 days)',
      ({ today }) => ({ ...isOpen, delivery_date: { above: addDays(today, 3) } }),
    ],
    delivered: ['Delivered', { status: 'delivered' }],
    'no-date': ['No date', { ...isOpen, delivery_date: null }],
  }),
  urgency: bands('Urgency', {
    critical: ['Critical (score 4 or more)', urgency({ from: 4 })],
    high: ['High (2.5 to under 4)', urgency({ from: 2.5, below: 4 })],
    medium: ['Medium (1 to under 2.5)', urgency({ from: 1, below: 2.5 })],
    low: ['Low (under 1)', urgency({ below: 1 })],
  }),
});

/** The figures above the list (docs/product/orders.md#figures). */
export const orderFigures = {
  total: count<Order>(),
  pending: count<Order>({ status: 'pending' }),
  delivered: count<Order>({ status: 'delivered' }),
  revenue: sum<Order>('total_amount', 'Rupees: the totals of orders that are not cancelled', {
    status: { not: 'cancelled' },
  }),
};
