import { sql } from 'kysely';
import type { Write } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import {
  deleteRows,
  type Images,
  insertImages,
  shapeOf,
  updateToImages,
} from '~/kit/server/database/images';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Right } from '~/kit/shared/access';
import type { Batch } from '../batches.fields';
import { findUndoTable, type Part, partsOf, type Pointer, pointersAt } from './registry.service';

type Values = Record<string, unknown>;

export interface NewBatch {
  kind: Batch['kind'];
  list: string;
  title: string;
  /** What undoing it needs, which is what doing it needed. */
  needs: readonly Right[];
}

/** Begins a batch, whose rows are kept by the functions below; gives its id. */
export async function insertBatch({ trx, context }: Write, batch: NewBatch): Promise<number> {
  const { kind, list, title, needs } = batch;
  const created = await sql<{
    id: number;
  }>`insert into batches (kind, list, title, needs, created_by, created_at)
    values (${kind}, ${list}, ${title}, ${needs}::text[], ${context.person.id || null}, ${context.now})
    returning id`.execute(trx);
  return created.rows[0]?.id ?? 0;
}

/** A record or a part of one as it was and as it is: `before` is null for a created one, `after` for a deleted one. */
export interface StoredRow {
  /** The table. */
  entity: string;
  record_id: number;
  /** The record of the batch that it belongs to, where it is only a part of one. */
  owner_id?: number | null;
  label: string;
  /** The changed columns and `updated_at`; the whole row of a deleted one. */
  before: Values | null;
  after: Values | null;
}

