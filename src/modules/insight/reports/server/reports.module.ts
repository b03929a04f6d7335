import type { Module } from '~/kit/server/http/module';
import { provideReports } from './extensions.queries';
import { fillDemoReports } from './reports.demo';
import { reportRoutes } from './reports.routes';
import { savedReportRoutes } from './saved-reports.routes';
import { mailedReportPath, sendScheduledReports } from './scheduled.internal';

export const reportsModule: Module = {
  name: 'reports',
  tables: ['report_recipients', 'saved_reports'],
  routes: [reportRoutes, savedReportRoutes],
  jobs: [{ name: 'reports.scheduled', everySeconds: 300, run: sendScheduledReports }],
  links: { report: mailedReportPath },
  samples: [{ what: 'saved reports', isRecord: false, fill: fillDemoReports }],
  extend: provideReports,
};
