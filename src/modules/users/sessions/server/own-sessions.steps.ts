import type { Context } from '~/kit/server/database/context';
import { notFound } from '~/kit/server/errors';
import { listSessionsOf, type SessionRow } from './sessions.queries';
import { endUserSessions } from './sessions.service';

export interface OwnSession extends SessionRow {
  /** The session that asks. */
  current: boolean;
}

/** The signed-in person's sessions, the last used first. */
export async function listOwnSessions(context: Context): Promise<OwnSession[]> {
  const { person, now } = context;
  const rows = await listSessionsOf(context.db, person.id, now);
  return rows.map((row) => ({ ...row, current: row.id === person.session_id }));
}

/** Ends one of the signed-in person's sessions; 404 for another's and for one that is over. */
export async function endOwnSession(context: Context, id: number): Promise<void> {
  const { person, now } = context;
  await context.transaction(async (trx) => {
    const ended = await endUserSessions(trx, person.id, { only: id, now });
    if (ended.length === 0) throw notFound('Session');
  });
}

/** Ends all of the signed-in person's sessions but this one; gives how many there were. */
export async function endOtherSessions(context: Context): Promise<number> {
  const { person, now } = context;
  return context.transaction(async (trx) => {
    const which = { except: person.session_id, now };
    return (await endUserSessions(trx, person.id, which)).length;
  });
}
