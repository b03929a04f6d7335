import { type RawBuilder, sql } from 'kysely';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import { type Db, findJson } from './db';
import type { Context, Person, Write } from './context';
import { AppError, notFound } from '~/kit/server/errors';
import type { Transaction } from './transaction';
import { enforceWritable } from './write-rights';

/**
 * A kind of record for the write functions: `name` is the plural in addresses and on the live channel (`leads`),
 * `type` the singular in the activity log (`lead`), `noun` what people read (`Lead`).
 */
export interface Entity<F extends Fields = Fields> {
  name: string;
  type: string;
  noun: string;
  fields: F;
  /** The select of whole records, from the table aliased `t`, under the condition `where`. */
  select: (where: RawBuilder<unknown>) => RawBuilder<unknown>;
  label: (row: RowOf<F>) => string;
  /** Which records a person may read, where that depends on the person: a condition on what `select` reads. */
  readableBy?: (person: Person) => RawBuilder<unknown>;
  feedName?: (row: RowOf<F>) => string;
  /** Other rules than those of the workspace that it names say who may write it. */
  hasOwnRights?: boolean;
}

/** The record, or null where there is none; with `person`, also for one that this person may not read. */
export async function findRecord<F extends Fields>(
  db: Db,
  entity: Entity<F>,
  id: number,
  person?: Person,
): Promise<RowOf<F> | null> {
  const isIt = sql`t.id = ${id}`;
  const isReadable = person && entity.readableBy?.(person);
  return findJson<RowOf<F>>(db, entity.select(isReadable ? sql`${isIt} and ${isReadable}` : isIt));
}

export async function getRecord<F extends Fields>(
  db: Db,
  entity: Entity<F>,
  id: number,
  person?: Person,
): Promise<RowOf<F>> {
  const row = await findRecord(db, entity, id, person);
  if (!row) throw notFound(entity.noun);
  return row;
}

/** The record as a person reads it: 404 also for one that this person may not read. */
export async function readRecord<F extends Fields>(
  { db, person }: Pick<Context, 'db' | 'person'>,
  entity: Entity<F>,
  id: number,
): Promise<RowOf<F>> {
  return getRecord(db, entity, id, person);
}

declare const locked: unique symbol;

/** A record read after it was locked: until the transaction ends, only this transaction can change it. */
export type Locked<Row> = Row & { readonly [locked]: true };

/** For a row that the caller has locked by its own statement. */
export function asLocked<Row>(row: Row): Locked<Row> {
  return row as Locked<Row>;
}

/**
 * The record, locked until the transaction ends; 404 when there is none, 409 when `seen` is given and differs from its
 * `updated_at`: someone else has changed it since the sender read it.
 */
export async function lockRecord<F extends Fields>(
  trx: Transaction,
  entity: Entity<F>,
  id: number,
  seen?: string,
): Promise<Locked<RowOf<F>>> {
  return lockFor(trx, entity, id, { seen });
}

/**
 * Like `lockRecord`, for a person who wants to change it: 404 also for one that this person may not read, 403 where the
 * person only reads in its workspace.
 */
export async function openRecord<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  id: number,
  seen?: string,
): Promise<Locked<RowOf<F>>> {
  const row = await holdRecord(write, entity, id);
  await enforceWritable(write, row);
  refuseStale(row, seen);
  return row;
}

/** Like `openRecord`, for a person who only refers to it, and need not be able to write in its workspace. */
export async function holdRecord<F extends Fields>(
  { trx, context: { person } }: Write,
  entity: Entity<F>,
  id: number,
): Promise<Locked<RowOf<F>>> {
  return lockFor(trx, entity, id, { person });
}

async function lockFor<F extends Fields>(
  trx: Transaction,
  entity: Entity<F>,
  id: number,
  { seen, person }: { seen?: string | undefined; person?: Person },
): Promise<Locked<RowOf<F>>> {
  const [, row] = await Promise.all([
    sql`select id from ${sql.table(entity.name)} where id = ${id} for update`.execute(trx),
    getRecord(trx, entity, id, person),
  ]);
  refuseStale(row, seen);
  return asLocked(row);
}

/** 409 with the record as it is now when the sender saw another version of it. */
export function refuseStale(row: unknown, seen: string | undefined): void {
  const updatedAt = (row as { updated_at?: unknown }).updated_at;
  if (seen === undefined || typeof updatedAt !== 'string') return;
  if (Date.parse(seen) === Date.parse(updatedAt)) return;
  throw new AppError('record.changed', 'This record was changed by someone else', {
    data: row,
  });
}

export async function hasRows(db: Db, table: string): Promise<boolean> {
  const found = await sql`select from ${sql.table(table)} limit 1`.execute(db);
  return found.rows.length > 0;
}

export function idOf(row: unknown): number {
  return Number((row as { id?: unknown }).id);
}
