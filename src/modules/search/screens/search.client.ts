import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/kit/ui/data/api';
import { recentSearchesKey } from '~/modules/privacy/privacy.rules';
import { useConsent } from '~/modules/privacy/screens/privacy.client';
import { useSession } from '~/modules/users/sessions/screens/session.client';
import type { Found } from '../search.fields';
import { remembered, wantedOf } from '../search.rules';

/** The results for a text of at least two characters. Never cached, since records may have changed. */
export function useSearch(typed: string) {
  return useQuery({
    queryKey: ['search', typed],
    queryFn: () => api.get<Found[]>(`/search?q=${encodeURIComponent(typed)}`),
    enabled: wantedOf(typed) !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The person's recent searches in this browser; empty, and not stored, without consent to cookies. */
export function useRecentSearches(): [
  recent: readonly string[],
  remember: (typed: string) => void,
] {
  const isGranted = useConsent('cookies');
  const key = recentSearchesKey(useSession().id);
  const [kept, setKept] = useState(() => read(key));
  const remember = (typed: string) => {
    if (!isGranted) return;
    const next = remembered(kept, typed);
    setKept(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage may be full or forbidden; the searches then last as long as the page.
    }
  };
  return [isGranted ? kept : [], remember];
}

function read(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, 5) : [];
  } catch {
    return [];
  }
}
