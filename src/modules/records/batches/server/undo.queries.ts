import { sql } from 'kysely';
import type { Write } from '~/kit/server/database/context';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Images } from '~/kit/server/database/images';
import type { Transaction } from '~/kit/server/database/transaction';
import { placementOf } from '~/modules/organization/workspaces/server/whereabouts.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { findUndoTable, type Part, type Tie } from './registry.service';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';

export interface Of {
  batch: number;
  table: string;
}

export async function tablesOf(db: Db, batch: number): Promise<string[]> {
  const found = await sql<{ entity: string }>`select distinct entity from batch_rows
    where batch_id = ${batch} and not is_undone`.execute(db);
  return found.rows.map(({ entity }) => entity);
}

/** A row of a batch and what undoing it means; `stale` where something newer replaced it. */
export interface RowState {
  id: number;
  owner_id: number | null;
  label: string;
  operation: 'insert' | 'change' | 'delete';
  stale: 'changed' | 'gone' | 'back' | null;
  /** Of a deleted record. */
  workspace_id: number | null;
}

function rowsOf({ batch, table }: Of, only?: number): SqlPart {
  return sql`r.batch_id = ${batch} and r.entity = ${table} and not r.is_undone
    and ${only === undefined ? sql`true` : sql`r.record_id = ${only}`}`;
}

/** Locks the records of a batch in one table in the order of their ids. */
export async function lockStored(trx: Transaction, of: Of, only?: number): Promise<void> {
  await sql`select id from ${sql.table(of.table)}
    where id in (select record_id from batch_rows r where ${rowsOf(of, only)})
    order by id for update`.execute(trx);
}

/** The rows of a batch in one table, whose records are locked in the order of their ids, in the same order. */
export async function listRowStates(
  trx: Transaction,
  { batch, table }: Of,
  only?: number,
): Promise<RowState[]> {
  const from = sql.table(table);
  const rows = rowsOf({ batch, table }, only);
  await lockStored(trx, { batch, table }, only);
  const found = await sql<RowState>`select r.record_id as id, r.owner_id, r.label,
      case when r.after is null then 'insert' when r.before is null then 'delete' else 'change' end as operation,
      case when r.after is null then case when t.id is not null then 'back' end
        when t.id is null then 'gone'
        when (to_jsonb(t)->>'updated_at')::timestamptz <> (r.after->>'updated_at')::timestamptz then 'changed'
      end as stale,
      case when r.after is null then (r.before->>'workspace_id')::integer end as workspace_id
    from batch_rows r left join ${from} t on t.id = r.record_id
    where ${rows} order by r.record_id`.execute(trx);
  return found.rows;
}

/** The records of a batch in a table that is undone one by one, in the order of their ids. */
export async function listOwn(
  db: Db,
  { batch, table }: Of,
): Promise<Pick<RowState, 'id' | 'label'>[]> {
  const found = await sql<
    Pick<RowState, 'id' | 'label'>
  >`select record_id as id, label from batch_rows
    where batch_id = ${batch} and entity = ${table} and owner_id is null and not is_undone
    order by record_id`.execute(db);
  return found.rows;
}

/** What belongs to a record of a batch, by its table. */
export async function listPartIds(
  db: Db,
  batch: number,
  owner: number,
): Promise<{ table: string; ids: number[] }[]> {
  const found = await sql<{ table: string; ids: number[] }>`select entity as table,
      array_agg(record_id order by record_id) as ids
    from batch_rows where batch_id = ${batch} and owner_id = ${owner} and after is null
    group by entity`.execute(db);
  return found.rows;
}

/**
 * The rows of a batch as they were, for those of `images.ts` in the kit. A note that a merge moved without a new version keeps
 * the version that it has.
 */
export function imagesOf({ batch, table }: Of, ids: readonly number[]): Images {
  return sql`select r.record_id as id, r.owner_id, r.label, ${former(table)} || case when r.after ? 'updated_at'
      then '{}' else jsonb_strip_nulls(jsonb_build_object('updated_at', to_jsonb(t) -> 'updated_at')) end as image
    from batch_rows r left join ${sql.table(table)} t on t.id = r.record_id
    where r.batch_id = ${batch} and r.entity = ${table} and r.record_id = any (${ids}::integer[])`;
}

/** SQL: a row as it was, with the custom fields that still exist. */
function former(table: string): SqlPart {
  return sql`case when r.before ? 'custom' then r.before
    || jsonb_build_object('custom', known_custom(${table}, r.before -> 'custom')) else r.before end`;
}

/**
 * By id: the custom fields whose former values do not come back, because the field, its former type or the choice is gone, by
 * their labels, else their keys.
 */
