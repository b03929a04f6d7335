import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { locationOfRecord } from '~/modules/collaboration/activity/activity.rules';
import type { Match } from '../search.fields';
import { groupsOf, searchQueryOf } from '../search.rules';

const typingMs = 120;

export type FoundRecords = ReturnType<typeof useFoundRecords>;

/** The records found for what is typed, once it rests; those found before stay until then, and are not `isCurrent`. */
export function useFoundRecords(typed: string) {
  const [settled] = useDebouncedValue(typed.trim(), typingMs);
  const { data, isError, isPlaceholderData, isFetching, refetch } = useSearch(settled);
  const isSearching = searchQueryOf(typed) !== null;
  const groups = useMemo(
    () =>
      groupsOf(isSearching ? (data ?? []) : []).filter(
        ({ found: [first] }) => first && locationOfRecord(first),
      ),
    [data, isSearching],
  );
  return {
    groups,
    count: groups.reduce((sum, { found }) => sum + found.length, 0),
    isCurrent: settled === typed.trim() && !isPlaceholderData && !isFetching,
    hasFailed: isError && isSearching,
    retry: () => void refetch(),
  };
}

/** The results for a text of at least two characters. Never cached, since records may have changed. */
function useSearch(typed: string) {
  return useQuery({
    queryKey: ['search', typed],
    queryFn: ({ signal }) => api.get<Match[]>(`/search?q=${encodeURIComponent(typed)}`, { signal }),
    enabled: searchQueryOf(typed) !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
