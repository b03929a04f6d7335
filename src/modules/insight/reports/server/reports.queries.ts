import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { ReportRow } from '~/kit/shared/reports/reports';

/** The rows of a report, in the order of its statement. */
export async function listReportRows(db: Db, select: SqlPart): Promise<ReportRow[]> {
  const found = await sql<{ rows: ReportRow[] }>`select coalesce(json_agg(r), '[]') as rows
    from (${select}) r`.execute(db);
  return found.rows[0]?.rows ?? [];
}
