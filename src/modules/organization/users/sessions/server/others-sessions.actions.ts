import type { Context } from '~/kit/server/database/context';
import { logEvent } from '~/kit/server/audit/log-event';
import { getRecord } from '~/kit/server/database/entity';
import { users } from '../../server/users.queries';
import type { UserSession } from '../sessions.fields';
import { listSessionsOf } from './sessions.queries';
import { endUserSessions } from './sessions.service';

/** Where a user is signed in, for administrators; 404 without such a user (docs/product/users.md#sessions). */
export async function listUserSessions(context: Context, user: number): Promise<UserSession[]> {
  const { db, person, now } = context;
  await getRecord(db, users, user);
  const rows = await listSessionsOf(db, user, now);
  return rows.map((row) => ({ ...row, current: row.id === person.session_id }));
}

/** Ends all sessions of a user, for administrators, but the one that asks; gives how many ended. 404 as above. */
export async function endSessionsOf(context: Context, user: number): Promise<{ ended: number }> {
  const { person, now } = context;
  return context.transaction(async (trx) => {
    await getRecord(trx, users, user);
    const ended = await endUserSessions(trx, user, { except: person.session_id, now });
    if (ended.length > 0) {
      await logEvent(trx, {
        action: 'sessions ended',
        entity: 'users',
        record: user,
        details: { sessions: ended.length },
      });
    }
    return { ended: ended.length };
  });
}
