import type { Job } from '~/kit/server/jobs/jobs';
import type { Api } from '~/kit/server/http/route';
import { activityRoutes } from '~/modules/activity/server/activity.routes';
import { archiveRoutes } from '~/modules/billing/server/archives.routes';
import { customerRoutes } from '~/modules/customers/server/customers.routes';
import { dashboardJobs } from '~/modules/dashboard/server/dashboard.jobs';
import { dashboardRoutes } from '~/modules/dashboard/server/dashboard.routes';
import { invitationJobs } from '~/modules/invitations/server/invitations.jobs';
import { invitationRoutes } from '~/modules/invitations/server/invitations.routes';
import { invoiceJobs } from '~/modules/invoices/server/invoices.jobs';
import { provideInvoices } from '~/modules/invoices/server/provided.queries';
import { invoiceRoutes } from '~/modules/invoices/server/invoices.routes';
import { leadRoutes } from '~/modules/leads/server/leads.routes';
import { stageRoutes } from '~/modules/leads/server/stages.routes';
import { provideOrders } from '~/modules/orders/server/provided.queries';
import { orderRoutes } from '~/modules/orders/server/orders.routes';
import { notificationJobs } from '~/modules/notifications/server/notifications.jobs';
import { notificationRoutes } from '~/modules/notifications/server/notifications.routes';
import { providePayments } from '~/modules/payments/server/provided.queries';
import { paymentRoutes } from '~/modules/payments/server/payments.routes';
import { privacyRoutes } from '~/modules/privacy/server/privacy.routes';
import { categoryRoutes } from '~/modules/products/catalogue/server/categories.routes';
import { importJobs } from '~/modules/products/imports/server/imports.jobs';
import { importRoutes } from '~/modules/products/imports/server/imports.routes';
import { productRoutes } from '~/modules/products/catalogue/server/products.routes';
import { searchRoutes } from '~/modules/search/server/search.routes';
import { serviceRoutes } from '~/modules/services/server/services.routes';
import { paymentMethodRoutes } from '~/modules/company/server/accounts.routes';
import { identityRoutes } from '~/modules/company/server/identity.routes';
import { settingsRoutes } from '~/modules/company/server/settings.routes';
import { accountRoutes } from '~/modules/users/account/server/account.routes';
import { sessionJobs } from '~/modules/users/sessions/server/sessions.jobs';
import { sessionRoutes } from '~/modules/users/sessions/server/sessions.routes';
import { userRoutes } from '~/modules/users/administration/server/users.routes';
import { provideWorkspaces } from '~/modules/workspaces/server/provided.queries';
import { workspaceRoutes } from '~/modules/workspaces/server/workspaces.routes';

interface Module {
  name: string;
  routes: (api: Api) => void;
  jobs?: readonly Job[] | ((api: Api) => readonly Job[]);
  extend?: () => void;
}

export function jobsOf({ jobs = [] }: Module, api: Api): readonly Job[] {
  return typeof jobs === 'function' ? jobs(api) : jobs;
}

/** Lets every module provide its extensions; to be called before any of them is used. */
export function extendModules(): void {
  for (const each of modules) each.extend?.();
}

/** Every module, each after those it builds on. */
export const modules: readonly Module[] = [
  {
    name: 'settings',
    routes: (api) => {
      settingsRoutes(api);
      identityRoutes(api);
      paymentMethodRoutes(api);
    },
  },
  {
    name: 'users',
    routes: (api) => {
      sessionRoutes(api);
      accountRoutes(api);
      userRoutes(api);
    },
    jobs: sessionJobs,
  },
  { name: 'workspaces', routes: workspaceRoutes, extend: provideWorkspaces },
  { name: 'invitations', routes: invitationRoutes, jobs: invitationJobs },
  { name: 'services', routes: serviceRoutes },
  {
    name: 'products',
    routes: (api) => {
      categoryRoutes(api);
      productRoutes(api);
      importRoutes(api);
    },
    jobs: importJobs,
  },
  { name: 'customers', routes: customerRoutes },
  {
    name: 'leads',
    routes: (api) => {
      stageRoutes(api);
      leadRoutes(api);
    },
  },
  { name: 'orders', routes: orderRoutes, extend: provideOrders },
  { name: 'invoices', routes: invoiceRoutes, jobs: invoiceJobs, extend: provideInvoices },
  { name: 'payments', routes: paymentRoutes, extend: providePayments },
  { name: 'billing', routes: archiveRoutes },
  { name: 'activity', routes: activityRoutes },
  { name: 'notifications', routes: notificationRoutes, jobs: notificationJobs },
  { name: 'privacy', routes: privacyRoutes },
  { name: 'search', routes: searchRoutes },
  { name: 'dashboard', routes: dashboardRoutes, jobs: dashboardJobs },
];
