import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from '~/kit/ui/records';
import { ErrorFallback } from '~/kit/ui/ErrorFallback';
import { LoginPage } from '~/modules/users/screens/LoginPage';
import { loadSession } from '~/modules/users/screens/session.client';
import { screens } from './screens';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Shown on the sign-in screen (spec 1 §2.2). */
    message?: string;
    /** Filled in on the sign-in screen. */
    username?: string;
    /** Where a person wanted to go before sign-in. */
    next?: string;
  }
}

function Loading() {
  return (
    <p className="page-loading" role="status">
      Loading...
    </p>
  );
}

const rootRoute = createRootRoute({ component: Outlet });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search): { reset?: string } =>
    typeof search['reset'] === 'string' ? { reset: search['reset'] } : {},
  beforeLoad: async ({ location }) => {
    const user = await loadSession(queryClient);
    if (user) throw redirect({ href: location.state.next ?? '/', replace: true });
  },
  component: LoginPage,
});

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const user = await loadSession(queryClient);
    if (!user) throw redirect({ to: '/login', replace: true, state: { next: location.href } });
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
    signedInRoute.addChildren([...screenRoutes, anyRoute]),
  ]),
  defaultPendingComponent: Loading,
  defaultPendingMs: 200,
  defaultErrorComponent: ErrorFallback,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
