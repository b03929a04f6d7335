import { sumOf } from '~/modules/sales/documents/totals.rules';
import type { Order } from './orders.fields';

export interface OrderFigures {
  total: number;
  pending: number;
  delivered: number;
  /** Rupees: the totals of orders that are not cancelled (docs/product/orders.md#figures). */
  revenue: number;
}

export function figuresOf(orders: readonly Pick<Order, 'status' | 'total_amount'>[]): OrderFigures {
  const withStatus = (status: Order['status']) =>
    orders.filter((order) => order.status === status).length;
  return {
    total: orders.length,
    pending: withStatus('pending'),
    delivered: withStatus('delivered'),
    revenue: sumOf(
      orders.filter((order) => order.status !== 'cancelled').map((order) => order.total_amount),
    ),
  };
}
