import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { Db, SqlPart } from '~/kit/server/database/db';
import { conditionSql } from '~/kit/server/lists/condition-sql';
import type { LinkedNames } from '~/kit/server/lists/window-terms';
import { manyRows } from '~/kit/server/lists/windowed-list';
import { activeFilters, type FilterValues } from '~/kit/shared/filters/filters';
import { reachOf } from '~/modules/organization/users/rights.rules';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import {
  kindWindows,
  windowsFor,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { longLeadFilters } from '../pipeline.filters';
import type { StageSum } from '../stage-sums.fields';
import { leadLocation, leadNames, leads, leadTexts } from './leads.queries';

const stage: LinkedNames = {
  key: sql`coalesce(t.current_stage_id, 0)`,
  isIndexed: false,
  table: 'pipeline_stages',
  name: sql.ref('stage_name'),
  order: sql.ref('stage_order'),
};
const assignee: LinkedNames = {
  key: sql`coalesce(t.assigned_to, 0)`,
  isIndexed: false,
  table: 'users',
  name: sql`concat_ws(' ', nullif(first_name, ''), nullif(last_name, ''))`,
};

/** The leads that a person reads, by windows (docs/product/leads.md#very-many-leads). */
export const leadWindows = windowsOf((person) => ({
  ...kindWindows(person, 'leads', leads),
  filters: longLeadFilters,
  sorted: ['industry', 'lead_score'],
  ranked: ['status'],
  indexed: { pipeline_search: [leadNames, leadLocation] },
  sorts: { current_stage_id: stage, assigned_to: assignee },
  search: { texts: [leadNames, leadLocation], worded: [leadTexts, leadLocation], links: [] },
  storedCount: (values) =>
    reachOf(person, 'leads') === 'own'
      ? null
      : storedCount(windowsFor(person, 'leads').readable, values),
}));

// Both filters read the stage.
const countColumn = (): SqlPart => sql`t.stage_id`;
const noMoment = { today: '', timeZone: '' };

/** The sum of `lead_counts` where they are kept by all that is filtered by: its rows have the workspace of the leads. */
function storedCount(where: SqlPart, values: FilterValues): SqlPart | null {
  const chosen = activeFilters(longLeadFilters, values);
  if (chosen.some(({ key }) => key !== 'current_stage_id' && key !== 'has_stage')) return null;
  const conditions = chosen.flatMap(({ key, when }) =>
    when ? [conditionSql(when((values[key] ?? '').trim(), noMoment), { column: countColumn })] : [],
  );
  return sql`select coalesce(sum(t.leads), 0) from lead_counts t
    where ${sql.join([where, ...conditions], sql` and `)}`;
}

/** The leads that a person reads, stage by stage; `id` is null for those without one. */
export async function listStageSums(db: Db, person: Person): Promise<StageSum[]> {
  const { readable } = windowsFor(person, 'leads');
  const result = await sql<StageSum>`select t.current_stage_id as id, count(*) as leads,
      count(*) filter (where t.status = 'converted') as converted, coalesce(sum(t.annual_revenue), 0) as value
    from leads t where ${readable} group by t.current_stage_id order by 1`.execute(db);
  return result.rows;
}

/** Makes the indexes of the windows' orders once there are so many; writers wait in the meantime. */
export async function keepLeadsInOrder(db: Db, least = manyRows): Promise<void> {
  await sql`select keep_leads_in_order(${least})`.execute(db);
}
