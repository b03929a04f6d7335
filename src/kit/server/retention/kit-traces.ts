import { sql } from 'kysely';
import { rowsTrace, type Trace } from './traces';

export const kitTraces: readonly Trace[] = [
  rowsTrace('repeat_keys', { table: 'idempotency_keys', at: 'created_at' }),
  rowsTrace('activity', { table: 'activity', at: 'created_at' }),
  rowsTrace('mails', {
    table: 'mails',
    at: 'created_at',
    only: sql<boolean>`status in ('accepted', 'failed')`,
  }),
];
