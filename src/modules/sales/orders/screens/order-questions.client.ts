import { api } from '~/kit/ui/data/api';
import type { Question } from '~/modules/sales/papers/screens/PaperQuestion';
import type { Order } from '../orders.fields';
import type { Orders } from './orders.client';

/** Dispatches all open quantities of an order in one delivery. */
export function deliverAll({ id, order_number, customer_name }: Order): Question {
  return {
    title: 'Deliver All',
    subject: `${order_number} of ${customer_name}`,
    message:
      'One delivery of all open quantities is made and dispatched. The goods leave the stock.',
    id,
    act: async (idempotencyKey) => {
      const body = { order_id: id, status: 'dispatched' };
      const { delivery_number } = await api.post<{ delivery_number: string }>('/deliveries', body, {
        idempotencyKey,
      });
      return `Delivery ${delivery_number} dispatched successfully!`;
    },
    refused: 'Failed to deliver order',
  };
}

/** Ends the open quantities of an order that was delivered in part. */
export function closeOrder(orders: Orders, order: Order): Question {
  const { id, order_number, customer_name, updated_at } = order;
  return {
    title: 'Close Order',
    subject: `${order_number} of ${customer_name}`,
    message:
      'The open quantities will not be delivered: their reservation ends, and the order counts as fully delivered.',
    id,
    act: async (key) => {
      await orders.close(id, { updated_at }, key);
      return 'Order closed successfully!';
    },
    refused: 'Failed to close order',
  };
}
