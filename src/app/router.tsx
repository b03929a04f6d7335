import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryText } from '~/kit/shared/filters/list-look';
import { isReachable } from '~/kit/ui/hooks/connection';
import { queryClient } from '~/kit/ui/calls/query-client';
import { ErrorFallback } from '~/kit/ui/messages/ErrorFallback';
import { loaderOf } from '~/kit/ui/hooks/ahead';
import { ownPath } from '~/modules/organization/users/providers/providers.rules';
import {
  lastMessage,
  loadSession,
} from '~/modules/organization/users/sessions/screens/session.client';
import { type Screen, screens } from './screens';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    message?: string;
    tone?: 'success' | 'info';
    username?: string;
    next?: string;
  }
}

function Loading() {
  const [isCut, setIsCut] = useState(false);
  useEffect(() => void isReachable().then((isThere) => setIsCut(!isThere)), []);
  return <p role="status">{isCut ? 'Waiting for the connection...' : 'Loading...'}</p>;
}

const rootRoute = createRootRoute({ component: Outlet });

const loginSearch = ['reset', 'confirm', 'refused', 'code', 'next'] as const;
type LoginSearch = (typeof loginSearch)[number];

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search): Partial<Record<LoginSearch, string>> =>
    Object.fromEntries(
      loginSearch.flatMap((name) =>
        typeof search[name] === 'string' ? [[name, search[name]]] : [],
      ),
    ),
  beforeLoad: async ({ location, search }) => {
    // The link of a mail also works while someone is signed in in this browser.
    if (search.reset !== undefined || search.confirm !== undefined) return;
    const user = await loadSession(queryClient);
    if (user) throw redirect({ href: location.state.next ?? ownPath(search.next), replace: true });
  },
  component: lazyRouteComponent(
    () => import('~/modules/organization/users/sessions/screens/LoginPage'),
    'LoginPage',
  ),
});

const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-password',
  beforeLoad: async () => {
    const user = await loadSession(queryClient);
    if (!user?.must_change_password) throw redirect({ href: '/', replace: true });
  },
  component: lazyRouteComponent(
    () => import('~/modules/organization/users/sessions/screens/NewPasswordPage'),
    'NewPasswordPage',
  ),
});

const requiredFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  beforeLoad: async () => {
    const user = await loadSession(queryClient);
    if (!user?.must_set_up_factor) throw redirect({ href: '/', replace: true });
  },
  component: lazyRouteComponent(
    () => import('~/modules/organization/users/factors/screens/DemandedFactorPage'),
    'DemandedFactorPage',
  ),
});

// Public, also while someone is signed in (docs/product/invitations.md#acceptance).
const invitation = {
  getParentRoute: () => rootRoute,
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  component: lazyRouteComponent(
    () => import('~/modules/organization/invitations/screens/AcceptInvitationPage'),
  ),
};
const inviteRoute = createRoute({ ...invitation, path: '/invite' });
const inviteTokenRoute = createRoute({ ...invitation, path: '/invite/$token' });

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const user = await loadSession(queryClient);
    if (!user) {
      const state = { next: location.href, ...lastMessage() };
      throw redirect({ to: '/login', replace: true, state });
    }
    if (user.must_change_password)
      throw redirect({ to: '/new-password', replace: true, state: { next: location.href } });
    if (user.must_set_up_factor)
      throw redirect({ to: '/second-factor', replace: true, state: { next: location.href } });
    return { user };
  },
  component: lazyRouteComponent(
    loaderOf(() => import('./Shell')),
    'Shell',
  ),
});

const screenRoutes = screens.map((screen) =>
  createRoute({
    getParentRoute: () => signedInRoute,
    path: screen.path,
    beforeLoad: ({ context }) => {
      if (screen.adminOnly && context.user.role !== 'admin')
        throw redirect({ to: '/', replace: true });
    },
    component: lazyRouteComponent(loaderOf(() => loadScreen(screen))),
  }),
);

async function loadScreen({ right, load }: Screen): Promise<{ default: RouteComponent }> {
  if (!right) return load();
  const [{ guarded }, screen] = await Promise.all([import('./RightGuard'), load()]);
  return { default: guarded(right, screen.default) };
}

/** Asks the server who is signed in and fetches the screen's code, both before anything is drawn. */
export function loadAhead(path: string): void {
  const screen = screens.find((each) => each.path === path);
  if (!screen) return;
  // The screen shows a failure once it is opened.
  Promise.all([loadSession(queryClient), import('./Shell'), loadScreen(screen)]).catch(
    () => undefined,
  );
}

const anyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: '/', replace: true });
  },
});

function queryOf(search: Record<string, unknown>): [string, string][] {
  return Object.entries(search).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    newPasswordRoute,
    requiredFactorRoute,
    inviteRoute,
    inviteTokenRoute,
    signedInRoute.addChildren([...screenRoutes, anyRoute]),
  ]),
  // A query is text, as in the links that people share: `?search=007` is not a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => queryText(queryOf(search)),
  defaultPendingComponent: Loading,
  defaultPendingMs: 1000,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorFallback,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