export async function listLost(db: Db, { batch, table }: Of): Promise<Map<number, string>> {
  const found = await sql<{ id: number; labels: string }>`
    select r.record_id as id, string_agg(coalesce(f.label, each.key), ', ' order by f.position, each.key) as labels
    from batch_rows r cross join lateral jsonb_each(r.before -> 'custom') as each (key, value)
      left join custom_fields f on f.kind = r.entity and f.key = each.key and not f.is_going
    where r.batch_id = ${batch} and r.entity = ${table} and not r.is_undone and r.before ? 'custom'
      and each.value <> 'null' and not known_custom(r.entity, r.before -> 'custom') ? each.key
    group by r.record_id`.execute(db);
  return new Map(found.rows.map(({ id, labels }) => [id, labels]));
}

export async function imageOf(
  db: Db,
  { batch, table }: Of,
  id: number,
): Promise<Record<string, unknown>> {
  const found = await sql<{
    before: Record<string, unknown> | null;
  }>`select ${former(table)} as before from batch_rows r
    where batch_id = ${batch} and entity = ${table} and record_id = ${id}`.execute(db);
  return found.rows[0]?.before ?? {};
}

/** By id: where the records are now, and whether the person may read them; none for what belongs to no workspace. */
export async function whereNow(
  { trx, context }: Write,
  { table, kind }: { table: string; kind: Kind },
  ids: readonly number[],
): Promise<Map<number, { workspace_id: number | null; is_read: boolean }>> {
  const placement = placementOf(table);
  if (!placement) return new Map();
  const found = await sql<{ id: number; workspace_id: number | null; is_read: boolean }>`
    select t.id, ${placement.workspace} as workspace_id, ${readable(context.person, kind)} as is_read
    from ${placement.from} where t.id = any (${ids}::integer[])`.execute(trx);
  return new Map(found.rows.map(({ id, ...rest }) => [id, rest]));
}

/** The pairs of a tie of which either is among these. */
export async function listTied(
  trx: Transaction,
  { at }: Tie,
  { ones, others }: { ones: readonly number[]; others: readonly number[] },
): Promise<{ one: number; other: number }[]> {
  const [one, other] = [sql.ref(`t.${at.one}`), sql.ref(`t.${at.other}`)];
  const found = await sql<{
    one: number;
    other: number;
  }>`select distinct ${one} as one, ${other} as other
    from ${typeof at.table === 'string' ? sql.table(at.table) : at.table} t where ${one} is not null and ${other} is not null
      and (${one} = any (${ones}::integer[]) or ${other} = any (${others}::integer[]))
    order by one, other`.execute(trx);
  return found.rows;
}

/** What a row is called; null where the person may not read it. */
export async function findShownLabel(
  { trx, context }: Write,
  { table, kind }: { table: string; kind: Kind | null },
  id: number,
): Promise<string | null> {
  const placement = placementOf(table);
  const from = kind && placement ? placement.from : sql`${sql.table(table)} t`;
  const isRead = kind ? readable(context.person, kind) : sql`true`;
  const label = findUndoTable(table)?.label ?? sql`${table}::text`;
  const found = await sql<{ label: string }>`select ${label} as label
    from ${from} where t.id = ${id} and ${isRead}`.execute(trx);
  return found.rows[0]?.label ?? null;
}

/** By id: who changed the records last, since a moment; those of whom no one knows are left out. */
export async function changedBy(
  trx: Transaction,
  { table, since }: { table: string; since: string },
  ids: readonly number[],
): Promise<Map<number, string>> {
  const found = await sql<{ id: number; name: string | null }>`
    select r.id, (select coalesce(p.name, 'System') from audit_log l
        left join audit_people p on p.user_id = l.user_id
        where l.entity = ${table} and l.record = r.id::text and l.at > ${since}::timestamptz
        order by l.id desc limit 1) as name
    from unnest(${ids}::integer[]) r (id)`.execute(trx);
  return new Map(found.rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

/** The records to which a part was added that is none of the batch's. */
export async function withNewParts(
  trx: Transaction,
  batch: number,
  { table, owner }: Part,
  ids: readonly number[],
): Promise<number[]> {
  const found = await sql<{ id: number }>`select distinct ${owner} as id from ${sql.table(table)} t
    where ${owner} = any (${ids}::integer[]) and not exists (select from batch_rows r
      where r.batch_id = ${batch} and r.entity = ${table} and r.record_id = t.id)`.execute(trx);
  return found.rows.map(({ id }) => id);
}

export async function markRowUndone(
  trx: Transaction,
  batch: number,
  { table, id }: { table: string; id: number },
): Promise<void> {
  await sql`update batch_rows set is_undone = true where batch_id = ${batch}
    and (entity = ${table} and record_id = ${id} or owner_id = ${id})`.execute(trx);
}
