import type { Module } from '~/kit/server/http/module';
import { paymentChecks } from './payments.invariants';
import { fillDemoPayments } from './payments.demo';
import { collectionsReport } from './collections.queries';
import { paymentRoutes } from './payments.routes';
import { providePayments } from './extensions.queries';

export const paymentsModule: Module = {
  name: 'payments',
  tables: ['payments'],
  routes: [paymentRoutes],
  extend: providePayments,
  checks: paymentChecks,
  reports: [collectionsReport],
  samples: [{ what: 'payments', isRecord: true, fill: fillDemoPayments }],
};
