import { inTransaction } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { expireOverdue } from './invitations.steps';

/** Each minute: writes down which invitations are over, so that every list shows it. */
export const invitationJobs: readonly Job[] = [
  {
    name: 'invitations.expire',
    everySeconds: 60,
    run: ({ db }, now) => inTransaction(db, (trx) => expireOverdue(trx, now)),
  },
];
