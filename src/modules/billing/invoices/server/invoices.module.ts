import type { Module } from '~/kit/server/http/module';
import { invoiceChecks } from './invoices.invariants';
import { fillDemoInvoices } from './invoices.demo';
import { invoiceJobs } from './invoices.jobs';
import { invoiceRoutes } from './invoices.routes';
import { provideInvoices } from './extensions.queries';

export const invoicesModule: Module = {
  name: 'invoices',
  tables: ['invoice_lines', 'invoices'],
  routes: [invoiceRoutes],
  jobs: invoiceJobs,
  extend: provideInvoices,
  checks: invoiceChecks,
  samples: [{ what: 'invoices', isRecord: true, fill: fillDemoInvoices }],
};
