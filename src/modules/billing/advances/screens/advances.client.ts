import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { savePaper } from '~/kit/ui/calls/savePaper';
import type { Advance, Refund, WholeAdvance } from '../advances.fields';
import type { NewAdvance, NewRefund } from '../requests.schema';

export function useAdvances() {
  const list = useList<Advance>({ entity: 'advances', path: '/advances' });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Advances = ReturnType<typeof useAdvances>;

interface Application {
  invoice_id: number;
  amount?: number | undefined;
}

function actions(list: List<Advance>) {
  const { stored } = recordCalls(list, (whole: WholeAdvance): Advance => {
    const { parts: _parts, adjustments: _adjustments, refunds: _refunds, ...row } = whole;
    return row;
  });
  return {
    apply: async (id: number, sent: Application, idempotencyKey: string) =>
      stored(await api.post<WholeAdvance>(`/advances/${id}/apply`, sent, { idempotencyKey })),
    refund: async (id: number, sent: NewRefund, idempotencyKey: string) =>
      stored(await api.post<WholeAdvance>(`/advances/${id}/refunds`, sent, { idempotencyKey })),
    cancel: async ({ id, updated_at }: Advance) =>
      stored(
        await api.put<WholeAdvance>(`/advances/${id}/status`, { status: 'cancelled', updated_at }),
      ),
  };
}

export async function recordAdvance(
  values: NewAdvance,
  idempotencyKey: string,
): Promise<WholeAdvance> {
  return api.post<WholeAdvance>('/advances', values, { idempotencyKey });
}

/** An advance with what became of it, fetched again whenever its row changes. */
export function useAdvance({ id, updated_at }: Advance) {
  return useComputed<WholeAdvance>(`/advances/${id}`, {
    dependsOn: ['payments', 'invoices'],
    day: updated_at,
  });
}

/** Saves the receipt voucher of an advance, or that of a refund of it. */
export function saveVoucher(
  { id, voucher_number }: Pick<Advance, 'id' | 'voucher_number'>,
  refund?: Refund,
): Promise<void> {
  const path = refund ? `/advances/${id}/refunds/${refund.id}/pdf` : `/advances/${id}/pdf`;
  return savePaper('Voucher', refund?.voucher_number ?? voucher_number, { path });
}
