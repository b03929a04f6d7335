import type { Context } from '~/kit/server/database/context';
import { notFound } from '~/kit/server/errors';
import type { OwnSession } from '../sessions.fields';
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
