import { useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { queryText } from '~/kit/shared/filters/list-look';
import { settleAddress, usePageRouter } from './address';

const actions = ['view', 'edit', 'new', 'start'] as const;

/**
 * The value of an address parameter such as `?edit=7` or `?new=1`, and the function that removes such parameters from
 * the address, so that a reload does not repeat the action; what else the address says stays.
 */
export function useUrlAction(
  name: (typeof actions)[number],
): [action: string | null, done: () => void] {
  const router = usePageRouter();
  // While the next screen loads, its address is there already, and this page as well.
  const [own] = useState(() => router.history.location.pathname);
  const action = useRouterState({
    select: ({ location }) =>
      location.pathname === own ? new URLSearchParams(location.searchStr).get(name) : null,
  });
  const done = useCallback(() => {
    settleAddress();
    const { pathname, search } = router.history.location;
    if (pathname !== own) return;
    const params = new URLSearchParams(search);
    for (const each of actions) params.delete(each);
    const href = pathname + queryText(params);
    void router.navigate({ href, replace: true, resetScroll: false });
  }, [router, own]);
  return [action, done];
}
