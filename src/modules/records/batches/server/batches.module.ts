import type { Module } from '~/kit/server/http/module';
import { rowsTrace } from '~/kit/server/retention/traces';
import { batchRoutes } from './batches.routes';
import { provideBatches } from './extensions.queries';

export const batchesModule: Module = {
  name: 'batches',
  tables: ['batch_rows', 'batches'],
  routes: [batchRoutes],
  extend: provideBatches,
  traces: [rowsTrace('batches', { table: 'batches', at: 'created_at' })],
};
