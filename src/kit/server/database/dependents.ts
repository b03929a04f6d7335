import type { Transaction } from './transaction';
import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Detail } from '~/kit/server/errors';
import type { DependentCount } from '~/kit/shared/fields/dependents';

/** Records of `table` that refer to those of the table `of`; registered by the module that owns them. */
export interface Dependents {
  of: string;
  table: string;
  type: NonNullable<Detail['record']>['type'];
  label: string;
  where: (id: number) => SqlPart;
}

export interface Depended {
  table: string;
  id: number;
}

const known = new Map<string, Dependents>();

/** Called by src/app/modules.ts through each module, in stacking order. */
export function registerDependents(dependents: Dependents): void {
  known.set(`${dependents.of} ${dependents.table}`, dependents);
}

/** Counts the records that refer to this one, by kind. Lock it first, so that no reference is added meanwhile. */
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

/** The newest ten records that refer to one, for a refusal's `details`; `says` is the sentence of each. */
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
