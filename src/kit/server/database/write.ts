import { sql } from 'kysely';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import { logActivity } from './activity-log';
import { flatCustom } from '~/kit/shared/fields/custom';
import type { Write } from './context';
import { changedCustom, customOfChanged, customOfNew } from './custom-values';
import type { SqlPart } from './db';
import { type Entity, idOf, type Locked } from './entity';
import type { Transaction } from './transaction';
import { enforceWritable } from './write-rights';

type Values = Record<string, unknown>;

/**
 * Inserts and logs; undefined values take the column's default. Gives the whole record. Like every function here, 403 where
 * the person only reads in the record's workspace.
 */
export async function insertRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  values: Values,
): Promise<Locked<RowOf<F>>> {
  return (await insertWhole<F, never>(write, entity, values)).record;
}

interface Whole<F extends Fields, P> {
  record: Locked<RowOf<F>>;
  parts: P[];
}

/**
 * Like `insertRecord`, in one statement with what belongs to the record, such as its lines: `parts` are further
 * queries of its `with`, which may read the new row from its table; the one named `parts` returns the result.
 */
export async function insertWhole<F extends Fields, P>(
  write: Write,
  entity: Entity<F>,
  values: Values,
  parts?: SqlPart,
): Promise<Whole<F, P>> {
  const { trx, context } = write;
  const { now } = context;
  const { custom } = await customOfNew(write, entity, values['custom']);
  const own = custom && { custom: sql`${JSON.stringify(custom)}::jsonb` };
  const given = Object.entries({ ...values, ...own, created_at: now, updated_at: now }).filter(
    ([, value]) => value !== undefined,
  );
  const table = sql.table(entity.name);
  const names = sql.join(given.map(([name]) => sql.ref(name)));
  const created = await writeWhole<F, P>(
    trx,
    entity,
    sql`insert into ${table} (${names}) values (${sql.join(given.map(([, value]) => value))})`,
    parts,
  );
  const { record } = created;
  await enforceRight(write, entity, record);
  logActivity(write, entity, record, { action: 'created', before: null, after: record });
  return created;
}

/** The log would keep more of one statement as a whole. */
const mostInserted = 100;

/**
 * Inserts many in their order, a hundred a statement, and logs each, made by the person of its `write`. Columns that
 * only others have are null. Gives the whole records.
 */
export async function insertRecords<F extends Fields>(
  entity: Entity<F>,
  all: readonly { write: Write; values: Values }[],
): Promise<Locked<RowOf<F>>[]> {
  const created: Locked<RowOf<F>>[] = [];
  for (let from = 0; from < all.length; from += mostInserted) {
    created.push(...(await insertSome(entity, all.slice(from, from + mostInserted))));
  }
  return created;
}

async function insertSome<F extends Fields>(
  entity: Entity<F>,
  some: readonly { write: Write; values: Values }[],
): Promise<Locked<RowOf<F>>[]> {
  const [first] = some;
  if (!first) return [];
  const rows = await Promise.all(
    some.map(async ({ write, values }): Promise<Values> => {
      const { now } = write.context;
      const own = await customOfNew(write, entity, values['custom']);
      return { ...values, ...own, created_at: now, updated_at: now };
    }),
  );
  const table = sql.table(entity.name);
  const names = sql.join([...new Set(rows.flatMap(Object.keys))].map((name) => sql.ref(name)));
  const { rows: inserted } = await sql<{ record: Locked<RowOf<F>> }>`with ${table} as (
      insert into ${table} (${names})
        select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
        returning *
    ) select row_to_json(r) as record from (${entity.select(sql`true`)}) r order by r.id`.execute(
    first.write.trx,
  );
  for (const [index, { record }] of inserted.entries()) {
    const { write } = some[index] ?? first;
    await enforceRight(write, entity, record);
    logActivity(write, entity, record, { action: 'created', before: null, after: record });
  }
  return inserted.map(({ record }) => record);
}

