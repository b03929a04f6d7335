import { inTransaction } from '~/kit/server/db';
import type { Job } from '~/kit/server/jobs';
import { clearExpired, endExpiredSessions } from './sessions.queries';
import { closeSockets } from './sessions.service';

const sessionsAtOnce = 1000;

/** Hourly: ends the sessions that nobody refreshed, and forgets tokens, failures, links and repeat keys past their time. */
export const sessionJobs: readonly Job[] = [
  {
    name: 'sessions.expire',
    everySeconds: 3600,
    run: async ({ db }, now) => {
      for (let ended = sessionsAtOnce; ended === sessionsAtOnce; ) {
        ended = await inTransaction(db, async (trx) => {
          const sessions = await endExpiredSessions(trx, now, sessionsAtOnce);
          await closeSockets(trx, sessions);
          return sessions.length;
        });
      }
      await clearExpired(db, now);
    },
  },
];
