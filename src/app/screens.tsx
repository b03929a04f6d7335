import type { RouteComponent } from '@tanstack/react-router';

interface Screen {
  path: string;
  adminOnly?: boolean;
  load: () => Promise<{ default: RouteComponent }>;
}

/** Paths and their screens, each loaded when it is first opened. */
export const screens: readonly Screen[] = [
  { path: '/leads', load: () => import('~/modules/leads/screens/LeadsPage') },
];
