import { useMemo } from 'react';
import { useComputed } from '~/kit/ui/data/computed';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { api } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { Payment, PaymentPatch, writeOffFields } from '../payments.fields';
import type { NewPayment } from '../requests.schema';

type Patch = PaymentPatch & { updated_at?: string };

export function usePayments() {
  const list = useList<Payment>({
    entity: 'payments',
    path: '/payments',
  });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Payments = ReturnType<typeof usePayments>;

function actions(list: List<Payment>) {
  const stored = (payment: Payment): Payment => {
    list.put(payment);
    return payment;
  };
  return {
    record: async (values: NewPayment, idempotencyKey: string) =>
      stored(await api.post<Payment>('/payments', values, { idempotencyKey })),
    writeOff: async (
      invoice: number,
      values: PatchOf<typeof writeOffFields>,
      idempotencyKey: string,
    ) =>
      stored(await api.post<Payment>(`/invoices/${invoice}/write-off`, values, { idempotencyKey })),
    update: async (id: number, patch: Patch) =>
      stored(await api.put<Payment>(`/payments/${id}`, patch)),
    delete: async (id: number) => {
      await api.delete(`/payments/${id}`);
      list.remove(id);
    },
  };
}

export function useInvoicePayments({ id, updated_at }: Invoice) {
  return useComputed<Payment[]>(`/payments/invoice/${id}`, {
    dependsOn: ['payments'],
    day: updated_at,
  });
}
