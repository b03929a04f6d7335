import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import { percentOf, type Report } from '~/kit/server/reports/report';

interface FoundRows {
  /** A JSON object a line. */
  lines: string;
  count: number;
  totals: Record<string, number>;
}

/** The rows of a report in the order of its statement, and its totals; a share of nothing has none. */
export async function readRows(
  db: Db,
  select: SqlPart,
  { summed, shares = [] }: Pick<Report, 'summed' | 'shares'>,
): Promise<FoundRows> {
  const sumOf = (key: string) => sql`sum(${sql.ref(`r.${key}`)})`;
  const totals = [
    ...summed.map((key) => sql`${key}::text, coalesce(${sumOf(key)}, 0)`),
    ...shares.map(
      ({ key, part, whole }) => sql`${key}::text, ${percentOf(sumOf(part), sumOf(whole))}`,
    ),
  ];
  const found = await sql<FoundRows>`with r as materialized (${select})
    select coalesce(string_agg(row_to_json(r)::text, E'\n'), '') as lines, count(*)::integer as count,
      json_strip_nulls(json_build_object(${sql.join(totals)})) as totals
    from r`.execute(db);
  return found.rows[0] ?? { lines: '', count: 0, totals: {} };
}
