import { inTransaction, systemAt } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { expireOverdue } from './invitations.actions';

/** Each minute: marks expired invitations, so that every list shows them as expired. */
export const invitationJobs: readonly Job[] = [
  {
    name: 'invitations.expire',
    everySeconds: 60,
    run: ({ db }, now) => inTransaction(db, (trx) => expireOverdue(trx, now), systemAt(now)),
  },
];
