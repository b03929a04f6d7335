import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import type { LongChoices } from '../long-choices.fields';

const most = 500;

/** Whose the documents `t` of a list are, with their customers `c`. */
export async function listChoices(
  db: Db,
  { from, readable }: Pick<WindowedList, 'from' | 'readable'>,
): Promise<LongChoices> {
  const result = await sql<LongChoices>`select (select coalesce(json_agg(each), '[]') from (
        select c.id as customer_id, c.company_name as customer_name from ${from} where ${readable}
        group by c.id order by c.company_name collate natural_text, c.id limit ${most}
      ) each) as customers,
      (select coalesce(json_agg(each), '[]') from (
        select t.created_by as id, max(t.created_by_name) as name from ${from}
        where t.created_by is not null and ${readable} group by 1 order by 2, 1 limit ${most}
      ) each) as creators`.execute(db);
  return result.rows[0] ?? { customers: [], creators: [] };
}
