import type { Module } from '~/kit/server/http/module';
import { dashboardJobs } from './dashboard.jobs';
import { dashboardRoutes } from './dashboard.routes';

export const dashboardModule: Module = {
  name: 'dashboard',
  routes: [dashboardRoutes],
  jobs: dashboardJobs,
};
