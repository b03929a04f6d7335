import type { Module } from '~/kit/server/http/module';
import { batchErrors } from '../batches.errors';
import { batchRoutes } from './batches.routes';
import { batchTraces } from './batches.retention';
import { provideBatches } from './extensions.queries';

export const batchesModule: Module = {
  name: 'batches',
  tables: ['batch_rows', 'batches'],
  errors: batchErrors,
  routes: [batchRoutes],
  extend: provideBatches,
  traces: batchTraces,
};
