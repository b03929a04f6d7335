import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';

interface FoundRows {
  /** A JSON object a line. */
  lines: string;
  count: number;
  totals: Record<string, number>;
}

/** The rows of a report in the order of its statement, and the sums of these columns. */
export async function readRows(
  db: Db,
  select: SqlPart,
  summed: readonly string[],
): Promise<FoundRows> {
  const sums = summed.map((key) => sql`${key}::text, coalesce(sum(${sql.ref(`r.${key}`)}), 0)`);
  const found = await sql<FoundRows>`with r as materialized (${select})
    select coalesce(string_agg(row_to_json(r)::text, E'\n'), '') as lines, count(*)::integer as count,
      json_build_object(${sql.join(sums)}) as totals
    from r`.execute(db);
  return found.rows[0] ?? { lines: '', count: 0, totals: {} };
}
