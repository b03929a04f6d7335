import { sql } from 'kysely';
import { columnsOf, type Db, instantText, oneRow } from '~/kit/server/database/db';
import { type Entity, getRecord } from '~/kit/server/database/entity';
import { lockName, type Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { RowOf } from '~/kit/shared/fields/fields';
import { webhookFields } from '../webhooks.fields';
import { offAfterMs, warnedAfterMs } from '../webhooks.rules';

export const webhooks: Entity<typeof webhookFields> = {
  name: 'webhooks',
  type: 'other',
  noun: 'Webhook',
  fields: webhookFields,
  select: (where) => sql`select ${columnsOf(webhookFields, 't')}, t.events, t.fields, t.key_id,
      case when not t.is_active then 'off' when t.failing_since is null then 'ok' else 'failing' end as state,
      ${instantText(sql`(select max(d.tried_at) from webhook_deliveries d
        where d.webhook_id = t.id and d.status = 'delivered')`)} as last_delivery_at
    from webhooks t where ${where}`,
  label: (webhook) => webhook.name,
};

/** All webhooks, or those of an API key. */
export function listWebhooks(key: number | null): ListSource {
  const isOf = key === null ? sql`true` : sql`t.key_id = ${sql.lit(key)}`;
  return { select: sql`${webhooks.select(isOf)} order by t.id`, entity: 'webhooks' };
}

/** How many webhooks the company, or an API key, has; others that are added wait. */
export async function countOwn(trx: Transaction, key: number | null): Promise<number> {
  await lockName(trx, 'webhooks.add');
  const found = await oneRow(
    trx,
    sql<{
      n: number;
    }>`select count(*) as n from webhooks where key_id is not distinct from ${key}::integer`,
  );
  return found.n;
}

export async function isWorkspace(trx: Transaction, id: number): Promise<boolean> {
  const found = await sql`select from workspaces where id = ${id} for key share`.execute(trx);
  return found.rows.length > 0;
}

/** The columns of tables, as changes name them. */
export async function listColumns(db: Db, tables: readonly string[]): Promise<string[]> {
  const found = await sql<{ name: string }>`select distinct a.attname as name
    from unnest(${tables}::text[]) as t (name) join pg_attribute a on a.attrelid = to_regclass(t.name)
    where a.attnum > 0 and not a.attisdropped`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** A new secret, next to the one before. */
export async function setSecret(trx: Transaction, id: number, secret: Buffer): Promise<void> {
  await sql`update webhooks set former_secret = secret, secret = ${secret} where id = ${id}`.execute(
    trx,
  );
}

export async function findSecret(db: Db, id: number): Promise<Buffer | null> {
  const found = await sql<Omit<Sealed, 'id'>>`select secret from webhooks where id = ${id}`.execute(
    db,
  );
  return found.rows[0]?.secret ?? null;
}

/** Turns a webhook off and holds its pending deliveries, or on and clears its failures. */
export async function setState(
  trx: Transaction,
  id: number,
  { isActive, reason, now }: { isActive: boolean; reason: string | null; now: Date },
): Promise<void> {
  await sql`update webhooks set is_active = ${isActive}, off_reason = ${reason}, updated_at = ${now},
      failing_since = case when not ${isActive} then failing_since end,
      warned_at = case when not ${isActive} then warned_at end
    where id = ${id}`.execute(trx);
  if (!isActive)
    await sql`update webhook_deliveries set status = 'held', next_attempt_at = null
      where webhook_id = ${id} and status = 'pending'`.execute(trx);
}

/** The webhooks that nothing reached for so long that someone has to know, locked. */
export async function takeFailing(trx: Transaction, now: Date): Promise<Failing[]> {
  const isOver = sql`failing_since <= ${new Date(now.getTime() - offAfterMs)}`;
  const isNews = sql`failing_since <= ${new Date(now.getTime() - warnedAfterMs)} and warned_at is null`;
  const found = await sql<{ id: number; is_over: boolean }>`update webhooks set warned_at = ${now}
    where is_active and (${isOver} or (${isNews})) returning id, ${isOver} as is_over`.execute(trx);
  const taken: Failing[] = [];
  for (const { id, is_over } of found.rows)
    taken.push({ webhook: await getRecord(trx, webhooks, id), isOver: is_over });
  return taken;
}

interface Failing {
  webhook: RowOf<typeof webhookFields>;
  isOver: boolean;
}

interface Sealed {
  id: number;
  secret: Buffer | null;
}

/** The secrets of those that are on. */
export async function listSealed(db: Db): Promise<Sealed[]> {
  const found = await sql<Sealed>`select id, secret from webhooks where is_active`.execute(db);
  return found.rows;
}

/** For a restored database, whose pending deliveries may have been delivered since the backup. */
export async function failPending(db: Db): Promise<void> {
  await sql`delete from webhook_queue`.execute(db);
  await sql`update webhook_deliveries set status = 'failed', next_attempt_at = null,
      attempts = attempts || jsonb_build_object('at', ${instantText(sql`now()`)}, 'status', null, 'ms', 0,
        'error', 'restored', 'response', null)
    where status = 'pending'`.execute(db);
}

/** Of the sample data no event is made. */
export async function insertSampleWebhook(trx: Transaction, now: Date): Promise<void> {
  await sql`set local app.events = 'off'`.execute(trx);
  await sql`insert into webhooks (name, url, events, is_active, created_at, updated_at)
    values ('Accounting', 'https://hooks.example.com/crm', '{invoice.*,payment.*}', false, ${now}, ${now})`.execute(
    trx,
  );
}