export async function insertRows(
  trx: Transaction,
  batch: number,
  rows: readonly StoredRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await keepRowsOf(
    trx,
    batch,
    sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      entity text, record_id integer, owner_id integer, label text, before jsonb, after jsonb)`,
  );
}

/** The same in one statement, for what is in the database: `select` gives all columns of a `StoredRow`. */
export async function keepRowsOf(trx: Transaction, batch: number, select: SqlPart): Promise<void> {
  await sql`with ${storedBy(batch, select)}`.execute(trx);
}

function storedBy(batch: number, select: SqlPart): SqlPart {
  return sql`kept as (
      insert into batch_rows (batch_id, entity, record_id, owner_id, label, before, after)
      select ${batch}::integer, r.entity, r.record_id, r.owner_id, r.label, r.before, r.after
      from (${select}) r returning owner_id)
    update batches set count = count + (select count(*) from kept where owner_id is null)
    where id = ${batch}`;
}

interface StoredRows {
  batch: number;
  table: string;
  /** The rows are given the values that they had before. */
  isUndo?: boolean;
}

/** Writes rows that are gone; the images have `owner_id` and `label` too, as in all of these. */
export async function insertStored(
  write: Write,
  { batch, table }: StoredRows,
  images: Images,
): Promise<void> {
  const { trx } = write;
  const { columns, hasVersion } = await shapeOf(trx, table, images);
  await findUndoTable(table)?.prepare?.(write, 'insert');
  await sql`${insertImages(table, columns, images)}`.execute(trx);
  const after = hasVersion ? sql`jsonb_build_object('updated_at', t.updated_at)` : sql`'{}'::jsonb`;
  await keepRowsOf(
    trx,
    batch,
    sql`select ${table} as entity, i.id as record_id, i.owner_id, i.label, null::jsonb as before, ${after} as after
      from (${images}) i join ${sql.table(table)} t on t.id = i.id`,
  );
}

/** Gives locked rows the values of the images. */
export async function changeStored(
  write: Write,
  { batch, table, isUndo = false }: StoredRows,
  images: Images,
): Promise<void> {
  const { trx, context } = write;
  const shape = await shapeOf(trx, table, images);
  if (shape.columns.length === 0 && !shape.hasVersion) return;
  const version = (alias: string) =>
    shape.hasVersion
      ? sql`jsonb_build_object('updated_at', ${sql.ref(`${alias}.updated_at`)})`
      : sql`'{}'::jsonb`;
  await findUndoTable(table)?.prepare?.(write, isUndo ? 'undo' : 'change', images);
  const stored = sql`select ${table} as entity, w.id as record_id, w.owner_id, w.label, w.before,
      w.image || ${version('d')} as after
    from was w join done d on d.id = w.id`;
  // Each part of the statement sees the rows as they were before it.
  await sql`with was as (
      select i.*, (select jsonb_object_agg(k, case k when 'custom'
          then custom_difference(r.whole -> k, changed_custom(r.whole -> k, i.image -> k)) else r.whole -> k end)
        from jsonb_object_keys(i.image || ${version('t')}) k) as before
      from (${images}) i join ${sql.table(table)} t on t.id = i.id
      cross join lateral (select to_jsonb(t) as whole) r),
    done as (${updateToImages(table, shape, { images, now: context.now })} returning t.*),
    ${storedBy(batch, stored)}`.execute(trx);
}

/** Deletes locked rows with all that goes with them. */
export async function deleteStored(
  write: Write,
  { batch, table }: StoredRows,
  ids: readonly number[],
): Promise<void> {
  await keepWhole(write.trx, { batch, table }, ids);
  await findUndoTable(table)?.prepare?.(write, 'delete');
  await sql`${deleteRows(table, ids)}`.execute(write.trx);
}

/** Keeps locked rows that are about to be deleted, with all that goes with them. */
export async function keepWhole(
  trx: Transaction,
  { batch, table }: StoredRows,
  ids: readonly number[],
): Promise<void> {
  for (const select of [...partsOf(table).map(partRows), ...pointersAt(table).map(pointerRows)])
    await keepRowsOf(trx, batch, select(ids));
  await keepRowsOf(
    trx,
    batch,
    sql`select ${table} as entity, t.id as record_id, null::integer as owner_id, ${labelOf(table)} as label,
        to_jsonb(t) as before, null::jsonb as after
      from ${sql.table(table)} t where t.id = any (${ids}::integer[])`,
  );
}

/** The row as it is, locked, for `keepChange`; null where there is none. */
export async function lockWhole(
  trx: Transaction,
  table: string,
  id: number,
): Promise<string | null> {
  const found = await sql<{ whole: string }>`select to_jsonb(t)::text as whole
    from ${sql.table(table)} t where id = ${id} for update`.execute(trx);
  return found.rows[0]?.whole ?? null;
}

/** Keeps what changed of a row since `lockWhole`; nothing where nothing did. */
export async function keepChange(
  trx: Transaction,
  { batch, table }: StoredRows,
  { id, whole }: { id: number; whole: string },
): Promise<void> {
  const version = 'updated_at';
  await keepRowsOf(
    trx,
    batch,
    sql`select ${table} as entity, t.id as record_id, null::integer as owner_id, ${labelOf(table)} as label,
        c.before, c.after
      from ${sql.table(table)} t cross join lateral (
        select jsonb_object_agg(name, case name when 'custom' then custom_difference(was, now) else was end) as before,
          jsonb_object_agg(name, case name when 'custom' then custom_difference(now, was) else now end) as after
        from jsonb_each(${whole}::jsonb) as field (name, was)
        cross join lateral (select to_jsonb(t) -> name as now) n
        where was is distinct from to_jsonb(t) -> name or name = ${version}) c
      where t.id = ${id} and to_jsonb(t) - ${version}::text <> ${whole}::jsonb - ${version}::text`,
  );
}

/** Gives a row the version that it had, once it is again as it was. */
export async function setVersion(
  trx: Transaction,
  table: string,
  { id, version }: { id: number; version: unknown },
): Promise<void> {
  await sql`update ${sql.table(table)} set updated_at = ${version} where id = ${id}`.execute(trx);
}

function labelOf(table: string): SqlPart {
  return findUndoTable(table)?.label ?? sql`''`;
}

function partRows({ table, owner, label }: Part) {
  return (ids: readonly number[]) =>
    sql`select ${table} as entity, t.id as record_id, ${owner} as owner_id, ${label} as label,
        to_jsonb(t) as before, null::jsonb as after
      from ${sql.table(table)} t where ${owner} = any (${ids}::integer[])`;
}

function pointerRows({ table, column }: Pointer) {
  const points = sql.ref(`t.${column}`);
  const side = (value: SqlPart) =>
    sql`jsonb_build_object(${column}::text, ${value}, 'updated_at', t.updated_at)`;
  return (ids: readonly number[]) =>
    sql`select ${table} as entity, t.id as record_id, ${points} as owner_id, ${labelOf(table)} as label,
        ${side(points)} as before, ${side(sql`null::integer`)} as after
      from ${sql.table(table)} t where ${points} = any (${ids}::integer[])`;
}
