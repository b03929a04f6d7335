import { type RawBuilder, sql } from 'kysely';
import type { Fields, RowOf } from '~/kit/shared/fields';
import type { Verdict } from '~/kit/shared/verdict';
import type { Context } from './context';
import { type Db, findJson } from './db';
import { AppError, enforce, notFound } from './errors';
import { announcing, type Change } from './live';

/** What the one write path needs to know of a record kind. */
export interface Entity<F extends Fields = Fields> {
  /** Plural, as in the address and on the live channel: `leads`. */
  name: string;
  /** Singular, as in the activity log: `lead`. */
  type: string;
  /** As a person reads it: `Lead`. */
  noun: string;
  fields: F;
  /** The record whole, as it is answered, of the table `t`; `where` is a condition. */
  select: (where: RawBuilder<unknown>) => RawBuilder<unknown>;
  label: (row: RowOf<F>) => string;
}

export interface Write {
  trx: Db;
  context: Pick<Context, 'person' | 'now'>;
}

type Values = Record<string, unknown>;

/** The record whole, or null. */
export async function findRecord<F extends Fields>(
  db: Db,
  entity: Entity<F>,
  id: number,
): Promise<RowOf<F> | null> {
  return findJson<RowOf<F>>(db, entity.select(sql`t.id = ${id}`));
}

/** The record whole, or 404. */
export async function getRecord<F extends Fields>(
  db: Db,
  entity: Entity<F>,
  id: number,
): Promise<RowOf<F>> {
  const row = await findRecord(db, entity, id);
  if (!row) throw notFound(entity.noun);
  return row;
}

/** The record whole and locked until the transaction ends, or 404. */
export async function lockRecord<F extends Fields>(
  trx: Db,
  entity: Entity<F>,
  id: number,
): Promise<RowOf<F>> {
  const locked =
    await sql`select id from ${sql.table(entity.name)} where id = ${id} for update`.execute(trx);
  if (locked.rows.length === 0) throw notFound(entity.noun);
  return getRecord(trx, entity, id);
}

/**
 * Inserts, logs and announces; values that are undefined take the column's default. `touched` are changes of other records
 * that follow, such as a count. Gives the record whole.
 */
export async function insertRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  values: Values,
  touched: readonly Change[] = [],
): Promise<RowOf<F>> {
  const { trx, context } = write;
  const { now } = context;
  const given = Object.entries({ ...values, created_at: now, updated_at: now }).filter(
    ([, value]) => value !== undefined,
  );
  const table = sql.table(entity.name);
  const names = sql.join(given.map(([name]) => sql.ref(name)));
  // Named like its table, the new row is what `select` reads: one round trip makes the record and gives it whole.
  const inserted = await sql<{ record: RowOf<F> }>`with ${table} as (
      insert into ${table} (${names}) values (${sql.join(given.map(([, value]) => value))}) returning *
    ) select row_to_json(r) as record from (${entity.select(sql`true`)}) r`.execute(trx);
  const row = inserted.rows[0]?.record;
  if (!row) throw new Error(`A new ${entity.type} cannot be read back`);
  const activity = { action: 'created', before: null, after: row };
  const change = changeOf(entity, idOf(row), 'created', versionOf(row));
  await logActivity(write, entity, row, activity, [change, ...touched]);
  return row;
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
  await sql`update ${sql.table(entity.name)} set ${sql.join(set)} where id = ${update.id}`.execute(
    trx,
  );
  const row = await getRecord(trx, entity, update.id);
  const names = changed.map(([name]) => name);
  const activity = {
    action: update.action ?? 'updated',
    before: { ...pick(before, names), ...beside?.before },
    after: { ...pick(row, names), ...beside?.after },
  };
  const change = changeOf(entity, update.id, 'updated', versionOf(row));
  await logActivity(write, entity, row, activity, [change]);
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
    await logActivity(write, entity, row, activity, [change]);
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
  await logActivity(write, entity, before, activity, [
    changeOf(entity, remove.id, 'deleted', null),
  ]);
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

interface Activity {
  action: string;
  before: Values | null;
  after: Values | null;
  /** Where the action's own words say too little: "Low stock". */
  title?: string;
  message?: string;
}

/** One line in the activity feed; of a write the functions above see to it themselves, and announce in the same statement. */
export async function logActivity<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  row: RowOf<F>,
  activity: Activity,
  changes: readonly Change[] = [],
): Promise<void> {
  const label = entity.label(row);
  const line = {
    type: entity.type,
    id: idOf(row),
    label,
    action: activity.action,
    title: activity.title ?? `${entity.noun} ${activity.action}`,
    message: activity.message ?? messageOf(entity, label, activity),
    before: activity.before,
    after: activity.after,
    workspace_id: workspaceOf(row),
  };
  await logLine(write, line, changes);
}

interface ActivityLine {
  type: string;
  /** Null where it is about many records, such as a whole import. */
  id: number | null;
  label: string;
  action: string;
  title: string;
  message: string;
  before: Values | null;
  after: Values | null;
  /** Where the record is; null or left out for what is the whole company's. */
  workspace_id?: number | null;
}

/** One line in the activity feed that is about no single record. */
export async function logLine(
  { trx, context }: Write,
  line: ActivityLine,
  changes: readonly Change[] = [],
): Promise<void> {
  const { person, now } = context;
  const userName = `${person.first_name} ${person.last_name}`.trim();
  const logged = sql`insert into activity
    (type, action, record_id, record_label, title, message, user_id, user_name, before, after,
      workspace_id, created_at)
    values (${line.type}, ${line.action}, ${line.id}, ${line.label}, ${line.title}, ${line.message},
      ${person.id || null}, ${userName}, ${json(line.before)}::jsonb, ${json(line.after)}::jsonb,
      ${line.workspace_id ?? null}, ${now})`;
  // In one round trip: what a record's maker holds locked, everybody else waits for.
  const both = sql`with logged as (${logged}) ${announcing(changes)}`;
  await (changes.length === 0 ? logged : both).execute(trx);
}

/** `Acme Tools: Phone, Status` for a change that has no name of its own, the label alone otherwise. */
function messageOf(entity: Pick<Entity, 'fields'>, label: string, activity: Activity): string {
  if (activity.action !== 'updated' || activity.after === null) return label;
  const fields = Object.keys(activity.after).map((name) => entity.fields[name]?.label ?? name);
  return `${label}: ${fields.join(', ')}`;
}

function json(values: Values | null): string | null {
  return values === null ? null : JSON.stringify(values);
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

/** A record that belongs to a workspace says so in `workspace_id`. */
function workspaceOf(row: unknown): number | null {
  const id = (row as Values)['workspace_id'];
  return typeof id === 'number' ? id : null;
}

function idOf(row: unknown): number {
  return Number((row as Values)['id']);
}
