import { sql } from 'kysely';
import type { Context, Write } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { placementOf } from '~/modules/organization/workspaces/server/whereabouts.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { hangingTables } from '~/modules/records/records/server/records.service';
import { changeStored, keepRowsOf } from './stored-rows.queries';
import { findUndoTable, lockedFirst, type Move, movesOf } from './registry.service';
import { type Kind, kinds } from '~/modules/organization/kinds/kinds.rules';

interface Merging {
  batch: number;
  table: string;
  from: number;
  to: number;
}

/** How many rows of a kind would move from a record, and how many of them the person may not read. */
export async function countMoving(
  { trx, context: { person } }: Write,
  { table, column }: Move,
  { kind, from }: { kind: Kind; from: number },
): Promise<{ count: number; hidden: number }> {
  const placement = placementOf(table);
  if (!placement && kinds[kind].workspace !== null)
    throw new Error(`Where the records of ${table} are is not registered`);
  const found = await sql<{ count: number; hidden: number }>`select count(*) as count,
      count(*) filter (where (${readable(person, kind)}) is not true) as hidden
    from ${placement?.from ?? sql`${sql.table(table)} t`} where ${sql.ref(`t.${column}`)} = ${from}`.execute(
    trx,
  );
  return found.rows[0] ?? { count: 0, hidden: 0 };
}

/** Locks what belongs to both records and is locked before them by everyone; of two opposite merges the second waits here. */
export async function lockMoving(
  trx: Transaction,
  of: string,
  both: readonly number[],
): Promise<void> {
  const moves = movesOf(of);
  for (const table of lockedFirst(moves.map((move) => move.table))) {
    const columns = moves.filter((move) => move.table === table).map(({ column }) => column);
    const isIts = columns.map((column) => sql`${sql.ref(column)} = any (${both}::integer[])`);
    await sql`select from ${sql.table(table)} where ${sql.join(isIts, sql` or `)}
      order by id for update`.execute(trx);
  }
}

/** Gives to one record everything that belongs to the other, in a statement for each kind of it. */
export async function moveAll(write: Write, merging: Merging): Promise<void> {
  const moves = movesOf(merging.table);
  const whole = moves.filter(({ duplicate }) => !duplicate);
  // What has a duplicate is deleted once nothing names it.
  for (const move of [...whole, ...moves.filter(({ duplicate }) => duplicate)])
    await moveRows(write, move, merging);
  const pair = sql`(values (${merging.from}::integer, ${merging.to}::integer))`;
  await moveHanging(write.trx, merging, { kind: merging.table, pairs: pair });
}

async function moveRows(write: Write, move: Move, merging: Merging): Promise<void> {
  const { table, column, beside, duplicate } = move;
  const { batch, from, to } = merging;
  if (duplicate)
    await deleteDoubles(write.trx, { table, column, duplicate: duplicate(to) }, merging);
  const label = findUndoTable(table)?.label ?? sql`${move.of}::text`;
  const others = beside ? sql` || ${beside(to)}` : sql``;
  await changeStored(
    write,
    { batch, table },
    sql`select t.id, ${from}::integer as owner_id, ${label} as label,
        jsonb_build_object(${column}::text, ${to}::integer)${others} as image
      from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${from}`,
  );
}

async function deleteDoubles(
  trx: Transaction,
  { table, column, duplicate }: { table: string; column: string; duplicate: SqlPart },
  merging: Merging,
): Promise<void> {
  const { batch, from } = merging;
  const doubles = sql`${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${from} and ${duplicate} is not null`;
  const pairs = sql`(select t.id, ${duplicate} from ${doubles})`;
  await moveHanging(trx, merging, { kind: table, pairs });
  await keepRowsOf(
    trx,
    batch,
    sql`select ${table}::text as entity, t.id as record_id, ${from}::integer as owner_id, ''::text as label,
        to_jsonb(t) as before, null::jsonb as after from ${doubles}`,
  );
  await sql`delete from ${doubles}`.execute(trx);
}

/** Moves notes, files and next steps of records: `pairs` selects from which record to which. */
async function moveHanging(
  trx: Transaction,
  { batch, from }: Merging,
  { kind, pairs }: { kind: string; pairs: SqlPart },
): Promise<void> {
  for (const table of hangingTables()) {
    const moved = await sql<
      Record<string, number>
    >`update ${sql.table(table)} h set record_id = p."into"
      from ${pairs} p (was, "into") where h.kind = ${kind} and h.record_id = p.was
      returning h.id, p.was, p."into"`.execute(trx);
    const side = (id: SqlPart) => sql`jsonb_build_object('record_id', ${id})`;
    await keepRowsOf(
      trx,
      batch,
      sql`select ${table}::text as entity, id as record_id, ${from}::integer as owner_id, ''::text as label,
          ${side(sql`was`)} as before, ${side(sql`"into"`)} as after
        from jsonb_to_recordset(${JSON.stringify(moved.rows)}::jsonb) as moved (id integer, was integer, "into" integer)`,
    );
  }
}

/** Into which record one was merged, where it was and that was not undone. */
export async function findMergedInto(
  { db }: Pick<Context, 'db'>,
  table: string,
  id: number,
): Promise<number | null> {
  const found = await sql<{ id: number }>`select kept.record_id as id from batch_rows gone
    join batches b on b.id = gone.batch_id and b.kind = 'merge' and b.undone_at is null
    join batch_rows kept on kept.batch_id = b.id and kept.entity = ${table} and kept.owner_id is null
      and kept.record_id <> ${id}
    where gone.entity = ${table} and gone.record_id = ${id} and gone.after is null
    order by b.id desc limit 1`.execute(db);
  return found.rows[0]?.id ?? null;
}

/**
 * The records of a table that were merged into this one, also by way of others, by id: those to which nothing happened
 * after the merge. An undone one has a later entry in the log.
 */
export async function listMergedInto(
  { db }: Pick<Context, 'db'>,
  table: string,
  id: number,
): Promise<number[]> {
  const found = await sql<{ id: number }>`with recursive former (id) as (
      select ${id}::bigint
      union
      select (a.after->>'merged_id')::bigint from former f
      join activity a on a.entity = ${table} and a.record_id = f.id and a.action = 'merged'
        and a.created_at = (select l.at from audit_log l
          where l.entity = ${table} and l.record = a.after->>'merged_id' and l.part is null
          order by l.id desc limit 1)
    )
    select id from former where id <> ${id} order by id`.execute(db);
  return found.rows.map((row) => row.id);
}
