import { sql } from 'kysely';
import type { Change, Whereabouts } from '~/kit/shared/changes';
import type { Db, SqlPart } from '~/kit/server/database/db';
import { journalOf, sendMessages } from './journal';
import type { Transaction } from './transaction';

export { liveChannel } from './journal';

export type Message =
  /** `at`: where the record was and is, which no browser is told; left out where it belongs to nobody. */
  | { to: 'readers'; change: Change; at?: readonly Whereabouts[] }
  | { to: 'user'; user: number; event: string; data: unknown }
  | { to: 'ended'; sessions: number[] }
  | { to: 'job'; job: string };

async function send(db: Db, message: Message): Promise<void> {
  await sendMessages(db, [JSON.stringify(message)]);
}

/**
 * Announces a change to the browsers of those who may read the record, on all copies of the server, once the caller's
 * transaction commits. `at` says where it was and where it is; who could read either hears of it.
 */
export function announce(trx: Transaction, change: Change, at?: readonly Whereabouts[]): void {
  const message: Message = { to: 'readers', change, ...(at ? { at } : {}) };
  journalOf(trx).messages.push(JSON.stringify(message));
}

/** Like `announce`, of a record that the caller has not read: `select` gives its `workspace` and an array `owners`. */
export function announceFound(trx: Transaction, change: Change, select: SqlPart): void {
  const message: Message = { to: 'readers', change };
  journalOf(trx).messages.push(
    sql<string>`select (${JSON.stringify(message)}::jsonb ||
      jsonb_build_object('at', (select coalesce(jsonb_agg(w), '[]') from (${select}) w)))::text`,
  );
}

/** Sends an event to one person's browsers. At most 8 kB, the limit of NOTIFY. */
export async function sendToUser(
  db: Db,
  user: number,
  event: string,
  data: unknown,
): Promise<void> {
  await send(db, { to: 'user', user, event, data });
}

/** Runs a job at once, on whichever copy takes it first. The database sends the same message (migration 0019). */
export async function nudgeJob(trx: Transaction, job: string): Promise<void> {
  await send(trx, { to: 'job', job });
}

export async function dropSessions(trx: Transaction, sessions: number[]): Promise<void> {
  if (sessions.length > 0) await send(trx, { to: 'ended', sessions });
}
