import type { Counted } from '~/modules/catalogue/products/stock/screens/BeforeCount';
import type { Revalued } from '~/modules/catalogue/products/stock/revalued.fields';
import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { savePaper } from '~/kit/ui/calls/savePaper';
import { toast } from '~/kit/ui/messages/toasts';
import { saveLabels } from '~/modules/catalogue/products/lots/screens/lots.client';
import type {
  PurchaseOrder,
  PurchaseOrderWithItems,
} from '~/modules/buying/purchase-orders/purchase-orders.fields';
import type { GoodsReceipt, ReceiptWithItems } from '../goods-receipts.fields';

const source = {
  entity: 'goods_receipts',
  path: '/goods-receipts',
  dependsOn: ['vendors', 'purchase_orders'],
};

export function useReceipts() {
  return useReceiptsIn(useList<GoodsReceipt>(source));
}

export type Receipts = ReturnType<typeof useReceiptsIn>;

/** A receipt as the calls that move goods counted it. */
type MovedReceipt = ReceiptWithItems & Revalued;

/** What is done with the receipts of a list, or with the one of a page. */
export function useReceiptsIn(list: List<GoodsReceipt>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<GoodsReceipt>) {
  const { stored, ...calls } = recordCalls(
    list,
    ({ items: _items, ...row }: ReceiptWithItems): GoodsReceipt => row,
  );
  return {
    ...calls,
    setStatus: async (
      { id, updated_at }: GoodsReceipt,
      status: GoodsReceipt['status'],
      counted: Counted,
    ) => {
      const path = `/goods-receipts/${id}/status`;
      return stored(await api.put<MovedReceipt>(path, { status, updated_at, ...counted }));
    },
  };
}

/** Enters goods that came. */
export function createReceipt(body: object, idempotencyKey: string): Promise<MovedReceipt> {
  return api.post<MovedReceipt>('/goods-receipts', body, { idempotencyKey });
}

/** Sends goods back to the vendor. */
export function returnGoods(
  id: number,
  body: object,
  idempotencyKey: string,
): Promise<MovedReceipt> {
  return api.post<MovedReceipt>(`/goods-receipts/${id}/return`, body, { idempotencyKey });
}

/** A receipt with its lines, kept current while it is shown. */
export function useWholeReceipt({ id, updated_at }: Pick<GoodsReceipt, 'id' | 'updated_at'>) {
  return useComputed<ReceiptWithItems>(`/goods-receipts/${id}`, {
    dependsOn: ['goods_receipts'],
    day: updated_at,
  });
}

/** The orders that goods can come for. */
export function useOpenOrders() {
  return useList<PurchaseOrder>({ entity: 'purchase_orders', path: '/purchase-orders' });
}

/** An order with its lines, while goods of it are entered. */
export function useReceivedOrder(id: number | null) {
  const { data, isEarlier } = useComputed<PurchaseOrderWithItems>(`/purchase-orders/${id ?? 0}`, {
    dependsOn: ['purchase_orders'],
    day: '',
    isEnabled: id !== null,
    isFresh: true,
  });
  return { order: data?.id === id && !isEarlier ? data : null };
}

export function saveReceiptPdf({ id, kind, goods_receipt_number }: GoodsReceipt): Promise<void> {
  const what = kind === 'return' ? 'Return' : 'Goods receipt';
  return savePaper(what, goods_receipt_number, { path: `/goods-receipts/${id}/pdf` });
}

/** The labels of the lots that came with a receipt (docs/product/lots.md#labels). */
export async function saveReceiptLabels({ id }: Pick<GoodsReceipt, 'id'>): Promise<void> {
  await attempt({ refused: 'Failed to download labels' }, async () => {
    const { items } = await api.get<ReceiptWithItems>(`/goods-receipts/${id}`);
    const lots = items.flatMap((item) => item.lots?.flatMap(({ lot_id }) => lot_id ?? []) ?? []);
    if (lots.length === 0) return toast('error', 'None of these products is tracked by lots');
    await saveLabels(lots);
  });
}
