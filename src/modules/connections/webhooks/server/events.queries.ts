import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Act, BatchCounts, Line, Subscription } from '../events.rules';

/** Takes the oldest lines of the feed of which no event was made yet. */
export async function takeLines(trx: Transaction, limit: number): Promise<Line[]> {
  const taken = await sql<Line>`with taken as (
      delete from webhook_queue where activity_id in (
        select activity_id from webhook_queue order by activity_id limit ${limit}
        for update skip locked)
      returning activity_id)
    select a.* from activity a join taken on taken.activity_id = a.id order by a.id`.execute(trx);
  return taken.rows;
}

export interface Subscriber extends Subscription {
  id: number;
  is_active: boolean;
}

/** All webhooks; none is turned on or off before the transaction ends. */
export async function listSubscribers(trx: Transaction): Promise<Subscriber[]> {
  const found = await sql<Subscriber>`select w.id, w.events, w.fields, w.workspace_id, w.is_active,
      case when k.id is not null then json_build_object('rights', r.rights, 'workspace_id', k.workspace_id) end as key
    from webhooks w left join api_keys k on k.id = w.key_id left join roles r on r.id = k.role_id
    where k.id is null or (k.may_subscribe and k.expires_at > clock_timestamp())
    order by w.id for share of w`.execute(trx);
  return found.rows;
}

/** How many records of its list a batch created, changed and deleted. */
export async function countBatch(
  trx: Transaction,
  { id, list }: { id: number; list: string },
): Promise<BatchCounts> {
  const found = await sql<BatchCounts>`select count(*) filter (where before is null) as created,
      count(*) filter (where before is not null and after is not null) as updated,
      count(*) filter (where after is null) as deleted
    from batch_rows where batch_id = ${id} and entity = ${list} and owner_id is null`.execute(trx);
  return found.rows[0] ?? { created: 0, updated: 0, deleted: 0 };
}

/** What a batch did to each record of its list, as lines of the feed. */
export async function listBatchLines(
  trx: Transaction,
  { id, list }: { id: number; list: string },
): Promise<
  Pick<Line, 'action' | 'record_id' | 'record_label' | 'before' | 'after' | 'workspace_id'>[]
> {
  const found = await sql<Line>`select r.record_id, r.label as record_label,
      case when r.before is null then 'created' when r.after is null then 'deleted' else 'updated' end as action,
      case when r.after is null then r.before else r.before - 'updated_at' end as before,
      r.after - 'updated_at' as after,
      coalesce(r.before ->> 'workspace_id', to_jsonb(t) ->> 'workspace_id')::integer as workspace_id
    from batch_rows r left join ${sql.table(list)} t on t.id = r.record_id
    where r.batch_id = ${id} and r.entity = ${list} and r.owner_id is null
    order by r.record_id`.execute(trx);
  return found.rows;
}

export interface NewEvent {
  event_id: string;
  act: Act;
  receivers: readonly Subscriber[];
}

/** Stores events in their order, each with a delivery to each subscriber, held where one is off. */
export async function insertEvents(
  trx: Transaction,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  const rows = events.map(({ event_id, act, receivers }, position) => ({
    position,
    event_id,
    type: act.type,
    act: JSON.stringify(act),
    receivers: receivers.map(({ id, is_active }) => ({ id, is_active })),
  }));
  await sql`with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (position integer, event_id text, type text, act text, receivers jsonb)),
    stored as (insert into webhook_events (event_id, type, act, created_at)
      select event_id, type, act, ${now}::timestamptz from given order by position returning id, event_id)
    insert into webhook_deliveries (webhook_id, event_id, status, next_attempt_at, created_at)
    select (r ->> 'id')::integer, s.id, case when (r ->> 'is_active')::boolean then 'pending' else 'held' end,
      case when (r ->> 'is_active')::boolean then ${now}::timestamptz end, ${now}::timestamptz
    from stored s join given g on g.event_id = s.event_id cross join jsonb_array_elements(g.receivers) r
    order by s.id`.execute(trx);
}

/** Stores the bodies that no earlier try stored; gives the body of each event. */
export async function storeBodies(
  db: Db,
  bodies: readonly { sequence: number; body: string }[],
): Promise<Map<number, string>> {
  const stored = await sql<{ id: number; body: string }>`update webhook_events e
    set body = coalesce(e.body, b.body)
    from jsonb_to_recordset(${JSON.stringify(bodies)}::jsonb) as b (sequence bigint, body text)
    where e.id = b.sequence returning e.id, e.body`.execute(db);
  return new Map(stored.rows.map(({ id, body }) => [id, body]));
}

/** Replaces a person's former names in all bodies. */
export async function renameInEvents(
  trx: Transaction,
  { names, name }: { names: readonly string[]; name: string },
): Promise<void> {
  const written = (text: string) => JSON.stringify(text).slice(1, -1);
  for (const former of names.map(written)) {
    const renamed = (column: 'act' | 'body') =>
      sql`replace(${sql.ref(column)}, ${former}, ${written(name)})`;
    await sql`update webhook_events set act = ${renamed('act')}, body = ${renamed('body')}
      where strpos(act, ${former}) > 0 or strpos(body, ${former}) > 0`.execute(trx);
  }
}
