import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';

const most = 500;

/** SQL: the columns of `LongChoices` of documents `t` with their customers `c`. */
export function longChoices(from: SqlPart, where: SqlPart): SqlPart {
  return sql`(select coalesce(array_agg(name), '{}') from (
        select name from (select distinct c.company_name as name from ${from} where ${where}) each
        order by name collate natural_text, name limit ${most}
      ) named) as customer_names,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from (
        select t.created_by as id, max(t.created_by_name) as name from ${from}
        where t.created_by is not null and ${where} group by 1 order by 2, 1 limit ${most}
      ) people) as creators`;
}
