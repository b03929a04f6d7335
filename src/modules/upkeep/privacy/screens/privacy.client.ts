import { useQuery } from '@tanstack/react-query';
import { api } from '~/kit/ui/calls/api';
import { queryClient } from '~/kit/ui/calls/query-client';
import type { Consent, ConsentType, Policy, PolicyPatch } from '../privacy.fields';
import { recentKeys } from '../privacy.rules';

interface Privacy {
  consents: readonly Consent[];
  policy: Policy;
}

const key = ['privacy'];
const consentsKey = ['consents'];

const consentsSource = { entity: 'consents' };

/** Whether the person granted this consent; false while it is loading. */
export function useConsent(type: ConsentType): boolean {
  const { data } = useQuery({
    queryKey: consentsKey,
    queryFn: () => api.get<Consent[]>('/privacy/consents'),
    meta: { whole: consentsSource },
  });
  return data?.find((each) => each.consent_type === type)?.granted ?? false;
}

/** The page's data; loaded together (docs/product/privacy.md) and reloaded when either part changes elsewhere. */
export function usePrivacy() {
  return useQuery({
    queryKey: key,
    queryFn: async (): Promise<Privacy> => {
      const [consents, policy] = await Promise.all([
        api.get<Consent[]>('/privacy/consents'),
        api.get<Policy>('/privacy/policy-info'),
      ]);
      return { consents, policy };
    },
    meta: { whole: { ...consentsSource, dependsOn: ['privacy_policy'] } },
  });
}

/**
 * Stores a choice and reloads the list (docs/product/privacy.md#consents); a denial also deletes what was stored in
 * this browser.
 */
export async function chooseConsent(
  user: number,
  { type, granted }: { type: ConsentType; granted: boolean },
): Promise<void> {
  await api.post('/privacy/consents', { consentType: type, granted });
  if (type === 'cookies' && !granted) {
    for (const stored of Object.values(recentKeys(user))) localStorage.removeItem(stored);
  }
  await Promise.all(
    [key, consentsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

export async function changePolicy(patch: PolicyPatch): Promise<void> {
  await api.put('/privacy/policy-info', patch);
  await queryClient.invalidateQueries({ queryKey: key });
}

export async function anonymizeMyData(confirmation: string): Promise<void> {
  await api.post('/privacy/anonymize-data', { confirmation });
}
