import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '~/kit/ui/data/api';
import type { Match } from '../search.fields';
import { searchQueryOf } from '../search.rules';

/** The results for a text of at least two characters. Never cached, since records may have changed. */
export function useSearch(typed: string) {
  return useQuery({
    queryKey: ['search', typed],
    queryFn: ({ signal }) => api.get<Match[]>(`/search?q=${encodeURIComponent(typed)}`, { signal }),
    enabled: searchQueryOf(typed) !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
