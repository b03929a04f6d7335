import { paperContact } from '~/modules/sales/papers/screens/PaperContact';
import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { savePaper } from '~/kit/ui/calls/savePaper';
import type { Delivery, DeliveryWithItems } from '../deliveries.fields';

type Body = Record<string, unknown>;
type StatusBody = Pick<Delivery, 'status' | 'updated_at'>;

export function useDeliveries() {
  return useDeliveriesIn(useList<Delivery>({ entity: 'deliveries', path: '/deliveries' }));
}

export type Deliveries = ReturnType<typeof useDeliveriesIn>;

/** What is done with the deliveries of a list, or with the one of a page. */
export function useDeliveriesIn(list: List<Delivery>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Delivery>) {
  const { stored, ...calls } = recordCalls(
    list,
    ({ items: _items, ...row }: DeliveryWithItems): Delivery => row,
  );
  return {
    ...calls,
    setStatus: async (id: number, body: StatusBody) =>
      stored(await api.put<DeliveryWithItems>(`/deliveries/${id}/status`, body)),
  };
}

/** A repeated call with the same key gets the same answer. */
export function createDelivery(body: Body, idempotencyKey: string): Promise<DeliveryWithItems> {
  return api.post<DeliveryWithItems>('/deliveries', body, { idempotencyKey });
}

export function invoiceDelivery(
  { id: delivery_id }: Delivery,
  idempotencyKey: string,
): Promise<{ invoice_number: string }> {
  return api.post('/invoices', { delivery_id }, { idempotencyKey });
}

/** The deliveries of an order, newest first. */
export function useDeliveriesOf(order: number) {
  return useComputed<Delivery[]>(`/orders/${order}/deliveries`, {
    dependsOn: ['deliveries'],
    day: '',
  });
}

/** A delivery with its lines, kept current while it is shown. */
export function useWholeDelivery({ id, updated_at }: Delivery) {
  return useComputed<DeliveryWithItems>(`/deliveries/${id}`, { dependsOn: [], day: updated_at });
}

/** What waits to be dispatched; nothing for a person who may not read orders. */
export function useToDispatch(isEnabled: boolean) {
  return useComputed<{ lines: number; orders: number }>('/deliveries/to-dispatch', {
    dependsOn: ['orders', 'products', 'deliveries'],
    day: '',
    isEnabled,
  });
}

export function saveChallan({ id, delivery_number }: Delivery): Promise<void> {
  return savePaper('Challan', delivery_number, { path: `/deliveries/${id}/pdf` });
}

export const deliveryContact = paperContact<Delivery>(
  'deliveries',
  ({ delivery_number }) => delivery_number,
);
