import { sql } from 'kysely';
import type { Change } from '~/kit/shared/changes';
import type { Db } from './db';
import type { Transaction } from './transaction';

export interface JournalLine {
  type: string;
  action: string;
  entity: string | null;
  record_id: number | null;
  record_label: string;
  title: string;
  message: string;
  user_id: number | null;
  user_name: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  workspace_id: number | null;
  created_at: Date;
}

interface Journal {
  lines: JournalLine[];
  changes: Change[];
}

export const liveChannel = 'live';

const journals = new WeakMap<Transaction, Journal>();

/** The transaction's log lines and noted changes so far; they are written with the commit, in one statement. */
export function journalOf(trx: Transaction): Journal {
  const cached = journals.get(trx);
  if (cached) return cached;
  const journal: Journal = { lines: [], changes: [] };
  journals.set(trx, journal);
  trx.beforeCommit(() => send(trx, journal));
  return journal;
}

/** Sends a live message at once; inside a transaction it arrives after the commit. */
export async function sendMessage(db: Db, message: string): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${message})`.execute(db);
}

async function send(trx: Transaction, { lines, changes }: Journal): Promise<void> {
  // Sent together, before the commit that follows at once.
  await Promise.all([
    ...(lines.length > 0 ? [logLines(trx, lines)] : []),
    ...(changes.length > 0 ? [noteChanges(trx, changes)] : []),
  ]);
}

async function noteChanges(trx: Transaction, changes: readonly Change[]): Promise<void> {
  await sql`insert into changes (entity, id)
    select entity, id from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change (entity text, id bigint)`.execute(trx);
}

async function logLines(trx: Transaction, lines: readonly JournalLine[]): Promise<void> {
  const records = JSON.stringify(lines.map((line, position) => ({ ...line, position })));
  await sql`insert into activity (type, action, entity, record_id, record_label, title, message, user_id,
      user_name, before, after, workspace_id, created_at)
    select type, action, entity, record_id, record_label, title, message, user_id,
      user_name, before, after, workspace_id, created_at
    from jsonb_to_recordset(${records}::jsonb) as line (
      position integer, type text, action text, entity text, record_id integer, record_label text,
      title text, message text, user_id integer, user_name text, before jsonb, after jsonb,
      workspace_id integer, created_at timestamptz)
    order by position`.execute(trx);
}
