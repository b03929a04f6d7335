import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { PaymentMethod, PaymentMethodPatch } from '../accounts.fields';

const methodsPath = '/billing/payment-methods';

export function usePaymentMethods() {
  // Making one the default changes another row too, so the list is always loaded whole.
  const list = useList<PaymentMethod>({
    entity: 'payment_methods',
    path: methodsPath,
    whole: true,
    unscoped: true,
  });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type PaymentMethods = ReturnType<typeof usePaymentMethods>;

function actions({ retry }: List<PaymentMethod>) {
  const loaded = <T>(answer: T): T => {
    retry();
    return answer;
  };
  return {
    create: async (values: PaymentMethodPatch) =>
      loaded(await api.post<PaymentMethod>(methodsPath, values)),
    update: async (id: number, patch: PaymentMethodPatch & { updated_at?: string }) =>
      loaded(await api.put<PaymentMethod>(`${methodsPath}/${id}`, patch)),
    delete: async (id: number) => loaded(await api.delete(`${methodsPath}/${id}`)),
  };
}
