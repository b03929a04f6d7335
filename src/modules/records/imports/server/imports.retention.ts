import { sql } from 'kysely';
import { rowsTrace, type Trace } from '~/kit/server/retention/traces';

export const importTraces: readonly Trace[] = [
  rowsTrace('imports', {
    table: 'import_jobs',
    at: 'ended_at',
    only: sql<boolean>`status <> 'running'`,
  }),
];
