import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useIsLanded } from '~/kit/ui/hooks/useIsLanded';
import { placeOfRecord } from '~/modules/collaboration/activity/activity.rules';
import { groupsOf, wantedOf } from '../search.rules';
import { useSearch } from './search.client';

const typingMs = 120;

export type FoundRecords = ReturnType<typeof useFoundRecords>;

/** The records found for what is typed, once it rests; those found before stay until then, and are not `isCurrent`. */
export function useFoundRecords(typed: string) {
  const [settled] = useDebouncedValue(typed.trim(), typingMs);
  const { data, isError, isPlaceholderData, isFetching, refetch } = useSearch(settled);
  const isLanded = useIsLanded();
  const wanted = wantedOf(typed) !== null;
  const groups = useMemo(
    () =>
      groupsOf(wanted ? (data ?? []) : []).filter(({ found: [first] }) => {
        const place = first && placeOfRecord(first);
        return place && isLanded(place.path);
      }),
    [data, wanted, isLanded],
  );
  return {
    groups,
    count: groups.reduce((sum, { found }) => sum + found.length, 0),
    isCurrent: settled === typed.trim() && !isPlaceholderData && !isFetching,
    hasFailed: isError && wanted,
    retry: () => void refetch(),
  };
}
