import type { RouteComponent } from '@tanstack/react-router';

interface Screen {
  path: string;
  adminOnly?: boolean;
  load: () => Promise<{ default: RouteComponent }>;
}

/** Paths and their screens, each loaded when it is first opened. */
export const screens: readonly Screen[] = [
  { path: '/', load: () => import('~/modules/dashboard/screens/DashboardPage') },
  { path: '/leads', load: () => import('~/modules/leads/screens/LeadsPage') },
  { path: '/pipeline', load: () => import('~/modules/leads/screens/PipelinePage') },
  { path: '/customers', load: () => import('~/modules/customers/screens/CustomersPage') },
  { path: '/inventory', load: () => import('~/modules/products/screens/InventoryPage') },
  { path: '/inventory/products', load: () => import('~/modules/products/screens/ProductsPage') },
  {
    path: '/inventory/categories',
    load: () => import('~/modules/products/screens/CategoriesPage'),
  },
  { path: '/services', load: () => import('~/modules/services/screens/ServicesPage') },
  { path: '/users', adminOnly: true, load: () => import('./UsersScreen') },
  {
    path: '/users/invitations',
    adminOnly: true,
    load: () => import('~/modules/invitations/screens/InvitationsPage'),
  },
];
