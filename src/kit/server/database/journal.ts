import { type RawBuilder, sql } from 'kysely';
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
  messages: (string | RawBuilder<string>)[];
}

export const liveChannel = 'live';

const journals = new WeakMap<Transaction, Journal>();

/** The transaction's log lines and live messages so far; they are sent with the commit, in one statement. */
export function journalOf(trx: Transaction): Journal {
  const known = journals.get(trx);
  if (known) return known;
  const journal: Journal = { lines: [], messages: [] };
  journals.set(trx, journal);
  trx.beforeCommit(() => send(trx, journal));
  return journal;
}

/** Sends messages at once; inside a transaction they arrive after the commit. */
export async function sendMessages(db: Db, messages: Journal['messages']): Promise<void> {
  await notifying(messages).execute(db);
}

function notifying(messages: Journal['messages']): RawBuilder<unknown> {
  const known = messages.filter((message) => typeof message === 'string');
  const found = messages.filter((message) => typeof message !== 'string');
  const all = [sql`select unnest(${known}::text[])`, ...found];
  return sql`select pg_notify(${liveChannel}, message)
    from (${sql.join(all, sql` union all `)}) as live (message)`;
}

async function send(trx: Transaction, { lines, messages }: Journal): Promise<void> {
  if (lines.length === 0) return sendMessages(trx, messages);
  const records = JSON.stringify(lines.map((line, place) => ({ ...line, place })));
  await sql`with logged as (
      insert into activity (type, action, entity, record_id, record_label, title, message, user_id,
        user_name, before, after, workspace_id, created_at)
      select type, action, entity, record_id, record_label, title, message, user_id,
        user_name, before, after, workspace_id, created_at
      from jsonb_to_recordset(${records}::jsonb) as line (
        place integer, type text, action text, entity text, record_id integer, record_label text,
        title text, message text, user_id integer, user_name text, before jsonb, after jsonb,
        workspace_id integer, created_at timestamptz)
      order by place
    ) ${notifying(messages)}`.execute(trx);
}
