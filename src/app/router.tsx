import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from '~/kit/ui/data/list-store';
import { ErrorFallback } from '~/kit/ui/elements/ErrorFallback';
import { LoginPage } from '~/modules/users/sessions/screens/LoginPage';
import { lastWords, loadSession } from '~/modules/users/sessions/screens/session.client';
import { screens } from './screens';

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
  return <p role="status">Loading...</p>;
}

const rootRoute = createRootRoute({ component: Outlet });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search): { reset?: string } =>
    typeof search['reset'] === 'string' ? { reset: search['reset'] } : {},
  beforeLoad: async ({ location, search }) => {
    // The reset link of a mail works whoever is signed in in this browser.
    if (search.reset !== undefined) return;
    const user = await loadSession(queryClient);
    if (user) throw redirect({ href: location.state.next ?? '/', replace: true });
  },
  component: LoginPage,
});

// Public, whoever is signed in (docs/product/invitations.md#acceptance).
const invitation = {
  getParentRoute: () => rootRoute,
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  component: lazyRouteComponent(() => import('~/modules/invitations/screens/AcceptInvitationPage')),
};
const inviteRoute = createRoute({ ...invitation, path: '/invite' });
const inviteTokenRoute = createRoute({ ...invitation, path: '/invite/$token' });

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const user = await loadSession(queryClient);
    if (!user) {
      const state = { next: location.href, ...lastWords() };
      throw redirect({ to: '/login', replace: true, state });
    }
    return { user };
  },
  component: lazyRouteComponent(() => import('./Shell'), 'Shell'),
});

const screenRoutes = screens.map((screen) =>
  createRoute({
    getParentRoute: () => signedInRoute,
    path: screen.path,
    beforeLoad: ({ context }) => {
      if (screen.adminOnly && context.user.role !== 'admin')
        throw redirect({ to: '/', replace: true });
    },
    component: lazyRouteComponent(screen.load),
  }),
);

const anyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: '/', replace: true });
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    inviteRoute,
    inviteTokenRoute,
    signedInRoute.addChildren([...screenRoutes, anyRoute]),
  ]),
  defaultPendingComponent: Loading,
  defaultPendingMs: 200,
  defaultErrorComponent: ErrorFallback,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
