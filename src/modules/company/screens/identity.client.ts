import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import type { ListState } from '~/kit/ui/data/list-store';
import type { BillingProfile, BillingProfilePatch } from '../identity.fields';

const profileKey = ['billing', 'profile'];
const profilePath = '/billing/profile';

interface BillingInformation {
  profile: BillingProfile | null;
  state: ListState;
  retry: () => void;
  save: (patch: BillingProfilePatch & { updated_at?: string }) => Promise<BillingProfile>;
}

export function useBillingProfile(): BillingInformation {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: profileKey,
    queryFn: () => api.get<BillingProfile>(profilePath),
    meta: { whole: { entity: 'billing_profile' } },
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
