import type { Module } from '~/kit/server/http/module';
import { reportErrors } from '../reports.errors';
import { provideReports } from './provided.queries';
import { reportRoutes } from './reports.routes';
import { savedReportRoutes } from './saved-reports.routes';

export const reportsModule: Module = {
  name: 'reports',
  tables: ['saved_reports'],
  errors: reportErrors,
  routes: [reportRoutes, savedReportRoutes],
  extend: provideReports,
};
