import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type List, type ListState, useList } from '~/kit/ui/data/list-store';
import type {
  BillingProfile,
  BillingProfilePatch,
  PaymentMethod,
  PaymentMethodPatch,
} from '../billing.fields';

const profileKey = ['billing', 'profile'];
const profilePath = '/billing/profile';

interface BillingInformation {
  /** Null until it is there. */
  profile: BillingProfile | null;
  state: ListState;
  retry: () => void;
  save: (patch: BillingProfilePatch & { updated_at?: string }) => Promise<BillingProfile>;
}

/** The company as it names itself on its invoices, current by itself. */
export function useBillingProfile(): BillingInformation {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: profileKey,
    queryFn: () => api.get<BillingProfile>(profilePath),
    meta: { list: { entity: 'billing_profile', path: profilePath, whole: true } },
  });
  return useMemo(
    () => ({
      profile: data ?? null,
      state: data ? 'ready' : isError ? 'failed' : 'loading',
      retry: () => void refetch(),
      save: async (patch) => {
        const saved = await api.put<BillingProfile>(profilePath, patch);
        client.setQueryData(profileKey, saved);
        return saved;
      },
    }),
    [data, isError, refetch, client],
  );
}

const methodsPath = '/billing/payment-methods';

/** The accounts that the company is paid into, the default one first, and what can be done with them. */
export function usePaymentMethods() {
  // Making one the default changes another one too: the list is always loaded whole.
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
