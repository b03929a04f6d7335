import type { Revalued } from '~/modules/catalogue/products/stock/revalued.fields';
import { useMemo } from 'react';
import { isDay } from '~/kit/shared/time/days';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import type { GoodsReceipt } from '~/modules/buying/goods-receipts/goods-receipts.fields';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Bill, WholeBill } from '../bills.fields';
import type { TdsResult } from '../requests.schema';

const source = {
  entity: 'bills',
  path: '/bills',
  dependsOn: ['vendors', 'purchase_orders'],
};

export function useBills() {
  return useBillsIn(useList<Bill>(source));
}

export type Bills = ReturnType<typeof useBillsIn>;

/** What is done with the bills of a list, or with the one of a page. */
export function useBillsIn(list: List<Bill>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export interface StatusBody {
  status: Bill['status'];
  accept?: boolean;
  receive?: boolean;
  updated_at: string;
}

function actions(list: List<Bill>) {
  const { stored, ...calls } = recordCalls(
    list,
    ({ items: _items, charges: _charges, differences: _none, ...row }: WholeBill): Bill => row,
  );
  return {
    ...calls,
    setStatus: async (id: number, body: StatusBody) =>
      stored(await api.put<WholeBill & Revalued>(`/bills/${id}/status`, body)),
  };
}

export const receiveLabel = 'Order and receive these goods too';

/** Whether a person may order and receive the goods of a bill along with its booking. */
export function useMayReceive(): boolean {
  const [order, receive] = [
    useMay('purchase_orders.create').ok,
    useMay('goods_receipts.create').ok,
  ];
  return order && receive;
}

/** Enters a bill. */
export function createBill(body: object, idempotencyKey: string): Promise<WholeBill & Revalued> {
  return api.post<WholeBill & Revalued>('/bills', body, { idempotencyKey });
}

/** Books a credit of the vendor for lines of a bill. */
export function creditBill(
  id: number,
  body: object,
  idempotencyKey: string,
): Promise<WholeBill & Revalued> {
  return api.post<WholeBill & Revalued>(`/bills/${id}/credit`, body, { idempotencyKey });
}

/** A bill with its lines, kept current while it is shown. */
export function useWholeBill({ id, updated_at }: Pick<Bill, 'id' | 'updated_at'>) {
  return useComputed<WholeBill>(`/bills/${id}`, { dependsOn: ['bills'], day: updated_at });
}

/** An order with its lines, while a bill of it is entered. */
export function useBilledOrder(id: number | null) {
  const { data, state, isEarlier, retry } = useComputed<PurchaseOrderWithItems>(
    `/purchase-orders/${id ?? 0}`,
    {
      dependsOn: ['purchase_orders'],
      day: '',
      isEnabled: id !== null,
      isFresh: true,
    },
  );
  return { order: data?.id === id && !isEarlier ? data : null, state, retry };
}

/** The receipts whose goods charges can be for, newest first. */
export function useChargeableReceipts(): readonly GoodsReceipt[] {
  const { rows } = useList<GoodsReceipt>({
    entity: 'goods_receipts',
    path: '/goods-receipts',
    dependsOn: ['vendors', 'purchase_orders'],
  });
  return useMemo(
    () => rows.filter(({ status, kind }) => status === 'received' && kind === 'receipt'),
    [rows],
  );
}

/** What the bill that is being typed would withhold; null without a vendor. */
export function useTds(query: {
  vendor_id: number | null;
  tds_code: string;
  bill_date: string;
  base: number;
}): TdsResult | null {
  const { vendor_id, tds_code, bill_date, base } = query;
  const parts = new URLSearchParams({
    vendor_id: String(vendor_id ?? 0),
    ...(tds_code ? { tds_code } : {}),
    ...(bill_date ? { bill_date } : {}),
    base: base.toFixed(2),
  });
  const { data } = useComputed<TdsResult>(`/bills/tds?${parts.toString()}`, {
    dependsOn: ['bills', 'vendors'],
    day: '',
    isEnabled: vendor_id !== null && base <= 1e12 && (bill_date === '' || isDay(bill_date)),
  });
  return data;
}
