import { sql } from 'kysely';
import type { Write } from '~/kit/server/database/context';
import type { Entity } from '~/kit/server/database/entity';
import { type Images, lockRows } from '~/kit/server/database/images';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';

/** Those of the records that the person may read, locked in the order of their ids. */
export async function listLocked<F extends Fields>(
  { trx, context: { person } }: Write,
  entity: Entity<F>,
  ids: readonly number[],
): Promise<RowOf<F>[]> {
  const there = await lockRows(trx, entity.name, ids);
  const where = sql`t.id = any (${there}::integer[]) and ${entity.readableBy?.(person) ?? sql`true`}`;
  const found = await sql<{ record: RowOf<F> }>`select row_to_json(r) as record
    from (${entity.select(where)}) r order by r.id`.execute(trx);
  return found.rows.map(({ record }) => record);
}

/** What records become, for the functions that keep them. */
export function plannedImages(
  planned: readonly { id: number; label: string; image: Record<string, unknown> }[],
): Images {
  return sql`select i.id, null::integer as owner_id, i.label, i.image
    from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as i (id integer, label text, image jsonb)`;
}
