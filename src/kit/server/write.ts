import { type RawBuilder, sql } from 'kysely';
import type { Fields, RowOf } from '~/kit/shared/fields';
import type { Verdict } from '~/kit/shared/verdict';
import type { Context } from './context';
import { type Db, findJson } from './db';
import { AppError, enforce, notFound } from './errors';
import { announce } from './live';

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

/** Inserts, logs and announces; values that are undefined take the column's default. Gives the record whole. */
export async function insertRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  values: Values,
): Promise<RowOf<F>> {
  const { trx, context } = write;
  const { now } = context;
  const given = Object.entries({ ...values, created_at: now, updated_at: now }).filter(
    ([, value]) => value !== undefined,
  );
  const names = sql.join(given.map(([name]) => sql.ref(name)));
  const inserted = await sql<{ id: number }>`insert into ${sql.table(entity.name)} (${names})
    values (${sql.join(given.map(([, value]) => value))}) returning id`.execute(trx);
  const row = await getRecord(trx, entity, inserted.rows[0]?.id ?? 0);
  await logActivity(write, entity, row, { action: 'created', before: null, after: row });
  await announce(trx, {
    entity: entity.name,
    id: idOf(row),
    action: 'created',
    version: versionOf(row),
  });
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
  if (changed.length === 0) return before;
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
  await logActivity(write, entity, row, {
    action: update.action ?? 'updated',
    before: pick(before, names),
    after: pick(row, names),
  });
  await announce(trx, {
    entity: entity.name,
    id: update.id,
    action: 'updated',
    version: versionOf(row),
  });
  return row;
}

/** Locks, checks, deletes, logs and announces. */
export async function deleteRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  remove: { id: number; check?: (row: RowOf<F>) => Verdict },
): Promise<RowOf<F>> {
  const { trx } = write;
  const before = await lockRecord(trx, entity, remove.id);
  if (remove.check) enforce(remove.check(before));
  await sql`delete from ${sql.table(entity.name)} where id = ${remove.id}`.execute(trx);
  await logActivity(write, entity, before, { action: 'deleted', before, after: null });
  await announce(trx, { entity: entity.name, id: remove.id, action: 'deleted', version: null });
  return before;
}

function refuseStale(row: unknown, seen: string | undefined): void {
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

/** One line in the activity feed; of a write the functions above see to it themselves. */
export async function logActivity<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  row: RowOf<F>,
  activity: Activity,
): Promise<void> {
  const label = entity.label(row);
  await logLine(write, {
    type: entity.type,
    id: idOf(row),
    label,
    action: activity.action,
    title: activity.title ?? `${entity.noun} ${activity.action}`,
    message: activity.message ?? messageOf(entity, label, activity),
    before: activity.before,
    after: activity.after,
  });
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
}

/** One line in the activity feed that is about no single record. */
export async function logLine({ trx, context }: Write, line: ActivityLine): Promise<void> {
  const { person, now } = context;
  const userName = `${person.first_name} ${person.last_name}`.trim();
  await sql`insert into activity
    (type, action, record_id, record_label, title, message, user_id, user_name, before, after, created_at)
    values (${line.type}, ${line.action}, ${line.id}, ${line.label}, ${line.title}, ${line.message},
      ${person.id || null}, ${userName}, ${json(line.before)}::jsonb, ${json(line.after)}::jsonb,
      ${now})`.execute(trx);
}

/** `Acme Tools: Phone, Status` for a change, the label alone otherwise. */
function messageOf(entity: Pick<Entity, 'fields'>, label: string, activity: Activity): string {
  if (activity.before === null || activity.after === null) return label;
  const fields = Object.keys(activity.after).map((name) => entity.fields[name]?.label ?? name);
  return `${label}: ${fields.join(', ')}`;
}

function json(values: Values | null): string | null {
  return values === null ? null : JSON.stringify(values);
}

function pick(row: unknown, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, (row as Values)[name]]));
}

function versionOf(row: unknown): string | null {
  const updatedAt = (row as Values)['updated_at'];
  return typeof updatedAt === 'string' ? updatedAt : null;
}

function idOf(row: unknown): number {
  return Number((row as Values)['id']);
}
