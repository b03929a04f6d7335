import type { Job } from '~/kit/server/jobs/jobs';
import { inTransaction } from '~/kit/server/database/transaction';
import { listGoing, removeField, removeSomeValues } from './custom-fields.queries';

export const removalJob = 'custom-fields.removal';

const most = 5000;

export const customFieldJobs: readonly Job[] = [
  {
    name: removalJob,
    everySeconds: 3600,
    run: async ({ db }, _now, signal) => {
      for (const field of await listGoing(db)) {
        let isMore = true;
        while (isMore && !signal?.aborted)
          isMore = await inTransaction(db, (trx) => removeSomeValues(trx, field, most));
        if (!isMore) await inTransaction(db, (trx) => removeField(trx, field.id));
      }
    },
  },
];
