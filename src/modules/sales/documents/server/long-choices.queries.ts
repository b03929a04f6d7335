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
  const result = await sql<LongChoices>`select (select coalesce(array_agg(name), '{}') from (
        select name from (select distinct c.company_name as name from ${from} where ${readable}) each
        order by name collate natural_text, name limit ${most}
      ) named) as customer_names,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from (
        select t.created_by as id, max(t.created_by_name) as name from ${from}
        where t.created_by is not null and ${readable} group by 1 order by 2, 1 limit ${most}
      ) people) as creators`.execute(db);
  return result.rows[0] ?? { customer_names: [], creators: [] };
}
