import type { Module } from '~/kit/server/http/module';
import { fillDemoBills } from './bills.demo';
import { billChecks } from './bills.invariants';
import { billJobs } from './bills.jobs';
import { billRoutes } from './bills.routes';
import { provideBills } from './extensions.queries';
import { inputTaxReport } from './input-tax.queries';
import { priceDifferencesReport } from './price-differences.queries';
import { purchaseMatchingReport } from './purchase-matching.queries';
import { purchasesReport } from './purchases.queries';

export const billsModule: Module = {
  name: 'bills',
  tables: ['bill_charges', 'bill_lines', 'bills'],
  routes: [billRoutes],
  jobs: billJobs,
  extend: provideBills,
  checks: billChecks,
  samples: [{ what: 'bills', isRecord: true, fill: fillDemoBills }],
  reports: [purchasesReport, purchaseMatchingReport, priceDifferencesReport, inputTaxReport],
};
