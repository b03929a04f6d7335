import { useQuery } from '@tanstack/react-query';
import { api } from '~/kit/ui/data/api';
import { saveFile } from '~/kit/ui/data/files';
import { queryClient } from '~/kit/ui/data/query-client';
import type { Day } from '~/kit/shared/time/days';
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

/** Saves all data stored about the person as `my-data-export-{date}.json` (docs/product/privacy.md#export). */
export async function exportMyData(today: Day): Promise<void> {
  const data = await api.get<unknown>('/privacy/export-data');
  const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  saveFile(content, `my-data-export-${today}.json`);
}

export async function anonymizeMyData(confirmation: string): Promise<void> {
  await api.post('/privacy/anonymize-data', { confirmation });
}
