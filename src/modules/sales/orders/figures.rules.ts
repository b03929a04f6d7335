import { z } from 'zod';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import type { Order } from './orders.fields';

/** docs/product/orders.md#figures */
export const orderFiguresSchema = z.object({
  total: z.int(),
  pending: z.int(),
  delivered: z.int(),
  revenue: z.number().describe('Rupees: the totals of orders that are not cancelled'),
});

export type OrderFigures = z.output<typeof orderFiguresSchema>;

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
