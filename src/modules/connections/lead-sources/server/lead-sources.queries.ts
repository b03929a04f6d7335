import { sql } from 'kysely';
import { columnsOf, type Db, findJson, instantText } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import { lockName, type Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import { type LeadSource, sourceFields, type SourcePull } from '../lead-sources.fields';

/** Without its settings: what the feed shows of it must hold no secret. */
export const leadSources: Entity<typeof sourceFields> = {
  name: 'lead_sources',
  type: 'other',
  noun: 'Lead source',
  fields: sourceFields,
  select: (where) => sql`select ${columnsOf(sourceFields, 't')} from lead_sources t where ${where}`,
  label: ({ name }) => name,
  hasOwnRights: true,
};

const whole = sql`select ${columnsOf(sourceFields, 't')}, t.assign_to, t.mapping, t.page, t.pull, t.token
  from lead_sources t`;

export function listSources(): ListSource {
  return { select: sql`${whole} order by t.id`, entity: 'lead_sources' };
}

export async function getSource({ db }: { db: Db }, id: number): Promise<LeadSource> {
  const source = await findJson<LeadSource>(db, sql`${whole} where t.id = ${id}`);
  if (!source) throw notFound('Lead source');
  return source;
}

/** The source behind a public address, while it is on; null without one. */
export async function findOpenSource(
  db: Db,
  token: string,
  type: LeadSource['type'],
): Promise<LeadSource | null> {
  return findJson<LeadSource>(
    db,
    sql`${whole} where t.token = ${token} and t.type = ${type} and t.is_active`,
  );
}

/** How many there are; others that are added wait. */
export async function countSources(trx: Transaction): Promise<number> {
  await lockName(trx, 'lead_sources');
  return (await sql`select id from lead_sources`.execute(trx)).rows.length;
}

export async function isWorkspace(trx: Transaction, id: number): Promise<boolean> {
  const found = await sql`select from workspaces where id = ${id} for key share`.execute(trx);
  return found.rows.length > 0;
}

export async function findFormKey(db: Db, id: number): Promise<Buffer> {
  const found = await sql<{ form_key: Buffer }>`select form_key from lead_sources
    where id = ${id}`.execute(db);
  return found.rows[0]?.form_key ?? Buffer.alloc(0);
}

interface Distribution {
  name: string;
  workspace_id: number | null;
  lead_source: LeadSource['lead_source'];
  repeat: LeadSource['repeat'];
  assign_to: number[];
  turns: number[];
  active: number[];
}

/** Locks a source until the transaction ends, with the people of its turns; null where it is gone. */
export async function lockTurns(
  trx: Transaction,
  id: number,
  now: Date,
): Promise<Distribution | null> {
  const found = await sql<Distribution>`update lead_sources t set last_arrival_at = ${now}
    where id = ${id} returning name, workspace_id, lead_source, repeat, assign_to, turns,
      array(select u.id from users u where u.id = any (t.assign_to) and u.is_active) as active`.execute(
    trx,
  );
  return found.rows[0] ?? null;
}

export async function setTurn(trx: Transaction, id: number, person: number): Promise<void> {
  await sql`update lead_sources set turns = array_remove(turns, ${person}) || ${person}::integer
    where id = ${id}`.execute(trx);
}

export async function listAdministrators(trx: Transaction): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from users
    where role = 'admin' and is_active order by id limit 50`.execute(trx);
  return found.rows.map(({ id }) => id);
}

export async function setHeaders(
  trx: Transaction,
  id: number,
  headers: Buffer | null,
): Promise<void> {
  await sql`update lead_sources set pull_headers = ${headers} where id = ${id}`.execute(trx);
}

export interface PulledSource {
  id: number;
  name: string;
  pull: SourcePull;
  pull_headers: Buffer | null;
  pulled_until: string | null;
  created_at: string;
}

const pulled = sql`select id, name, pull, pull_headers, ${instantText(sql`pulled_until`)} as pulled_until,
    ${instantText(sql`created_at`)} as created_at from lead_sources
  where type = 'pull' and is_active`;

export async function findPulled(db: Db, id: number): Promise<PulledSource | null> {
  return (await sql<PulledSource>`${pulled} and id = ${id}`.execute(db)).rows[0] ?? null;
}

/** Those whose time has come, the longest waiting first. */
export async function listDuePulls(db: Db, now: Date): Promise<PulledSource[]> {
  const found = await sql<PulledSource>`${pulled} and coalesce(next_pull_at <= ${now}, true)
    order by next_pull_at nulls first limit 100`.execute(db);
  return found.rows;
}

/** Notes how a pull ended, and gives how many in a row failed. */
export async function setPulled(
  trx: Transaction,
  { id, pull }: Pick<PulledSource, 'id' | 'pull'>,
  { now, error }: { now: Date; error: string | null },
): Promise<number> {
  const next = new Date(now.getTime() + pull.every_minutes * 60_000);
  const found = await sql<{ failed: number }>`update lead_sources set last_error = ${error},
      pulled_until = case when ${error}::text is null then ${now}::timestamptz else pulled_until end,
      failed_pulls = case when ${error}::text is null then 0 else failed_pulls + 1 end,
      next_pull_at = ${next} where id = ${id} returning failed_pulls as failed`.execute(trx);
  return found.rows[0]?.failed ?? 0;
}
