import type { Module } from '~/kit/server/http/module';
import { provideQuotations } from './extensions.queries';
import { quotationChecks } from './quotations.invariants';
import { fillDemoQuotations } from './quotations.demo';
import { quotationJobs } from './quotations.jobs';
import { quotationRoutes } from './quotations.routes';
import { quotationsReport } from './win-rates.queries';

export const quotationsModule: Module = {
  name: 'quotations',
  tables: ['quotation_lines', 'quotations'],
  routes: [quotationRoutes],
  jobs: quotationJobs,
  extend: provideQuotations,
  checks: quotationChecks,
  reports: [quotationsReport],
  samples: [{ what: 'quotations', isRecord: true, fill: fillDemoQuotations }],
};
