import { type RawBuilder, sql } from 'kysely';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import { type Db, findJson } from './db';
import { notFound } from '~/kit/server/errors';

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
  /** How the activity feed names it, where the label says too little. */
  feedName?: (row: RowOf<F>) => string;
}

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
  // Read after it is locked: the statement that waited for the lock may not see what it waited for.
  // Two statements: the one that waited for the lock may not see what it waited for.
  const [, row] = await Promise.all([
    sql`select id from ${sql.table(entity.name)} where id = ${id} for update`.execute(trx),
    getRecord(trx, entity, id),
  ]);
  return row;
}

/** Whether a table holds anything. */
export async function hasRows(db: Db, table: string): Promise<boolean> {
  const found = await sql`select from ${sql.table(table)} limit 1`.execute(db);
  return found.rows.length > 0;
}

/** The id of a record of any kind. */
export function idOf(row: unknown): number {
  return Number((row as { id?: unknown }).id);
}
