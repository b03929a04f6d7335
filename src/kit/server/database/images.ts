import { sql } from 'kysely';
import type { SqlPart } from './db';
import type { Transaction } from './transaction';

/** A select of `id` and `image`: rows of a table as JSON, whole or in some columns (docs/decisions/0081). */
export type Images = SqlPart;

export interface Shape {
  /** The columns of the table that the images have. */
  columns: string[];
  /** Whether its rows have `updated_at`. */
  hasVersion: boolean;
}

export async function shapeOf(trx: Transaction, table: string, images: Images): Promise<Shape> {
  const found = await sql<{ name: string; isSent: boolean }>`select attname as name,
      attname in (select jsonb_object_keys(i.image) from (${images}) i) as "isSent"
    from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped
      and attgenerated = ''`.execute(trx);
  return {
    columns: found.rows.filter(({ isSent }) => isSent).map(({ name }) => name),
    hasVersion: found.rows.some(({ name }) => name === version),
  };
}

const version = 'updated_at';
/** Of it, an image of a row that is there says the keys that change alone. */
const custom = 'custom';

/** The statement that writes whole rows, with the ids that they had. */
export function insertImages(table: string, columns: readonly string[], images: Images): SqlPart {
  return sql`insert into ${sql.table(table)} as t (${refs(columns)}) overriding system value
    select ${refs(columns, 'p')} from (${images}) i ${asRows(table)} order by i.id`;
}

/**
 * The statement that gives rows the values of their images, and a new version where an image has none.
 */
export function updateToImages(
  table: string,
  { columns, hasVersion }: Shape,
  { images, now }: { images: Images; now: Date },
): SqlPart {
  const set = columns
    .filter((name) => name !== version)
    .map((name) => {
      const [own, given] = [sql.ref(`t.${name}`), sql.ref(`p.${name}`)];
      const value = name === custom ? sql`changed_custom(${own}, ${given})` : given;
      return sql`${sql.ref(name)} = case when i.image ? ${sql.lit(name)} then ${value} else ${own} end`;
    });
  const at = sql`updated_at = coalesce((i.image->>'updated_at')::timestamptz,
    greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond'))`;
  return sql`update ${sql.table(table)} t set ${sql.join(hasVersion ? [...set, at] : set)}
    from (${images}) i ${asRows(table)} where t.id = i.id`;
}

export function deleteRows(table: string, ids: readonly number[]): SqlPart {
  return sql`delete from ${sql.table(table)} where id = any (${ids}::integer[])`;
}

/** Locks rows in the order of their ids; gives those that are there. */
export async function lockRows(
  trx: Transaction,
  table: string,
  ids: readonly number[],
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from ${sql.table(table)}
    where id = any (${ids}::integer[]) order by id for update`.execute(trx);
  return found.rows.map(({ id }) => id);
}

function asRows(table: string): SqlPart {
  return sql`cross join lateral jsonb_populate_record(null::${sql.table(table)}, i.image) p`;
}

function refs(columns: readonly string[], alias?: string): SqlPart {
  return sql.join(columns.map((name) => sql.ref(alias ? `${alias}.${name}` : name)));
}
