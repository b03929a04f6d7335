import { inTransaction } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { endAbandoned } from './abandoned-imports.steps';

/** The jobs of a killed server are ended by the next one, or by another instance, within seconds. */
export const importJobs: readonly Job[] = [
  {
    name: 'abandoned-imports',
    everySeconds: 5,
    run: ({ db }, now) => inTransaction(db, (trx) => endAbandoned(trx, now)),
  },
];
