import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * What the address asks of the page it leads to, such as `?edit=7` or `?new=1`, and the call that takes it out of the
 * address once it is done, so that a reload does not do it again.
 */
export function useUrlAction(name: string): [action: string | null, done: () => void] {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const done = useCallback(() => void navigate({ href: path, replace: true }), [navigate, path]);
  return [new URLSearchParams(search).get(name), done];
}
