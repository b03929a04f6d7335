import { inTransaction } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { endAbandoned } from './abandoned-imports.steps';

/** A server that was killed cannot end its imports: the next one, or another copy, does it within seconds. */
export const importJobs: readonly Job[] = [
  {
    name: 'abandoned-imports',
    everySeconds: 5,
    run: ({ db }, now) => inTransaction(db, (trx) => endAbandoned(trx, now)),
  },
];
