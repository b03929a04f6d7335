import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { CustomValues } from '~/kit/shared/fields/custom';

/**
 * Texts as the database compares them, in their order; '' for one without a key. Its lower case differs from JavaScript's for
 * some characters.
 */
export async function listKeys(
  trx: Transaction,
  texts: readonly string[],
  keyOf = (text: SqlPart): SqlPart => sql`lower(${text})`,
): Promise<string[]> {
  const result = await sql<{ key: string }>`select coalesce(${keyOf(sql.ref('text'))}, '') as key
    from unnest(${texts}::text[]) with ordinality as each (text, n) order by n`.execute(trx);
  return result.rows.map(({ key }) => key);
}

/** A column of a known record that a file changes. */
export interface Target {
  column: string;
  /** Of records that `match` does not lock: no value in a row keeps that of the record at the time of writing. */
  keeps?: boolean;
  /** What is stored instead of the staged value: it follows from the staged columns of `s` and the record `p`. */
  value?: SqlPart;
  /** No row of the file has it. */
  isDerived?: boolean;
}

/** The company's own fields: what is staged are the keys that change. */
export const ownTarget: Target = {
  column: 'custom',
  value: sql`changed_custom(p.custom, s.custom)`,
};

interface Plan {
  table: string;
  label: string;
  targets: readonly Target[];
}

/** Inserts records; each line ends with their times. */
export function copyInto(table: string, columns: readonly string[]): SqlPart {
  const names = [...columns, 'created_at', 'updated_at'];
  return sql`copy ${sql.table(table)} (${refs(names)}) from stdin`;
}

const rows = sql.table('import_rows');

/** Takes lines of an id and the values of the staged columns. */
export const stage = sql`copy ${rows} from stdin`;

export async function createStage(
  trx: Transaction,
  table: string,
  staged: readonly Target[],
): Promise<void> {
  await sql`create temporary table ${rows} on commit drop as
    select id as record_id, ${refs(staged.map(({ column }) => column))}
    from ${sql.table(table)} with no data`.execute(trx);
}

/** Locks the staged records in the order of their ids, as orders do. */
export async function lockStaged(trx: Transaction, table: string): Promise<void> {
  await sql`analyze ${rows}`.execute(trx);
  await sql`select from ${sql.table(table)} where id in (select record_id from ${rows})
    order by id for no key update`.execute(trx);
}

const version = (now: Date) =>
  sql`greatest(${now}::timestamptz(3), p.updated_at + interval '1 millisecond')`;

/** Gives the staged records their values. */
export async function updateStaged(trx: Transaction, plan: Plan, now: Date): Promise<void> {
  const set = plan.targets.map((target) => sql`${sql.ref(target.column)} = ${valueOf(target)}`);
  await sql`update ${sql.table(plan.table)} p set ${sql.join(set)}, updated_at = ${version(now)}
    from ${rows} s where s.record_id = p.id`.execute(trx);
}

const isOwn = ({ column }: Target) => column === ownTarget.column;
const newOwn = sql`s.custom`;
const formerOwn = sql`custom_difference(p.custom, changed_custom(p.custom, s.custom))`;

/** For a batch: the records that `updateStaged` will change, as they are and as they will be. */
export function changedRows({ table, label, targets }: Plan, now: Date): SqlPart {
  const pair = ({ column }: Target, value: SqlPart) => sql`${sql.lit(column)}, ${value}`;
  const before = targets.map((target) =>
    pair(target, isOwn(target) ? formerOwn : sql.ref(`p.${target.column}`)),
  );
  const after = targets.map((target) => pair(target, isOwn(target) ? newOwn : valueOf(target)));
  return sql`select ${sql.lit(table)} as entity, p.id as record_id, null::integer as owner_id,
      ${sql.ref(`p.${label}`)} as label,
      jsonb_build_object(${sql.join(before)}, 'updated_at', p.updated_at) as before,
      jsonb_build_object(${sql.join(after)}, 'updated_at', ${version(now)}) as after
    from ${sql.table(table)} p join ${rows} s on s.record_id = p.id`;
}

/** For a batch: the records that this transaction inserted; what their parts change in others has another time of creation. */
export function createdRows({ table, label }: Plan, now: Date): SqlPart {
  return sql`select ${sql.lit(table)} as entity, t.id as record_id, null::integer as owner_id,
      ${sql.ref(`t.${label}`)} as label, null::jsonb as before,
      jsonb_build_object('updated_at', t.updated_at) as after
    from ${sql.table(table)} t
    where t.xmin = pg_current_xact_id()::xid and t.created_at = ${now}::timestamptz(3)`;
}

function valueOf({ column, keeps = false, value }: Target): SqlPart {
  if (value) return value;
  const staged = sql.ref(`s.${column}`);
  return keeps ? sql`coalesce(${staged}, ${sql.ref(`p.${column}`)})` : staged;
}

function refs(columns: readonly string[]): SqlPart {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** The values of the company's own fields that the records have now, by id. */
export async function listOwnValues(
  trx: Transaction,
  table: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CustomValues>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: number; custom: CustomValues }>`select id,
      custom - (select hidden_custom(${table})) as custom
    from ${sql.table(table)} where id = any (${ids}::integer[])`.execute(trx);
  return new Map(found.rows.map(({ id, custom }) => [id, custom]));
}
