import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Right } from '~/kit/shared/access';
import type { Batch } from '../batches.fields';
import { earliestUndone } from '../batches.rules';

const mostListed = 500;

export type StoredBatch = Omit<Batch, 'can_undo'> & { needs: Right[] };

const columns = sql`b.id, b.kind, b.list, b.title, b.count, b.needs,
  case when b.created_by > 0 then b.created_by end as created_by,
  coalesce((select name from audit_people p where p.user_id = b.created_by), 'System') as created_by_name,
  ${instantText(sql`b.created_at`)} as created_at, ${instantText(sql`b.undone_at`)} as undone_at, b.undone_by`;

/** The person’s own batches that can still be undone, or were, newest first; for administrators everyone's. */
export async function listStored({
  db,
  person,
  now,
}: Pick<Context, 'db' | 'person' | 'now'>): Promise<StoredBatch[]> {
  const own = person.role === 'admin' ? sql`true` : sql`b.created_by = ${person.id}`;
  const found = await sql<StoredBatch>`select ${columns} from batches b
    where ${own} and b.count > 0 and b.created_at >= ${earliestUndone(now)}
    order by b.id desc limit ${mostListed}`.execute(db);
  return found.rows;
}

/** Locked until the transaction ends, so that of two who undo it the second finds it undone. */
export async function lockBatch(trx: Transaction, id: number): Promise<StoredBatch | null> {
  const found = await sql<StoredBatch>`select ${columns} from batches b
    where b.id = ${id} for update`.execute(trx);
  return found.rows[0] ?? null;
}

export async function markUndone(
  trx: Transaction,
  { id, by, now }: { id: number; by: number; now: Date },
): Promise<void> {
  await sql`update batches set undone_at = ${now}, undone_by = ${by} where id = ${id}`.execute(trx);
}

/** The same work as part of a batch that is one event: its lines of the feed make none. */
export function joined<T>(work: (trx: Transaction) => Promise<T>) {
  return async (trx: Transaction): Promise<T> => {
    await sql`set local app.events = 'off'`.execute(trx);
    return work(trx);
  };
}

/**
 * Lets a transaction wait while the records of its batch are written in others: with thousands of them longer than an idle one
 * may live.
 */
export async function waitForOthers(trx: Transaction): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(trx);
}
