import type { Change } from '~/kit/shared/changes';
import type { Db } from '~/kit/server/database/db';
import { journalOf, sendMessage } from './journal';
import type { Transaction } from './transaction';

export { liveChannel } from './journal';

export type Message =
  | { to: 'followers'; from: string }
  | { to: 'user'; user: number; event: string; data: unknown }
  | { to: 'ended'; sessions: number[] }
  | { to: 'job'; job: string };

export async function send(db: Db, message: Message): Promise<void> {
  await sendMessage(db, JSON.stringify(message));
}

/**
 * Notes a change of what no trigger notes, such as a setting; browsers hear of it once the caller's
 * transaction commits.
 */
export function announce(trx: Transaction, change: Change): void {
  journalOf(trx).changes.push(change);
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

/** Runs a job at once, on whichever copy takes it first. */
export async function triggerJob(trx: Transaction, job: string): Promise<void> {
  await send(trx, { to: 'job', job });
}

export async function dropSessions(trx: Transaction, sessions: number[]): Promise<void> {
  if (sessions.length > 0) await send(trx, { to: 'ended', sessions });
}
