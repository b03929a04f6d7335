import { type RawBuilder, sql } from 'kysely';
import type { Trace } from '~/kit/server/retention/traces';
import { rowsTrace } from '~/kit/server/retention/traces';
import {
  placementOf,
  registerPlacement,
} from '~/modules/organization/workspaces/server/whereabouts.service';
import { recordKinds } from '~/modules/organization/kinds/kinds.rules';

const tables = new Set<string>();

/**
 * Says that a table's rows belong to records, by its columns `kind` and `record_id`: they are heard of by anyone who may read
 * their record, and go for good thirty days after it. Called by src/app/modules.ts through each module.
 */
export function registerHanging(table: string): void {
  tables.add(table);
  const placements = recordKinds.map((kind) => {
    const placement = placementOf(kind);
    const of = sql`h.kind = ${sql.lit(kind)} and t.id = h.record_id`;
    if (!placement)
      return sql`select null::integer as workspace, '{}'::integer[] as owners
      from ${sql.table(kind)} t where ${of}`;
    return sql`select ${placement.workspace} as workspace, array[${sql.join(placement.owners)}]::integer[] as owners
      from ${placement.from} where ${of}`;
  });
  registerPlacement(table, {
    from: sql`(select h.id, p.workspace, p.owners from ${sql.table(table)} h
      cross join lateral (${sql.join(placements, sql` union all `)}) p) t`,
    workspace: sql`t.workspace`,
    owners: [sql`t.owners[1]`, sql`t.owners[2]`],
  });
}

/** The tables whose rows belong to records. */
export function hangingTables(): string[] {
  return [...tables];
}

const isThere = sql`case g.kind ${sql.join(
  recordKinds.map(
    (kind) => sql`when ${sql.lit(kind)} then
      exists (select from ${sql.table(kind)} t where t.id = g.record_id)`,
  ),
  sql` `,
)} end`;

const forgotten = (table: string): RawBuilder<unknown> => sql`, ${sql.table(`of_${table}`)} as (
  delete from ${sql.table(table)} h using gone g
  where h.kind = g.kind and h.record_id = g.record_id and not ${isThere})`;

/** What is attached to records that were deleted long ago (docs/product/records.md#what-belongs-to-a-record). */
export const hangingTraces: readonly Trace[] = [
  {
    ...rowsTrace('deleted_records', { table: 'deleted_records', at: 'deleted_at' }),
    forget: async (db, { before, most }) => {
      const result = await sql<{ n: number }>`with gone as (
          delete from deleted_records where ctid = any (array(
            select ctid from deleted_records where deleted_at < ${before}
            limit ${most} for update skip locked)) returning kind, record_id
        ) ${sql.join([...tables].map(forgotten), sql``)}
        select count(*)::integer as n from gone`.execute(db);
      return result.rows[0]?.n ?? 0;
    },
  },
];