/** Runs a statement that writes one record with its parts; one round trip returns the whole record. */
async function writeWhole<F extends Fields, P>(
  trx: Transaction,
  entity: Entity<F>,
  statement: SqlPart,
  parts: SqlPart | undefined,
): Promise<Whole<F, P>> {
  // The CTE has the table's name, so `select` reads the written row.
  const written = await sql<Whole<F, P>>`with ${sql.table(entity.name)} as (
      ${statement} returning *
    )${parts ? sql`, ${parts}` : sql``}
    select row_to_json(r) as record,
      ${parts ? sql`coalesce((select json_agg(p) from parts p), '[]')` : sql`'[]'::json`} as parts
    from (${entity.select(sql`true`)}) r`.execute(trx);
  const [whole] = written.rows;
  if (!whole) throw new Error(`A ${entity.type} cannot be read back`);
  return whole;
}

interface Update<F extends Fields> {
  row: Locked<RowOf<F>>;
  values: Values;
  action?: string | undefined;
}

/** What changes besides the record's own columns, such as its lines; counts as a change of the record. */
export interface Beside {
  parts: SqlPart;
  before: Values;
  after: Values;
}

export async function updateRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  update: Update<F>,
): Promise<Locked<RowOf<F>>> {
  return (await updateWhole<F, never>(write, entity, update)).record;
}

/** Like `updateRecord`, with the changes besides the record in the same statement. */
export async function updateWhole<F extends Fields, P>(
  write: Write,
  entity: Entity<F>,
  { row: before, values, action = 'updated' }: Update<F>,
  beside?: Beside,
): Promise<Whole<F, P>> {
  const { trx, context } = write;
  const changed = Object.entries(values).filter(
    ([name, value]) => value !== undefined && (before as Values)[name] !== value,
  );
  const custom = await customOfChanged(write, entity, before);
  if (changed.length === 0 && !beside && !custom) return { record: before, parts: [] };
  await enforceRight(write, entity, before);
  const set = changed.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (custom) set.push(changedCustom(custom.set));
  const whole = await writeWhole<F, P>(
    trx,
    entity,
    sql`update ${sql.table(entity.name)} set ${sql.join([...set, touched(context.now)])}
      where id = ${idOf(before)}`,
    beside?.parts,
  );
  await enforceRight(write, entity, whole.record);
  const names = changed.map(([name]) => name);
  const own = Object.keys(custom?.set ?? {});
  logActivity(write, entity, whole.record, {
    action,
    before: { ...pick(before, names), ...ownValues(before, own), ...beside?.before },
    after: { ...pick(whole.record, names), ...ownValues(whole.record, own), ...beside?.after },
    labels: custom?.labels,
  });
  return whole;
}

/** Two changes within one millisecond must differ, or the second sender would not be refused. */
function touched(now: Date): SqlPart {
  return sql`updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;
}

/** The same change of many records that the caller has locked, in one statement; each is logged. */
export async function updateRecords<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  update: { ids: readonly number[]; values: Values; action: string },
): Promise<void> {
  const { trx, context } = write;
  const { ids, values, action } = update;
  const table = sql.table(entity.name);
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const select = sql`select row_to_json(r) as record from (${entity.select(sql`t.id = any (${ids}::integer[])`)}) r order by r.id`;
  const [before, after] = await Promise.all([
    sql<{ record: RowOf<F> }>`${select}`.execute(trx),
    sql<{ record: RowOf<F> }>`with ${table} as (
        update ${table} set ${sql.join([...set, touched(context.now)])} 
        where id = any (${ids}::integer[]) returning *
      ) select record from (${select}) changed`.execute(trx),
  ]);
  const names = Object.keys(values);
  for (const [index, { record: row }] of after.rows.entries()) {
    const was = before.rows[index]?.record;
    await enforceRight(write, entity, row);
    const change = { action, before: pick(was, names), after: pick(row, names) };
    logActivity(write, entity, row, change);
  }
}

export async function deleteRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  { row, action = 'deleted' }: { row: Locked<RowOf<F>>; action?: string },
): Promise<void> {
  await enforceRight(write, entity, row);
  await sql`delete from ${sql.table(entity.name)} where id = ${idOf(row)}`.execute(write.trx);
  logActivity(write, entity, row, { action, before: row, after: null });
}

async function enforceRight(write: Write, entity: Pick<Entity, 'hasOwnRights'>, row: unknown) {
  if (!entity.hasOwnRights) await enforceWritable(write, row);
}

function ownValues(row: unknown, keys: readonly string[]): Values {
  const { custom = {} } = row as { custom?: Values };
  return flatCustom(Object.fromEntries(keys.map((key) => [key, custom[key] ?? null])));
}

function pick(row: unknown, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, (row as Values)[name]]));
}
