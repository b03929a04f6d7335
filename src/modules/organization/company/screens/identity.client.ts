import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { uploadFile } from '~/kit/ui/calls/files';
import type { ListState } from '~/kit/ui/records/list-store';
import type { BillingProfile, BillingProfilePatch } from '../identity.fields';

const profileKey = ['billing', 'profile'];
const profilePath = '/billing/profile';

const logoPath = '/billing/logo';

/** Where the logo is; each one has another address. Null where there is none. */
export function logoOf({ logo_changed_at }: BillingProfile): string | null {
  return logo_changed_at && `/api${logoPath}?at=${Date.parse(logo_changed_at)}`;
}

interface BillingInformation {
  profile: BillingProfile | null;
  state: ListState;
  retry: () => void;
  save: (patch: BillingProfilePatch & { updated_at?: string }) => Promise<BillingProfile>;
  sendLogo: (file: File) => Promise<void>;
  removeLogo: () => Promise<void>;
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
      sendLogo: async (file) => {
        const { signal } = new AbortController();
        const options = { field: 'logo', method: 'PUT', file, signal } as const;
        client.setQueryData(profileKey, await uploadFile<BillingProfile>(logoPath, options));
      },
      removeLogo: async () =>
        void client.setQueryData(profileKey, await api.delete<BillingProfile>(logoPath)),
    }),
    [data, isError, refetch, client],
  );
}
