import type { Module } from '~/kit/server/http/module';
import { billChecks } from './bills.invariants';
import { billJobs } from './bills.jobs';
import { billRoutes } from './bills.routes';
import { provideBills } from './extensions.queries';

export const billsModule: Module = {
  name: 'bills',
  tables: ['bill_charges', 'bill_lines', 'bills'],
  routes: [billRoutes],
  jobs: billJobs,
  extend: provideBills,
  checks: billChecks,
};
