import { sql } from 'kysely';
import { type Db, findJson, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Delivery, Replay, SentDelivery } from '../webhooks.fields';
import { mostReplayed } from '../webhooks.rules';

const mostListed = 50;

const columns = sql`d.id, e.event_id, e.type, d.status, d.attempts,
  ${instantText(sql`d.next_attempt_at`)} as next_attempt_at, ${instantText(sql`d.created_at`)} as created_at`;
const from = sql`webhook_deliveries d join webhook_events e on e.id = d.event_id`;

/** A page of a webhook's deliveries, newest first. */
export async function listDeliveries(
  db: Db,
  webhook: number,
  { status, before }: { status: Delivery['status'] | null; before: number | null },
): Promise<Delivery[]> {
  const found = await sql<Delivery>`select ${columns} from ${from}
    where d.webhook_id = ${webhook} and ${status === null ? sql`true` : sql`d.status = ${status}`}
      and ${before === null ? sql`true` : sql`d.id < ${before}`}
    order by d.id desc limit ${mostListed}`.execute(db);
  return found.rows;
}

export function findDelivery(
  db: Db,
  { webhook, id }: { webhook: number; id: number },
): Promise<SentDelivery | null> {
  return findJson<SentDelivery>(
    db,
    sql`select ${columns}, e.body::json as body from ${from} where d.webhook_id = ${webhook} and d.id = ${id}`,
  );
}

/** Locks those that are to be sent again, one more than may be at once; gives their ids. */
export async function lockReplayed(
  trx: Transaction,
  webhook: number,
  { from: start, to, status }: Replay,
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from webhook_deliveries
    where webhook_id = ${webhook} and created_at >= ${start}::timestamptz
      and ${to === undefined ? sql`true` : sql`created_at <= ${to}::timestamptz`}
      and ${status === undefined ? sql`status <> 'pending'` : sql`status = ${status}`}
    order by id limit ${mostReplayed + 1} for update`.execute(trx);
  return found.rows.map(({ id }) => id);
}

/** Has deliveries sent again: those that were never tried in their order, all others as later tries. */
export async function setPending(
  trx: Transaction,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql`update webhook_deliveries set status = 'pending', tries = 0, next_attempt_at = ${now}
    where id = any (${ids}::bigint[]) and status <> 'pending'`.execute(trx);
}
