import type { Db } from '~/kit/server/database/db';
import { journalOf, sendMessages } from './journal';
import type { Transaction } from './transaction';

export { liveChannel } from './journal';

/** One message a write; the browser patches that row. `id` null: reload the list. */
export interface Change {
  entity: string;
  id: number | null;
  action: 'created' | 'updated' | 'deleted';
  /** The record's `updated_at` after the write: who has that one already need not ask. */
  version: string | null;
}

/** What goes through the channel: to browsers, to one person's, to ended sessions, to the jobs of a server. */
export type Message =
  | { to: 'all'; change: Change }
  | { to: 'user'; user: number; event: string; data: unknown }
  | { to: 'ended'; sessions: number[] }
  | { to: 'job'; job: string };

async function send(db: Db, message: Message): Promise<void> {
  await sendMessages(db, [JSON.stringify(message)]);
}

/**
 * Tells every browser of a change, once the caller's transaction is committed, through whichever
 * copy it is signed in to.
 */
export function announce(trx: Transaction, change: Change): void {
  const message: Message = { to: 'all', change };
  journalOf(trx).messages.push(JSON.stringify(message));
}

/** Sends an event to one person's browsers. At most 8 kB: larger things are fetched. */
export async function sendToUser(
  db: Db,
  user: number,
  event: string,
  data: unknown,
): Promise<void> {
  await send(db, { to: 'user', user, event, data });
}

/** Runs a job at once, on whichever copy gets to it first. The database itself says so too (migration 0019). */
export async function nudgeJob(trx: Transaction, job: string): Promise<void> {
  await send(trx, { to: 'job', job });
}

/** Closes the sockets of sessions that ended. */
export async function dropSessions(trx: Transaction, sessions: number[]): Promise<void> {
  if (sessions.length > 0) await send(trx, { to: 'ended', sessions });
}
