import { inTransaction } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { endAbandoned } from './import-jobs.actions';
import { settleSearch } from './imports.queries';

export const importJobs: readonly Job[] = [
  // The jobs of a killed server are ended by the next one, or by another instance, within seconds.
  {
    name: 'abandoned-imports',
    everySeconds: 5,
    run: ({ db }, now) => inTransaction(db, (trx) => endAbandoned(trx, now)),
  },
  {
    name: 'import-search',
    everySeconds: 15,
    run: ({ db }) => settleSearch(db),
  },
];
