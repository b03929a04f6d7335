import type { RouteComponent } from '@tanstack/react-router';

interface Screen {
  path: string;
  adminOnly?: boolean;
  load: () => Promise<{ default: RouteComponent }>;
}

export const screens: readonly Screen[] = [
  { path: '/', load: () => import('~/modules/dashboard/screens/DashboardPage') },
  { path: '/leads', load: () => import('~/modules/leads/screens/LeadsPage') },
  { path: '/pipeline', load: () => import('~/modules/leads/screens/PipelinePage') },
  { path: '/customers', load: () => import('./CustomersScreen') },
  { path: '/inventory', load: () => import('~/modules/products/catalogue/screens/InventoryPage') },
  {
    path: '/inventory/products',
    load: () => import('~/modules/products/catalogue/screens/ProductsPage'),
  },
  {
    path: '/inventory/categories',
    load: () => import('~/modules/products/catalogue/screens/CategoriesPage'),
  },
  { path: '/services', load: () => import('~/modules/services/screens/ServicesPage') },
  { path: '/orders', load: () => import('./OrdersScreen') },
  { path: '/workspaces', load: () => import('~/modules/workspaces/screens/WorkspacesPage') },
  { path: '/invoices', load: () => import('./InvoicesScreen') },
  {
    path: '/invoices/numbers',
    adminOnly: true,
    load: () => import('~/modules/invoices/screens/NumberSeriesPage'),
  },
  { path: '/payments', load: () => import('~/modules/payments/screens/PaymentsPage') },
  { path: '/billing', load: () => import('~/modules/billing/screens/BillingPage') },
  {
    path: '/notifications',
    load: () => import('~/modules/notifications/screens/NotificationsPage'),
  },
  { path: '/profile', load: () => import('~/modules/users/account/screens/ProfilePage') },
  { path: '/account-settings', load: () => import('~/modules/users/account/screens/AccountPage') },
  { path: '/users', adminOnly: true, load: () => import('./UsersScreen') },
  {
    path: '/users/invitations',
    adminOnly: true,
    load: () => import('~/modules/invitations/screens/InvitationsPage'),
  },
  { path: '/activity', load: () => import('~/modules/activity/screens/ActivityPage') },
  { path: '/privacy', load: () => import('~/modules/privacy/screens/PrivacyPage') },
];
