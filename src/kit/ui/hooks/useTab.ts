import { useNavigate, useRouterState } from '@tanstack/react-router';

/** The open tab, which the address names: a link to it opens there, and Back leads to the one before. */
export function useTab(first: string): [tab: string, setTab: (tab: string) => void] {
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const navigate = useNavigate();
  const tab = new URLSearchParams(search).get('tab') ?? first;
  return [tab, (next) => void navigate({ href: next === first ? path : `${path}?tab=${next}` })];
}
