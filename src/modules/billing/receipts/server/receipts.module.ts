import type { Module } from '~/kit/server/http/module';
import { provideReceipts } from './extensions.queries';
import { receiptChecks } from './receipts.invariants';
import { fillDemoReceipts } from './receipts.demo';
import { creditRoutes, receiptRoutes } from './receipts.routes';

export const receiptsModule: Module = {
  name: 'receipts',
  tables: ['receipts'],
  routes: [receiptRoutes, creditRoutes],
  extend: provideReceipts,
  checks: receiptChecks,
  samples: [{ what: 'receipts', isRecord: true, fill: fillDemoReceipts }],
};
