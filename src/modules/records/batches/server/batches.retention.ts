import { rowsTrace, type Trace } from '~/kit/server/retention/traces';

export const batchTraces: readonly Trace[] = [
  rowsTrace('batches', { table: 'batches', at: 'created_at' }),
];
