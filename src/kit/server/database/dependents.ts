import type { Transaction } from './transaction';
import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Detail } from '~/kit/server/errors';
import type { DependentCount } from '~/kit/shared/fields/dependents';

/** Records that stand on those of another table: they are made known by the module that owns them. */
export interface Dependents {
  /** The table that they stand on. */
  of: string;
  /** Their own table. */
  table: string;
  /** What they are, singular, in sentences and in links: `order`. */
  type: NonNullable<Detail['record']>['type'];
  /** The column by which a person knows them. */
  label: string;
  /** The condition of their table that picks those standing on this id. */
  where: (id: number) => SqlPart;
}

/** A record that others may stand on. */
export interface Depended {
  table: string;
  id: number;
}

const known = new Map<string, Dependents>();

/** Makes dependents known. Called by src/app/modules.ts through each module that has some, in stacking order. */
export function registerDependents(dependents: Dependents): void {
  known.set(`${dependents.of} ${dependents.table}`, dependents);
}

/** How much stands on a record, by kind; lock the record before, so that whoever points at it meanwhile waits. */
export async function countDependents(
  trx: Transaction,
  { table, id }: Depended,
): Promise<DependentCount[]> {
  const kinds = kindsOf(table);
  const counts = kinds.map(
    ({ table: from, type, where }) =>
      sql`(select count(*) from ${sql.table(from)} where ${where(id)}) as ${sql.ref(type)}`,
  );
  const result = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(trx);
  return kinds.map(({ type }) => ({ noun: type, count: result.rows[0]?.[type] ?? 0 }));
}

type RecordLink = NonNullable<Detail['record']>;

/** The newest ten records that stand on one, for a refusal: `says` and what each is called. */
export async function listDependents(
  trx: Transaction,
  { table, id }: Depended,
  says = 'Stands on',
): Promise<Detail[]> {
  const kinds = kindsOf(table).map(
    ({ table: from, type, label, where }) =>
      sql`select ${sql.lit(type)} as type, id, ${sql.ref(label)} as label, created_at
        from ${sql.table(from)} where ${where(id)}`,
  );
  const result = await sql<RecordLink>`select type, id, label
    from (${sql.join(kinds, sql` union all `)}) dependents
    order by created_at desc, id desc limit 10`.execute(trx);
  return result.rows.map((record) => ({ message: `${says} ${record.label}`, record }));
}

function kindsOf(table: string): Dependents[] {
  const kinds = [...known.values()].filter(({ of }) => of === table);
  if (kinds.length === 0) throw new Error(`Nothing is registered as standing on ${table}`);
  return kinds;
}
