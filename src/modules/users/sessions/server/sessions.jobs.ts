import { clearRepeatKeys } from '~/kit/server/database/context';
import { inTransaction } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { deviceSeconds } from '../../users.rules';
import { clearEmailChanges } from './email-changes.queries';
import { clearDevices } from './devices.queries';
import { clearExpired, endExpiredSessions } from './sessions.queries';
import { closeSockets } from './sessions.service';

const sessionsAtOnce = 1000;

/** Each minute: ends expired sessions. Hourly: deletes expired tokens, failures, links and idempotency keys. */
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
    name: 'sessions.clear',
    everySeconds: 3600,
    run: async ({ db }, now) => {
      await clearExpired(db, now);
      await clearEmailChanges(db, now);
      await clearDevices(db, new Date(now.getTime() - deviceSeconds * 1000));
      await clearRepeatKeys(db, now);
    },
  },
];
