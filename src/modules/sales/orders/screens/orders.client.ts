import { useMemo } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { api, ApiError, isRefusal, reasonOf } from '~/kit/ui/data/api';
import { useComputed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
import { saveInTurn } from '~/kit/ui/data/saveInTurn';
import { recordIn } from '~/kit/ui/data/saveMerged';
import { reportFailure } from '~/kit/ui/data/reportFailure';
import { toastOffer } from '~/kit/ui/elements/OfferToast';
import { toast } from '~/kit/ui/elements/toasts';
import { changeOf } from '~/kit/ui/data/saveCell';
import { saveOrWait } from '~/kit/ui/data/waiting';
import { type Order, orderFields, orderStatuses, type OrderWithLines } from '../orders.fields';

type Body = Record<string, unknown>;
type StatusBody = { status: Order['status']; updated_at: string };

export function useOrders() {
  return useOrdersIn(
    useList<Order>({
      entity: 'orders',
      path: '/orders',
    }),
  );
}

export type Orders = ReturnType<typeof useOrdersIn>;

/** What is done with the orders of a list, or with the one of a page. */
export function useOrdersIn(list: List<Order>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Order>) {
  const kept = <Kept extends Order>(order: Kept): Kept => {
    list.put(order);
    return order;
  };
  return {
    get: async (id: number) => kept(await getOrder(id)),
    /** A repeated call with the same key gets the same answer. */
    create: async (body: Body, key: string) => kept(await createOrder(body, key)),
    update: async (id: number, body: Body) =>
      kept(await api.put<OrderWithLines>(`/orders/${id}`, body)),
    setStatus: async (id: number, body: StatusBody) =>
      kept(await offeringApproval(id, () => api.put<OrderWithLines>(`/orders/${id}/status`, body))),
    delete: async (id: number) => {
      await api.delete(`/orders/${id}`);
      list.remove(id);
    },
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

const statusWords = new Map<string, string>(
  orderStatuses.map(({ value, label }) => [value, label]),
);

function wordOf(status: Order['status']): string {
  return statusWords.get(status) ?? status;
}

/**
 * Moves an order on the board; reports the outcome in a toast and rejects when refused (docs/product/orders.md#board).
 */
export async function moveOrder(
  orders: Orders,
  order: Order,
  status: Order['status'],
): Promise<'saved' | 'waits'> {
  const store = { path: orders.path, call: `/orders/${order.id}/status` };
  const edit = {
    field: orderFields.status.label,
    from: wordOf(order.status),
    to: wordOf(status),
    shape: { kind: 'choice', choices: orderStatuses },
  } as const;
  const change = changeOf(store, order, { status }, { name: order.order_number, edit });
  try {
    const outcome = await saveOrWait(change, () => sendMove(orders, order, status));
    if (outcome === 'saved') toast('success', 'Order status updated successfully!');
    return outcome;
  } catch (error) {
    toast('error', `${failedMove}: ${reasonOf(error)}`);
    throw error;
  }
}

/** Moves the version that the person saw. If someone else has moved the order, it is shown at its new place instead. */
async function sendMove(orders: Orders, order: Order, status: Order['status']): Promise<void> {
  const change = { row: order, patch: { status }, put: orders.put };
  try {
    await saveInTurn('order', change, (body) => orders.setStatus(order.id, body));
  } catch (error) {
    if (isRefusal(error, 'record.not_found')) orders.remove(order.id);
    const now = isRefusal(error, 'record.changed') ? recordIn(error, order) : null;
    if (!now) throw error;
    const told = 'This record was changed by someone else';
    throw new ApiError(409, `${told}. It is ${wordOf(now.status)} now.`);
  }
}
