import { type RawBuilder, sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';

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

/** The channel of NOTIFY on which every server listens. */
export const liveChannel = 'live';

function notify(...messages: Message[]): RawBuilder<unknown> {
  const told = messages.map((message) => JSON.stringify(message));
  return sql`select pg_notify(${liveChannel}, message) from unnest(${told}::text[]) message`;
}

/** The statement that announces, for those who have another one to send along in front of it. */
export function announcing(changes: readonly Change[]): RawBuilder<unknown> {
  return notify(...changes.map((change) => ({ to: 'all' as const, change })));
}

/**
 * Tells every browser of a change, once the caller's transaction is committed, through whichever
 * copy it is signed in to.
 */
export async function announce(trx: Db, change: Change): Promise<void> {
  await announcing([change]).execute(trx);
}

/** Sends an event to one person's browsers. At most 8 kB: larger things are fetched. */
export async function sendToUser(
  trx: Db,
  user: number,
  event: string,
  data: unknown,
): Promise<void> {
  await notify({ to: 'user', user, event, data }).execute(trx);
}

/** Runs a job at once, on whichever copy gets to it first. The database itself says so too (migration 0019). */
export async function nudgeJob(trx: Db, job: string): Promise<void> {
  await notify({ to: 'job', job }).execute(trx);
}

/** Closes the sockets of sessions that ended. */
export async function dropSessions(trx: Db, sessions: number[]): Promise<void> {
  if (sessions.length > 0) await notify({ to: 'ended', sessions }).execute(trx);
}
