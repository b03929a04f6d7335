import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * The value of an address parameter such as `?edit=7` or `?new=1`, and the function that removes it from the address,
 * so that a reload does not repeat the action.
 */
export function useUrlAction(name: string): [action: string | null, done: () => void] {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const done = useCallback(() => void navigate({ href: path, replace: true }), [navigate, path]);
  return [new URLSearchParams(search).get(name), done];
}
