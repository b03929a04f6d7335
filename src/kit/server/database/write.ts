import { sql } from 'kysely';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import type { Verdict } from '~/kit/shared/verdict';
import { logActivity } from './activity-log';
import type { Write } from './context';
import type { SqlPart } from './db';
import { type Entity, getRecord, idOf, lockRecord } from './entity';
import { AppError, enforce } from '~/kit/server/errors';
import type { Change } from '~/kit/server/database/announce';
import { withNext } from './transaction';

type Values = Record<string, unknown>;

/** Inserts, logs and announces; values that are undefined take the column's default. Gives the record whole. */
export async function insertRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  values: Values,
): Promise<RowOf<F>> {
  return (await insertWhole<F, never>(write, entity, values, {})).record;
}

interface Whole {
  /** The statement that inserts what belongs to the record, such as its lines; it may read the new row from its table. */
  parts?: SqlPart;
  /** Changes of other records that follow, such as a count. */
  touched?: readonly Change[];
}

/** As `insertRecord`, with its parts in the same statement; gives what that returns of them. */
export async function insertWhole<F extends Fields, P>(
  write: Write,
  entity: Entity<F>,
  values: Values,
  { parts, touched = [] }: Whole,
): Promise<{ record: RowOf<F>; parts: P[] }> {
  const { trx, context } = write;
  const { now } = context;
  const given = Object.entries({ ...values, created_at: now, updated_at: now }).filter(
    ([, value]) => value !== undefined,
  );
  const table = sql.table(entity.name);
  const names = sql.join(given.map(([name]) => sql.ref(name)));
  // Named like its table, the new row is what `select` reads: one round trip makes the record and gives it whole.
  const inserted = await sql<{ record: RowOf<F>; parts: P[] }>`with ${table} as (
      insert into ${table} (${names}) values (${sql.join(given.map(([, value]) => value))}) returning *
    )${parts ? sql`, parts as (${parts})` : sql``}
    select row_to_json(r) as record, ${parts ? sql`(select json_agg(p) from parts p)` : sql`'[]'::json`} as parts
    from (${entity.select(sql`true`)}) r`.execute(trx);
  const [made] = inserted.rows;
  if (!made) throw new Error(`A new ${entity.type} cannot be read back`);
  const { record } = made;
  const activity = { action: 'created', before: null, after: record };
  const change = changeOf(entity, idOf(record), 'created', versionOf(record));
  withNext(logActivity(write, entity, record, activity, [change, ...touched]));
  return made;
}

interface Update<F extends Fields> {
  id: number;
  values: Values;
  /** The `updated_at` that the sender saw: another one now means that somebody else changed the record. */
  seen?: string | undefined;
  /** Sees the locked record before anything is written; throws what it refuses. */
  check?: (row: RowOf<F>) => void | Promise<void>;
  /** How the activity feed names it; `updated` unless the action has a name of its own. */
  action?: string;
  /** What changed beside the record's own columns, such as its lines: a change of the record all the same. */
  beside?: { before: Values; after: Values } | undefined;
}

/** Locks, checks version and rule, writes what differs, logs and announces. Gives the record whole. */
export async function updateRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  update: Update<F>,
): Promise<RowOf<F>> {
  const { trx, context } = write;
  const before = await lockRecord(trx, entity, update.id);
  refuseStale(before, update.seen);
  await update.check?.(before);
  const changed = Object.entries(update.values).filter(
    ([name, value]) => value !== undefined && (before as Values)[name] !== value,
  );
  const { beside } = update;
  if (changed.length === 0 && !beside) return before;
  const set = changed.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  // Two changes in one millisecond must still differ, or the second sender would not be told.
  set.push(
    sql`updated_at = greatest(${context.now}::timestamptz, updated_at + interval '1 millisecond')`,
  );
  const [, row] = await Promise.all([
    sql`update ${sql.table(entity.name)} set ${sql.join(set)} where id = ${update.id}`.execute(trx),
    getRecord(trx, entity, update.id),
  ]);
  const names = changed.map(([name]) => name);
  const activity = {
    action: update.action ?? 'updated',
    before: { ...pick(before, names), ...beside?.before },
    after: { ...pick(row, names), ...beside?.after },
  };
  const change = changeOf(entity, update.id, 'updated', versionOf(row));
  withNext(logActivity(write, entity, row, activity, [change]));
  return row;
}

/** The same change of many records that the caller has locked, in one statement; each is logged and announced. */
export async function updateRecords<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  update: { ids: readonly number[]; values: Values; action: string },
): Promise<void> {
  const { trx, context } = write;
  const read = async (): Promise<RowOf<F>[]> => {
    const rows = await sql<{ record: RowOf<F> }>`select row_to_json(r) as record
      from (${entity.select(sql`t.id = any (${update.ids}::integer[])`)}) r order by r.id`.execute(
      trx,
    );
    return rows.rows.map((row) => row.record);
  };
  const names = Object.keys(update.values);
  const set = Object.entries(update.values).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  const before = await read();
  await sql`update ${sql.table(entity.name)} set ${sql.join(set)},
    updated_at = greatest(${context.now}::timestamptz, updated_at + interval '1 millisecond')
    where id = any (${update.ids}::integer[])`.execute(trx);
  for (const [index, row] of (await read()).entries()) {
    const { action } = update;
    const was = pick(before[index], names);
    const activity = { action, before: was, after: pick(row, names) };
    const change = changeOf(entity, idOf(row), 'updated', versionOf(row));
    withNext(logActivity(write, entity, row, activity, [change]));
  }
}

/** Locks, checks, deletes, logs and announces. */
export async function deleteRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  remove: { id: number; check?: (row: RowOf<F>) => Verdict; action?: string },
): Promise<RowOf<F>> {
  const { trx } = write;
  const before = await lockRecord(trx, entity, remove.id);
  if (remove.check) enforce(remove.check(before));
  await sql`delete from ${sql.table(entity.name)} where id = ${remove.id}`.execute(trx);
  const activity = { action: remove.action ?? 'deleted', before, after: null };
  const change = changeOf(entity, remove.id, 'deleted', null);
  withNext(logActivity(write, entity, before, activity, [change]));
  return before;
}

/** 409 with the record as it is now when the sender saw another version of it. */
export function refuseStale(row: unknown, seen: string | undefined): void {
  const updatedAt = (row as Values)['updated_at'];
  if (seen === undefined || typeof updatedAt !== 'string') return;
  if (Date.parse(seen) === Date.parse(updatedAt)) return;
  throw new AppError('record.changed', 409, 'This record was changed by someone else', {
    data: row,
  });
}

function pick(row: unknown, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, (row as Values)[name]]));
}

function changeOf(
  { name: entity }: Pick<Entity, 'name'>,
  id: number,
  action: Change['action'],
  version: string | null,
): Change {
  return { entity, id, action, version };
}

function versionOf(row: unknown): string | null {
  const updatedAt = (row as Values)['updated_at'];
  return typeof updatedAt === 'string' ? updatedAt : null;
}
