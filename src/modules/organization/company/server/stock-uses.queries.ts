import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { StockUse } from '../stock-uses.rules';

/** Those whose condition holds. */
export async function findUses(
  db: Db,
  conditions: ReadonlyMap<StockUse, SqlPart>,
): Promise<StockUse[]> {
  const all = [...conditions].map(
    ([use, isUsed]) => sql`select ${sql.lit(use)} as use where ${isUsed}`,
  );
  if (all.length === 0) return [];
  const found = await sql<{
    use: StockUse;
  }>`${sql.join(all, sql` union all `)} order by use`.execute(db);
  return found.rows.map(({ use }) => use);
}
