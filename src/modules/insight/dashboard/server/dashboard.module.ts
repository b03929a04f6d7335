import type { Module } from '~/kit/server/http/module';
import { addUpLeadCounts } from '~/modules/sales/leads/server/lead-counts.service';
import { dashboardRoutes } from './dashboard.routes';

export const dashboardModule: Module = {
  name: 'dashboard',
  routes: [dashboardRoutes],
  jobs: [{ name: 'lead-counts', everySeconds: 3600, run: ({ db }) => addUpLeadCounts(db) }],
};
