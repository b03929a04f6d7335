import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { type List, useList } from '~/kit/ui/records/list-store';
import type { PaymentMethod, PaymentMethodPatch } from '../accounts.fields';

const methodsPath = '/billing/payment-methods';

export function usePaymentMethods() {
  const list = useList<PaymentMethod>({
    entity: 'payment_methods',
    path: methodsPath,
    unscoped: true,
    order: (a, b) => Number(b.is_default) - Number(a.is_default) || a.id - b.id,
  });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type PaymentMethods = ReturnType<typeof usePaymentMethods>;

function actions({ retry }: List<PaymentMethod>) {
  const loaded = <T>(result: T): T => {
    retry();
    return result;
  };
  return {
    create: async (values: PaymentMethodPatch) =>
      loaded(await api.post<PaymentMethod>(methodsPath, values)),
    update: async (id: number, patch: PaymentMethodPatch & { updated_at?: string }) =>
      loaded(await api.put<PaymentMethod>(`${methodsPath}/${id}`, patch)),
    delete: async (id: number) => loaded(await api.delete(`${methodsPath}/${id}`)),
  };
}
