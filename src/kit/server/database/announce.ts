import type { Change } from '~/kit/shared/changes';
import type { Db } from '~/kit/server/database/db';
import { journalOf, sendMessages } from './journal';
import type { Transaction } from './transaction';

export { liveChannel } from './journal';

export type Message =
  | { to: 'all'; change: Change }
  | { to: 'user'; user: number; event: string; data: unknown }
  | { to: 'ended'; sessions: number[] }
  | { to: 'job'; job: string };

async function send(db: Db, message: Message): Promise<void> {
  await sendMessages(db, [JSON.stringify(message)]);
}

/** Announces a change to every browser, on all copies of the server, once the caller's transaction commits. */
export function announce(trx: Transaction, change: Change): void {
  const message: Message = { to: 'all', change };
  journalOf(trx).messages.push(JSON.stringify(message));
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
