import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { type List, useList } from '~/kit/ui/records/list-store';
import type { Refund } from '~/modules/billing/advances/advances.fields';
import type { NewRefund } from '~/modules/billing/advances/requests.schema';
import { paperContact } from '~/modules/sales/papers/screens/PaperContact';
import { savePaper } from '~/kit/ui/calls/savePaper';
import type { Allocation, Receipt, WholeReceipt } from '../receipts.fields';

export function useReceipts() {
  return useReceiptsIn(useList<Receipt>({ entity: 'receipts', path: '/receipts' }));
}

export type Receipts = ReturnType<typeof useReceiptsIn>;

/** The actions on the receipts of a list, or on the one of a page. */
export function useReceiptsIn(list: List<Receipt>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Receipt>) {
  const { stored, update } = recordCalls(
    list,
    ({ allocations: _allocations, refunds: _refunds, ...row }: WholeReceipt): Receipt => row,
  );
  return {
    update,
    allocate: async (
      { id, updated_at }: Receipt,
      allocations: readonly Allocation[],
      idempotencyKey: string,
    ) => {
      const body = { allocations, updated_at };
      return stored(
        await api.post<WholeReceipt>(`/receipts/${id}/allocate`, body, { idempotencyKey }),
      );
    },
    refund: async (id: number, sent: NewRefund, idempotencyKey: string) =>
      stored(await api.post<WholeReceipt>(`/receipts/${id}/refund`, sent, { idempotencyKey })),
    cancel: async ({ id, updated_at }: Receipt) => {
      const body = { status: 'cancelled', updated_at };
      return stored(await api.put<WholeReceipt>(`/receipts/${id}/status`, body));
    },
  };
}

export const receiptContact = paperContact<Receipt>(
  'receipts',
  ({ receipt_number }) => receipt_number,
);

/** A repeated call with the same key gets the same answer. */
export function recordReceipt(
  body: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
): Promise<WholeReceipt> {
  return api.post<WholeReceipt>('/receipts', body, { idempotencyKey });
}

/** A receipt with its allocations, updated while it is shown. */
export function useWholeReceipt({ id, updated_at }: Receipt) {
  return useComputed<WholeReceipt>(`/receipts/${id}`, {
    dependsOn: ['invoices'],
    day: updated_at,
  });
}

export function saveReceiptPdf({
  id,
  receipt_number,
}: Pick<Receipt, 'id' | 'receipt_number'>): Promise<void> {
  return savePaper('Receipt', receipt_number, { path: `/receipts/${id}/pdf` });
}

export function saveRefundVoucher({ id }: Pick<Receipt, 'id'>, refund: Refund): Promise<void> {
  const path = `/receipts/${id}/refunds/${refund.id}/pdf`;
  return savePaper('Voucher', refund.voucher_number, { path });
}
