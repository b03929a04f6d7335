import { paperContact } from '~/modules/sales/papers/screens/PaperContact';
import { useMemo } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { api, isRefusal } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { reportFailure } from '~/kit/ui/calls/reportFailure';
import { toastOffer } from '~/kit/ui/messages/OfferToast';
import { toast } from '~/kit/ui/messages/toasts';
import { moveStatus } from '~/modules/sales/documents/screens/move-status.client';
import { type Order, orderStatuses, type OrderWithLines } from '../orders.fields';
import type { Question } from '~/modules/sales/papers/screens/PaperQuestion';

type Body = Record<string, unknown>;
type StatusBody = { status: Order['status']; updated_at: string };

export function useOrders() {
  return useOrdersIn(
    useList<Order>({
      entity: 'orders',
      path: '/orders',
      longDependsOn: ['invoices', 'customers'],
    }),
  );
}

export type Orders = ReturnType<typeof useOrdersIn>;

/** What is done with the orders of a list, or with the one of a page. */
export function useOrdersIn(list: List<Order>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Order>) {
  const { stored, ...calls } = recordCalls(list, (order: OrderWithLines): Order => order);
  return {
    ...calls,
    get: async (id: number) => stored(await getOrder(id)),
    setStatus: async (id: number, body: StatusBody) =>
      stored(
        await offeringApproval(id, () => api.put<OrderWithLines>(`/orders/${id}/status`, body)),
      ),
    close: async (id: number, body: Body, idempotencyKey: string) =>
      stored(await api.post<OrderWithLines>(`/orders/${id}/close`, body, { idempotencyKey })),
  };
}

/** Where the person may not give an order's discounts, offers to ask a user who may. */
async function offeringApproval<T>(id: number, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (isRefusal(error, 'price_list.limit_exceeded')) offerApproval(id);
    throw error;
  }
}

function offerApproval(id: number): void {
  const idempotencyKey = crypto.randomUUID();
  toastOffer('Someone with a higher limit can confirm this order.', {
    label: 'Request Approval',
    onChoose: () => void requestApproval(id, idempotencyKey).catch(() => undefined),
  });
}

function requestApproval(id: number, idempotencyKey: string): Promise<void> {
  return reportFailure({ refused: 'Failed to request approval' }, async () => {
    const path = `/orders/${id}/approval-request`;
    const { notified } = await api.post<{ notified: number }>(path, undefined, { idempotencyKey });
    toast('success', `Approval requested from ${counted(notified, 'colleague')}`);
  });
}

export function getOrder(id: number): Promise<OrderWithLines> {
  return api.get<OrderWithLines>(`/orders/${id}`);
}

/** Creates an order without needing the loaded list; a repeated call with the same key gets the same answer. */
export function createOrder(body: Body, key: string): Promise<OrderWithLines> {
  return api.post<OrderWithLines>('/orders', body, { idempotencyKey: key });
}

/** An order with its lines, kept current while it is shown. */
export function useWholeOrder(order: Order) {
  return useComputed<OrderWithLines>(`/orders/${order.id}`, {
    dependsOn: ['orders', 'invoices'],
    day: order.updated_at,
  });
}

/** Prefix of the message about a refused move (docs/product/orders.md#board). */
export const failedMove = 'Failed to update order status';

/** Moves an order on the board (docs/product/orders.md#board). */
export function moveOrder(orders: Orders, order: Order, status: Order['status']) {
  return moveStatus(orders, order, {
    status,
    noun: 'order',
    name: order.order_number,
    choices: orderStatuses,
    moved: 'Order status updated successfully!',
    failed: failedMove,
    send: (body) => orders.setStatus(order.id, body),
  });
}

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

export const orderContact = paperContact<Order>('orders', ({ order_number }) => order_number);
