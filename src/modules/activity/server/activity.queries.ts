import { type RawBuilder, sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/db';
import type { Activity, ActivityType } from '../activity.fields';

const columns = sql`t.id, t.type, t.action, t.title, t.message, t.user_name,
  case when t.record_id is not null then
    json_build_object('type', t.type, 'id', t.record_id, 'label', t.record_label)
  end as record,
  ${instantText(sql`t.created_at`)} as "timestamp"`;

// By moment, for sample data and imports write about the past; the id decides within one millisecond.
const newestFirst = sql`order by t.created_at desc, t.id desc`;

/** A page of the feed: at most `limit`, those older than the activity `before`. */
export async function listActivity(
  db: Db,
  page: { type: ActivityType | null; before: number | null; limit: number },
): Promise<Activity[]> {
  const { type, before, limit } = page;
  const result = await sql<Activity>`select ${columns} from activity t
    where ${type === null ? sql`true` : sql`t.type = ${type}`}
      and ${before === null ? sql`true` : olderThan(before)}
    ${newestFirst} limit ${limit}`.execute(db);
  return result.rows;
}

/** Also for an id that nothing has: then what came before the place where it would be. */
function olderThan(id: number): RawBuilder<unknown> {
  return sql`(t.created_at, t.id) < (
    (select created_at from activity where id <= ${id}::bigint order by id desc limit 1), ${id}::bigint)`;
}

/** The newest about leads, about payments and about all the rest, `count` of each, together newest first. */
export async function listNewestOfEach(db: Db, since: string, count: number): Promise<Activity[]> {
  const newest = (which: RawBuilder<unknown>) => sql`(select t.* from activity t
    where ${which} and t.created_at >= ${since} ${newestFirst} limit ${count})`;
  const result = await sql<Activity>`select ${columns} from (
      ${newest(sql`t.type = 'lead'`)}
      union all ${newest(sql`t.type = 'payment'`)}
      union all ${newest(sql`t.type not in ('lead', 'payment')`)}
    ) t ${newestFirst}`.execute(db);
  return result.rows;
}
