import type { Query, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from './query-client';

interface FailedLists {
  listen: (notify: () => void) => () => void;
  isAny: () => boolean;
  retry: () => void;
}

/** The lists in use that could not be loaded. */
export function failedListsOf(client: QueryClient): FailedLists {
  const filters = { queryKey: ['list'], type: 'active', predicate: isFailed } as const;
  return {
    listen: (notify) => client.getQueryCache().subscribe(notify),
    isAny: () => client.getQueryCache().findAll(filters).length > 0,
    retry: () => void client.refetchQueries(filters),
  };
}

function isFailed({ state }: Query): boolean {
  const loaded = state.data as { isWhole: boolean } | undefined;
  return state.status === 'error' && loaded?.isWhole !== true;
}

const failed = failedListsOf(queryClient);

/** Whether a list in use could not be loaded, and the call that tries such lists again. */
export function useFailedLists() {
  return { isAny: useSyncExternalStore(failed.listen, failed.isAny), retry: failed.retry };
}
