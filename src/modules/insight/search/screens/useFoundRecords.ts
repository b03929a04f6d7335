import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useIsLanded } from '~/kit/ui/hooks/useIsLanded';
import { locationOfRecord } from '~/modules/collaboration/activity/activity.rules';
import { groupsOf, searchQueryOf } from '../search.rules';
import { useSearch } from './search.client';

const typingMs = 120;

export type FoundRecords = ReturnType<typeof useFoundRecords>;

/** The records found for what is typed, once it rests; those found before stay until then, and are not `isCurrent`. */
export function useFoundRecords(typed: string) {
  const [settled] = useDebouncedValue(typed.trim(), typingMs);
  const { data, isError, isPlaceholderData, isFetching, refetch } = useSearch(settled);
  const isLanded = useIsLanded();
  const isSearching = searchQueryOf(typed) !== null;
  const groups = useMemo(
    () =>
      groupsOf(isSearching ? (data ?? []) : []).filter(({ found: [first] }) => {
        const location = first && locationOfRecord(first);
        return location && isLanded(location.path);
      }),
    [data, isSearching, isLanded],
  );
  return {
    groups,
    count: groups.reduce((sum, { found }) => sum + found.length, 0),
    isCurrent: settled === typed.trim() && !isPlaceholderData && !isFetching,
    hasFailed: isError && isSearching,
    retry: () => void refetch(),
  };
}
