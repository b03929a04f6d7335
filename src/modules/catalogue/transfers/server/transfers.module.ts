import type { Module } from '~/kit/server/http/module';
import { provideTransfers } from './extensions.queries';
import { fillDemoTransfers } from './transfers.demo';
import { transferChecks } from './transfers.invariants';
import { transferRoutes } from './transfers.routes';

export const transfersModule: Module = {
  name: 'transfers',
  tables: ['transfer_lines', 'transfers'],
  routes: [transferRoutes],
  extend: provideTransfers,
  checks: transferChecks,
  samples: [{ what: 'transfers', isRecord: true, fill: fillDemoTransfers }],
};
