import { inTransaction } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { clearSignIns } from '../../providers/server/providers.queries';
import { endExpiredSessions } from './sessions.queries';
import { closeSockets } from './sessions.service';

const sessionsAtOnce = 1000;

/** Each minute: ends expired sessions, and sign-ins that did not come back from the provider. */
export const sessionJobs: readonly Job[] = [
  {
    name: 'sessions.expire',
    everySeconds: 60,
    run: async ({ db }, now) => {
      for (let ended = sessionsAtOnce; ended === sessionsAtOnce; ) {
        ended = await inTransaction(db, async (trx) => {
          const sessions = await endExpiredSessions(trx, now, sessionsAtOnce);
          await closeSockets(trx, sessions);
          return sessions.length;
        });
      }
    },
  },
  {
    name: 'sessions.expire_at_provider',
    everySeconds: 60,
    run: ({ db }, now) => clearSignIns(db, now),
  },
];
