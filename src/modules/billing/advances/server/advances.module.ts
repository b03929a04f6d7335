import type { Module } from '~/kit/server/http/module';
import { advanceChecks } from './advances.invariants';
import { fillDemoAdvances } from './advances.demo';
import { advanceRoutes } from './advances.routes';
import { provideAdvances } from './extensions.queries';

export const advancesModule: Module = {
  name: 'advances',
  tables: ['advance_refunds', 'advances'],
  routes: [advanceRoutes],
  extend: provideAdvances,
  checks: advanceChecks,
  samples: [{ what: 'advances', isRecord: false, fill: fillDemoAdvances, before: 'invoices' }],
};
