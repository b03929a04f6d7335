import { sql } from 'kysely';
import { type Db, oneRow } from '~/kit/server/database/db';
import type { Attempt, Delivery } from '../webhooks.fields';
import { offAfterMs, warnedAfterMs } from '../webhooks.rules';

/** So many first tries of a webhook are made ready together. */
const firstAtOnce = 40;
const againAtOnce = 2;
/** So far ahead the run that is there waits for a try, and not for the next run. */
const soonMs = 6000;

export interface Work {
  /** The newest line of the feed that waits. */
  newest: number | null;
  isFailing: boolean;
  isSoon: boolean;
  /** By webhook: deliveries that were never tried, in the order of acts, and others that are due. */
  webhooks: { webhook: number; first: number[]; again: number[] }[];
}

/** What there is to do, besides the deliveries that are in progress; those that fail come last. */
export async function findWork(db: Db, now: Date, busy: readonly number[]): Promise<Work> {
  const at = (ms: number) => sql`${new Date(now.getTime() + ms)}::timestamptz`;
  const pending = sql`from webhook_deliveries d where d.webhook_id = w.id and d.status = 'pending'`;
  const isFree = sql`d.id <> all (${[...busy]}::bigint[])`;
  const again = sql`${pending} and d.tried_at is not null and ${isFree}`;
  return oneRow(
    db,
    sql<Work>`with found as materialized (select w.id as webhook, w.failing_since,
        to_json(array(select d.id ${pending} and d.tried_at is null and ${isFree}
          order by d.id limit ${firstAtOnce})) as first,
        to_json(array(select d.id ${again} and d.next_attempt_at <= ${at(0)}
          order by d.next_attempt_at limit ${againAtOnce})) as again,
        exists (select ${again} and d.next_attempt_at between ${at(0)} and ${at(soonMs)}) as is_soon
      from webhooks w where w.is_active)
    select (select max(activity_id) from webhook_queue) as newest,
      exists (select from webhooks where is_active and (failing_since <= ${at(-offAfterMs)}
        or (failing_since <= ${at(-warnedAfterMs)} and warned_at is null))) as "isFailing",
      exists (select from found where is_soon) as "isSoon",
      coalesce((select json_agg(json_build_object('webhook', webhook, 'first', first, 'again', again)
          order by failing_since is not null, webhook)
        from found where first::text <> '[]' or again::text <> '[]'), '[]') as webhooks`,
  );
}

/** After the clock was set back, deliveries with a last try in the future are due. */
export async function pullBack(db: Db, now: Date): Promise<void> {
  await sql`update webhook_deliveries set next_attempt_at = ${now}
    where status = 'pending' and tried_at > ${now}`.execute(db);
}

export interface Ready {
  id: number;
  webhook_id: number;
  url: string;
  secret: Buffer | null;
  former_secret: Buffer | null;
  tries: number;
  is_first: boolean;
  sequence: number;
  event_id: string;
  act: string;
  body: string | null;
}

/** Those of the deliveries that are still to be sent and whose webhooks are on, in this order. */
export async function findReady(db: Db, ids: readonly number[], now: Date): Promise<Ready[]> {
  const found =
    await sql<Ready>`select d.id, d.tries, d.tried_at is null as is_first, w.id as webhook_id, w.url, w.secret,
      case when w.former_until > ${now} then w.former_secret end as former_secret,
      e.id as sequence, e.event_id, e.act, e.body
    from unnest(${[...ids]}::bigint[]) with ordinality given (id, place)
    join webhook_deliveries d on d.id = given.id and d.status = 'pending'
    join webhooks w on w.id = d.webhook_id and w.is_active
    join webhook_events e on e.id = d.event_id order by given.place`.execute(db);
  return found.rows;
}

export interface Outcome {
  id: number;
  webhook_id: number;
  status: Exclude<Delivery['status'], 'held'>;
  next_attempt_at: Date | null;
  attempt: Attempt;
}

const mostAttempts = 50;

/** Stores how tries ended, and whether their webhooks fail since. One that was turned off during its last try is held. */
export async function storeOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  await sql`with o as (select * from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (
      id bigint, webhook_id integer, status text, next_attempt_at timestamptz, attempt jsonb)),
    stored as (update webhook_deliveries d set
        status = case when o.status = 'pending' then d.status else o.status end,
        next_attempt_at = case when d.status = 'pending' then o.next_attempt_at end,
        attempts = case when jsonb_array_length(d.attempts) < ${mostAttempts} then d.attempts
          else d.attempts - 0 end || o.attempt,
        tries = d.tries + 1, tried_at = (o.attempt ->> 'at')::timestamptz
      from o where d.id = o.id)
    update webhooks w set failing_since = s.since, warned_at = case when s.since is not null then w.warned_at end
    from (select webhook_id, case when bool_or(status = 'delivered') then null
        else min((attempt ->> 'at')::timestamptz) end as since from o group by webhook_id) s
    where w.id = s.webhook_id and (s.since is null) <> (w.failing_since is null)`.execute(db);
}
