import type { Revalued } from '~/modules/catalogue/products/stock/revalued.fields';
import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { savePaper } from '~/kit/ui/calls/savePaper';
import type { Terms } from '~/modules/buying/vendors/terms.fields';
import type { PurchaseOrder, PurchaseOrderWithItems } from '../purchase-orders.fields';
import { purchaseLabel } from '../purchase-orders.rules';

export function usePurchaseOrders() {
  return usePurchaseOrdersIn(
    useList<PurchaseOrder>({ entity: 'purchase_orders', path: '/purchase-orders' }),
  );
}

export type PurchaseOrders = ReturnType<typeof usePurchaseOrdersIn>;

/** What is done with the purchase orders of a list, or with the one of a page. */
export function usePurchaseOrdersIn(list: List<PurchaseOrder>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<PurchaseOrder>) {
  const { stored, ...calls } = recordCalls(
    list,
    ({ items: _items, ...row }: PurchaseOrderWithItems & Revalued): PurchaseOrder => row,
  );
  return {
    ...calls,
    setStatus: async (id: number, body: { status: PurchaseOrder['status']; updated_at: string }) =>
      stored(await api.put<PurchaseOrderWithItems>(`/purchase-orders/${id}/status`, body)),
    close: async ({ id, updated_at }: PurchaseOrder, idempotencyKey: string) =>
      stored(
        await api.post<PurchaseOrderWithItems>(
          `/purchase-orders/${id}/close`,
          { updated_at },
          { idempotencyKey },
        ),
      ),
  };
}

/** A purchase order with its lines, kept current while it is shown. */
export function useWholePurchaseOrder({
  id,
  updated_at,
}: Pick<PurchaseOrder, 'id' | 'updated_at'>) {
  return useComputed<PurchaseOrderWithItems>(`/purchase-orders/${id}`, {
    dependsOn: ['products'],
    day: updated_at,
  });
}

/** The purchase orders of a vendor, newest first. */
export function usePurchaseOrdersOf(vendorId: number) {
  return useComputed<PurchaseOrder[]>(`/vendors/${vendorId}/purchase-orders`, {
    dependsOn: ['purchase_orders'],
    day: '',
  });
}

/** By product: the terms of the vendor of a form. */
export function useTermsByProduct(vendorId: number | null): ReadonlyMap<number, Terms> {
  const { data } = useComputed<Terms[]>(`/vendors/${vendorId ?? 0}/products`, {
    dependsOn: ['vendors', 'products'],
    day: '',
    isEnabled: vendorId !== null,
  });
  return useMemo(() => new Map((data ?? []).map((each) => [each.product_id, each])), [data]);
}

export function savePurchaseOrderPdf(order: PurchaseOrder): Promise<void> {
  const path = `/purchase-orders/${order.id}/pdf`;
  return savePaper('Purchase order', purchaseLabel(order), { path });
}
