import { sql } from 'kysely';
import { instantText } from '~/kit/server/database/db';
import type { Trace } from '~/kit/server/retention/traces';

/** The oldest part of the log, which the database itself removes and never before eight years (docs/product/log.md#how-long). */
export const logTrace: Trace = {
  kind: 'log',
  oldest: async (db) => {
    const found = await sql<{ at: string }>`select ${instantText(sql`at`)} as at from audit_log
      order by id limit 1`.execute(db);
    const [first] = found.rows;
    return first ? new Date(first.at) : null;
  },
  forget: async (db, { before, most }) => {
    const result = await sql<{
      n: number;
    }>`select forget_audit_log(${before}, ${most}) as n`.execute(db);
    return result.rows[0]?.n ?? 0;
  },
};
