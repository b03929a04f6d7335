import { logEvent } from '~/kit/server/audit/log-event';
import type { Context } from '~/kit/server/database/context';
import { getRecord } from '~/kit/server/database/entity';
import { notFound } from '~/kit/server/errors';
import { users } from '../../server/users.queries';
import type { OwnSession, UserSession } from '../sessions.fields';
import { listSessionsOf } from './sessions.queries';
import { endUserSessions } from './sessions.service';

export async function listOwnSessions(context: Context): Promise<OwnSession[]> {
  const { person, now } = context;
  const rows = await listSessionsOf(context.db, person.id, now);
  return rows.map(({ address: _, ...row }) => ({
    ...row,
    current: row.id === person.session_id,
  }));
}

/** Ends one of the signed-in person's sessions; 404 for others' and for ended ones. */
export async function endOwnSession(context: Context, id: number): Promise<void> {
  const { person, now } = context;
  await context.transaction(async (trx) => {
    const ended = await endUserSessions(trx, person.id, { only: id, now });
    if (ended.length === 0) throw notFound('Session');
  });
}

export async function endOtherSessions(context: Context): Promise<number> {
  const { person, now } = context;
  return context.transaction(async (trx) => {
    const which = { except: person.session_id, now };
    return (await endUserSessions(trx, person.id, which)).length;
  });
}

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
