import { sql } from 'kysely';
import type { Context, Person } from '~/kit/server/database/context';
import type { Db, SqlPart } from '~/kit/server/database/db';
import {
  bandTerm,
  choiceTerm,
  dayRangeTerm,
  type FilterTerm,
  foldedText,
  type LinkedNames,
  ownSorts,
  type PlainTerm,
  pointerTerm,
  rankSort,
  sameTextTerm,
  type SortTerm,
  textTerm,
  withinBounds,
} from '~/kit/server/lists/window-terms';
import { manyRows, type WindowedList } from '~/kit/server/lists/windowed-list';
import { activeFilters, type FilterValues } from '~/kit/shared/filters/filters';
import { companyClock } from '~/modules/organization/company/server/settings.service';
import { reachOf } from '~/modules/organization/users/rights.rules';
import { windowsFor } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { leadFields, leadStatuses } from '../leads.fields';
import type { StageSum } from '../stage-sums.fields';
import { leads, listLeads } from './leads.queries';

const column = (name: keyof typeof leadFields): SqlPart => sql.ref(`t.${name}`);

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

const sorts: Readonly<Record<string, SortTerm>> = {
  ...ownSorts(leadFields),
  // An index has it so.
  created_at: { value: column('created_at'), mayBeEmpty: false },
  industry: { value: sql`${column('industry')} collate natural_text`, mayBeEmpty: true },
  lead_score: { value: column('lead_score'), mayBeEmpty: true },
  status: rankSort(column('status'), leadStatuses),
  current_stage_id: stage,
  assigned_to: assignee,
};

const searched = ['company_name', 'contact_person', 'email'] as const;
// As the index has it (migration 0115).
const indexed = foldedText([
  ...[...searched, 'phone' as const].map(column),
  sql`phone_digits(t.phone)`,
  column('industry'),
  column('city'),
]);

const sameReason = sameTextTerm(column('lost_reason'));

const score = (bounds: { from?: number; below?: number }): SqlPart =>
  withinBounds(column('lead_score'), bounds);
const revenue = (bounds: { from?: number; below?: number }): SqlPart =>
  withinBounds(sql`coalesce(t.annual_revenue, 0)`, bounds);

/** Those of the leads screen and, where they mean something else there, of the pipeline (`longPipelineFilters`). */
const filtersOf = ({
  db,
  now,
}: Pick<Context, 'db' | 'now'>): Readonly<Record<string, FilterTerm>> => ({
  status: choiceTerm(column('status'), leadFields.status),
  current_stage_id: pointerTerm(column('current_stage_id')),
  assigned_to: pointerTerm(column('assigned_to')),
  lead_source: choiceTerm(column('lead_source'), leadFields.lead_source),
  company_size: choiceTerm(column('company_size'), leadFields.company_size),
  industry: textTerm(foldedText([column('industry')])),
  lost_reason: (value) => (value === 'none' ? sql`t.lost_reason is null` : sameReason(value)),
  score: bandTerm({
    high: score({ from: 80 }),
    medium: score({ from: 50, below: 80 }),
    low: score({ below: 50 }),
  }),
  pipeline_score: bandTerm({
    high: score({ from: 80 }),
    medium: score({ from: 60, below: 80 }),
    low: score({ below: 60 }),
  }),
  pipeline_search: textTerm(foldedText([...searched, 'industry' as const].map(column)), indexed),
  revenue: bandTerm({
    high: revenue({ from: 1_000_000 }),
    medium: revenue({ from: 500_000, below: 1_000_000 }),
    low: sql`(t.annual_revenue > 0 and t.annual_revenue < 500000)`,
    none: sql`coalesce(t.annual_revenue, 0) = 0`,
  }),
  has_stage: bandTerm({ yes: sql`t.current_stage_id is not null` }),
  date_range: dayRangeTerm(column('created_at'), () => companyClock({ db, now })),
});

/** The leads that a person reads, by windows (docs/product/leads.md#very-many-leads). */
export function leadWindows(context: Pick<Context, 'db' | 'person' | 'now'>): WindowedList {
  const { person } = context;
  const filters = filtersOf(context);
  const windows = windowsFor(person, 'leads');
  return {
    noun: 'Leads',
    source: listLeads(person),
    from: sql`leads t`,
    select: leads.select,
    ...windows,
    sorts,
    search: { text: indexed, links: [] },
    filters,
    storedCount: (values) =>
      reachOf(person, 'leads') === 'own'
        ? null
        : storedCount(windows.readable, Object.keys(filters), values),
  };
}

const countedBy: Readonly<Record<string, PlainTerm>> = {
  current_stage_id: pointerTerm(sql`t.stage_id`),
  has_stage: bandTerm({ yes: sql`t.stage_id is not null` }),
};

/** The sum of `lead_counts` where they are kept by all that is filtered by: its rows have the workspace of the leads. */
function storedCount(
  where: SqlPart,
  filters: readonly string[],
  values: FilterValues,
): SqlPart | null {
  const keys = ['search', ...filters].map((key) => ({ key }));
  const conditions: SqlPart[] = [where];
  for (const { key } of activeFilters(keys, values)) {
    const condition = countedBy[key]?.((values[key] ?? '').trim());
    if (!condition) return null;
    conditions.push(condition);
  }
  return sql`select coalesce(sum(t.leads), 0) from lead_counts t where ${sql.join(conditions, sql` and `)}`;
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
