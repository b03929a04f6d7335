import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from './query-client';

interface FailedLists {
  listen: (notify: () => void) => () => void;
  isAny: () => boolean;
  retry: () => void;
  /** Passes over a list until the function that it gives is called. */
  passOver: (path: string) => () => void;
}

/** The lists in use that could not be loaded. */
export function failedListsOf(client: QueryClient): FailedLists {
  const passed = new Set<{ path: string }>();
  const isCounted = ({ queryKey: [, path] }: Query) =>
    ![...passed].some((each) => each.path === path);
  const filters = {
    queryKey: ['list'],
    type: 'active',
    predicate: (query: Query) => isFailed(query) && isCounted(query),
  } as const;
  return {
    listen: (notify) => client.getQueryCache().subscribe(notify),
    isAny: () => client.getQueryCache().findAll(filters).length > 0,
    retry: () => void client.refetchQueries(filters),
    passOver: (path) => {
      const mark = { path };
      passed.add(mark);
      return () => void passed.delete(mark);
    },
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

/** For a page that says itself that its list could not be loaded: its forms do not count that list. */
export function useOwnFailure(path: string | undefined): void {
  useEffect(() => (path === undefined ? undefined : failed.passOver(path)), [path]);
}
