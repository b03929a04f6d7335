import type { Transaction } from './transaction';
import { sql } from 'kysely';
import type { Person, Write } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Detail } from '~/kit/server/errors';
import type { DependentCount } from '~/kit/shared/fields/dependents';
import { counted } from '~/kit/shared/money/numbers';

/** Records of `table` that refer to those of another; registered by the module that owns them. */
export interface Dependents {
  table: string;
  type: NonNullable<Detail['record']>['type'];
  label: SqlPart;
  /** SQL: what `readableBy` needs next to the table, which is `t`. */
  join: SqlPart;
  /** SQL: which of them refer to a record, by its table. */
  of: Readonly<Record<string, (id: number | SqlPart) => SqlPart>>;
  /** Which of them a person may read; the others are only counted. */
  readableBy: (person: Person) => SqlPart;
  /** The columns of the record, by its table, that cannot change while there are any. */
  keeps?: Readonly<Record<string, string>>;
  /** SQL: which of them do; all without it. */
  keepsWhile?: SqlPart;
}

export interface Depended {
  table: string;
  id: number;
  /** Those alone that keep this column as it is. */
  keeping?: string;
}

type Reference = Omit<Dependents, 'of'> & { of: string; where: Dependents['of'][string] };

const registered = new Map<string, Reference>();

/** Called by src/app/modules.ts through each module, in stacking order. */
export function registerDependents({ of, ...dependents }: Dependents): void {
  for (const [table, where] of Object.entries(of))
    registered.set(`${table} ${dependents.table}`, { ...dependents, of: table, where });
}

/** Counts the records that refer to this one, by kind. Lock it first, so that no reference is added in the meantime. */
export async function countDependents(
  trx: Transaction,
  { table, id }: Depended,
): Promise<DependentCount[]> {
  const kinds = kindsOf(table);
  const counts = kinds.map(
    ({ table: from, type, where }) =>
      sql`(select count(*) from ${sql.table(from)} t where ${where(id)}) as ${sql.ref(type)}`,
  );
  const result = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(trx);
  return kinds.map(({ type }) => ({ noun: nounOf(type), count: result.rows[0]?.[type] ?? 0 }));
}

/** Like `countDependents` for many records of a table, which the caller has locked; those without any are left out. */
export async function countDependentsOfMany(
  trx: Transaction,
  table: string,
  ids: readonly number[],
): Promise<Map<number, DependentCount[]>> {
  const kinds = kindsOfAny(table);
  if (kinds.length === 0 || ids.length === 0) return new Map();
  const counts = kinds.map(
    ({ table: from, type, where }) =>
      sql`(select count(*) from ${sql.table(from)} t where ${where(sql`r.id`)}) as ${sql.ref(type)}`,
  );
  const result = await sql<Record<string, number> & { id: number }>`
    select * from (select r.id, ${sql.join(counts)} from unnest(${ids}::integer[]) r (id)) counted
    where ${sql.join(
      kinds.map(({ type }) => sql`${sql.ref(type)} > 0`),
      sql` or `,
    )}`.execute(trx);
  const countsOf = (row: Record<string, number>) =>
    kinds.map(({ type }) => ({ noun: nounOf(type), count: row[type] ?? 0 }));
  return new Map(result.rows.map((row) => [row.id, countsOf(row)]));
}

/** `price list` of `price_list`. */
function nounOf(type: string): string {
  return type.replaceAll('_', ' ').replace(/^api\b/, 'API');
}

type RecordLink = NonNullable<Detail['record']>;

/** By id: the label of the newest record that refers to it and that the person may read; null where there is none such. */
export async function newestDependents(
  { trx, context: { person } }: Write,
  table: string,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const kinds = kindsOfAny(table).map(
    ({ table: from, label, join, where, readableBy }) =>
      sql`select ${label} as label, t.created_at, t.id from ${sql.table(from)} t ${join}
        where ${where(sql`r.id`)} and ${readableBy(person)}`,
  );
  if (kinds.length === 0) return new Map();
  const result = await sql<{ id: number; label: string | null }>`select r.id, (select label from (
      ${sql.join(kinds, sql` union all `)}) found order by created_at desc, id desc limit 1) as label
    from unnest(${ids}::integer[]) r (id)`.execute(trx);
  return new Map(result.rows.map(({ id, label }) => [id, label]));
}

