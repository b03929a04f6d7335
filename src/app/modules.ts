import type { Job } from '~/kit/server/jobs';
import type { Api } from '~/kit/server/route';
import { activityRoutes } from '~/modules/activity/server/activity.routes';
import { customerRoutes } from '~/modules/customers/server/customers.routes';
import { dashboardJobs } from '~/modules/dashboard/server/dashboard.jobs';
import { dashboardRoutes } from '~/modules/dashboard/server/dashboard.routes';
import { invitationJobs } from '~/modules/invitations/server/invitations.jobs';
import { invitationRoutes } from '~/modules/invitations/server/invitations.routes';
import { invoiceRoutes } from '~/modules/invoices/server/invoices.routes';
import { leadRoutes } from '~/modules/leads/server/leads.routes';
import { stageRoutes } from '~/modules/leads/server/stages.routes';
import { paymentRoutes } from '~/modules/payments/server/payments.routes';
import { categoryRoutes } from '~/modules/products/server/categories.routes';
import { importJobs } from '~/modules/products/server/imports.jobs';
import { importRoutes } from '~/modules/products/server/imports.routes';
import { productRoutes } from '~/modules/products/server/products.routes';
import { serviceRoutes } from '~/modules/services/server/services.routes';
import { settingsRoutes } from '~/modules/settings/server/settings.routes';
import { sessionJobs } from '~/modules/users/server/sessions.jobs';
import { sessionRoutes } from '~/modules/users/server/sessions.routes';
import { userRoutes } from '~/modules/users/server/users.routes';

interface Module {
  name: string;
  routes: (api: Api) => void;
  jobs?: readonly Job[];
}

/** Every module, each after those that it builds on. */
export const modules: readonly Module[] = [
  { name: 'settings', routes: settingsRoutes },
  {
    name: 'users',
    routes: (api) => {
      sessionRoutes(api);
      userRoutes(api);
    },
    jobs: sessionJobs,
  },
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
  { name: 'invoices', routes: invoiceRoutes },
  { name: 'payments', routes: paymentRoutes },
  { name: 'activity', routes: activityRoutes },
  { name: 'dashboard', routes: dashboardRoutes, jobs: dashboardJobs },
];
