import { type RawBuilder, sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { type Db, instantText } from '~/kit/server/database/db';
import {
  type Reader,
  readableAs,
  seesAll,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { placementOf } from '~/modules/organization/workspaces/server/whereabouts.service';
import type { Activity, ActivityType } from '../activity.fields';
import { kindNames, kinds } from '~/modules/organization/kinds/kinds.rules';

const columns = sql`t.id, t.type, t.action, t.title, t.message, t.user_name,
  case when t.record_id is not null then
    json_strip_nulls(json_build_object('type', t.type, 'id', t.record_id, 'label', t.record_label,
      'entity', case when t.type = 'user' then nullif(t.entity, 'users')
        when t.entity in ('maintenance_runs', 'webhooks', 'lead_sources') then t.entity end))
  end as record,
  ${instantText(sql`t.created_at`)} as "timestamp"`;

// By time first, because sample data and imports are backdated; the id decides within one millisecond.
const newestFirst = sql`order by t.created_at desc, t.id desc`;

export async function listActivity(
  { db, person }: Pick<Context, 'db' | 'person'>,
  page: { type: ActivityType | null; before: number | null; limit: number },
): Promise<Activity[]> {
  const { type, before, limit } = page;
  const result = await sql<Activity>`select ${columns} from activity t
    where ${isShown(person)}
      and ${type === null ? sql`true` : ofType(type)}
      and ${before === null ? sql`true` : olderThan(before)}
    ${type === null || person.current_workspace !== null ? newestFirst : newestOfType}
    limit ${limit}`.execute(db);
  return result.rows;
}

/**
 * What a person reads of the feed: lines of the chosen workspace, about records that they may read. Who reads not all of
 * a kind sees nothing of its deleted records.
 */
function isShown(person: Reader): RawBuilder<unknown> {
  const { current_workspace: chosen } = person;
  const everywhere = { ...person, current_workspace: null };
  const hidden = kindNames.filter((kind) => !seesAll(everywhere, kind));
  const conditions = hidden.flatMap((kind) =>
    [kind, ...kinds[kind].parts].map((entity) => {
      const from = placementOf(entity)?.from ?? sql`${sql.table(entity)} t`;
      return sql`(t.entity is distinct from ${entity} or t.record_id in (
        select t.id from ${from} where ${readableAs(person, kind, entity)}))`;
    }),
  );
  const here = chosen === null ? sql`true` : sql`t.workspace_id = ${chosen}::integer`;
  return sql.join([here, ...ofAdministration(person), ...conditions], sql` and `);
}

/** Roles, invitations, API keys, webhooks and lead sources are for administrators alone, as their calls are. */
function ofAdministration({ role }: Reader): RawBuilder<unknown>[] {
  return role === 'admin'
    ? []
    : [
        sql`(t.entity is null or t.entity not in ('roles', 'invitations', 'api_keys', 'webhooks', 'lead_sources'))`,
      ];
}

// As a range, so that only the index that starts with the type provides this order. For an equality the planner expects
// to find the type soon in the index on time, and scans a million entries when its own are years old.
const ofType = (type: ActivityType) => sql`t.type >= ${type} and t.type <= ${type}`;
const newestOfType = sql`order by t.type, t.created_at desc, t.id desc`;

/** Also accepts the id of an activity that does not exist: entries before that position. */
function olderThan(id: number): RawBuilder<unknown> {
  return sql`(t.created_at, t.id) < (
    (select created_at from activity where id <= ${id}::bigint order by id desc limit 1), ${id}::bigint)`;
}

export async function listNewestOfEach(
  db: Db,
  { since, person }: { since: string; person: Reader },
  count: number,
): Promise<Activity[]> {
  const here = isShown(person);
  const newest = (which: RawBuilder<unknown>) => sql`(select t.* from activity t
    where ${which} and ${here} and t.created_at >= ${since} ${newestFirst} limit ${count})`;
  const result = await sql<Activity>`select ${columns} from (
      ${newest(sql`t.type = 'lead'`)}
      union all ${newest(sql`t.type = 'payment'`)}
      union all ${newest(sql`t.type not in ('lead', 'payment')`)}
    ) t ${newestFirst}`.execute(db);
  return result.rows;
}