export interface FoundRecords {
  /** Those that the person may read, or the first of them. */
  shown: RecordLink[];
  hidden: number;
}

/** Of what `found` gives (SQL with `type`, `id`, `label` and `is_read`, whether the person may read it), by id. */
export async function shownOf(trx: Transaction, found: SqlPart): Promise<FoundRecords> {
  const result = await sql<FoundRecords>`with found as (${found})
    select coalesce(json_agg(json_build_object('type', type, 'id', id, 'label', label) order by id)
        filter (where is_read), '[]') as shown, count(*) filter (where not is_read) as hidden
    from found`.execute(trx);
  return result.rows[0] ?? { shown: [], hidden: 0 };
}

/** For a refusal's `details`: a sentence with each record, and how many more there are that the person may not read. */
export function detailsOf({ shown, hidden }: FoundRecords, heading: string): Detail[] {
  const count = counted(hidden, 'record');
  return [
    ...shown.map((record) => ({ message: `${heading} ${record.label}`, record })),
    ...(hidden > 0 ? [{ message: `${heading} ${count} that you do not have access to` }] : []),
  ];
}

/**
 * The newest ten records that refer to one and that the person may read, for a refusal's `details`; `heading` begins the
 * sentence of each.
 */
export async function listDependents(
  { trx, context: { person } }: Write,
  { table, id, keeping }: Depended,
  heading = 'Used by',
): Promise<Detail[]> {
  const references = keeping === undefined ? kindsOf(table) : keepersOf(table, keeping);
  if (references.length === 0) return [];
  const kinds = references.map(
    ({ table: from, type, label, join, where, readableBy }) =>
      sql`select ${sql.lit(type)} as type, t.id, ${label} as label, t.created_at,
          (${readableBy(person)}) as is_read
        from ${sql.table(from)} t ${join} where ${where(id)}`,
  );
  const result = await sql<FoundRecords>`
    with found as materialized (${sql.join(kinds, sql` union all `)}),
      shown as (
        select type, id, label from found where is_read order by created_at desc, id desc limit 10)
    select (select coalesce(json_agg(shown), '[]') from shown) as shown,
      (select count(*) from found where not is_read) as hidden`.execute(trx);
  return detailsOf(result.rows[0] ?? { shown: [], hidden: 0 }, heading);
}

function kindsOfAny(table: string): Reference[] {
  return [...registered.values()].filter(({ of }) => of === table);
}

function keepersOf(table: string, column: string): Reference[] {
  const keepers = kindsOfAny(table).filter(({ keeps }) => keeps?.[table] === column);
  return keepers.map((keeper) => {
    const { where, keepsWhile } = keeper;
    return keepsWhile ? { ...keeper, where: (id) => sql`${where(id)} and ${keepsWhile}` } : keeper;
  });
}

/** The ids of the records of a table whose column others keep as it is. */
export async function listHeld(
  trx: Transaction,
  table: string,
  column: string,
): Promise<Set<number>> {
  const keepers = keepersOf(table, column);
  if (keepers.length === 0) return new Set();
  const isHeld = keepers.map(
    ({ table: from, where }) =>
      sql`exists (select from ${sql.table(from)} t where ${where(sql`r.id`)})`,
  );
  const found = await sql<{ id: number }>`select r.id from ${sql.table(table)} r
    where ${sql.join(isHeld, sql` or `)}`.execute(trx);
  return new Set(found.rows.map(({ id }) => id));
}

function kindsOf(table: string): Reference[] {
  const kinds = kindsOfAny(table);
  if (kinds.length === 0) throw new Error(`No dependents are registered for ${table}`);
  return kinds;
}
