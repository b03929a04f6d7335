import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import {
  daysFilter,
  labelOf,
  listLink,
  monthFilter,
  percentOf,
  queryText,
  type Report,
  type ReportChoice,
} from '~/kit/server/reports/report';
import type { ReportColumn } from '~/kit/shared/reports/reports';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { leadSources } from '../leads.fields';
import { noReason } from '../leads.filters';
import { openStatuses } from '../leads.rules';

const groups = [
  { value: 'source', label: 'Source' },
  { value: 'month', label: 'Month' },
  { value: 'stage', label: 'Stage' },
  { value: 'lost_reason', label: 'Lost Reason' },
] as const;

const outcomes: readonly ReportColumn[] = [
  { key: 'leads', label: 'Leads', kind: 'count' },
  { key: 'open', label: 'Open', kind: 'count' },
  { key: 'converted', label: 'Converted', kind: 'count' },
  { key: 'lost', label: 'Lost', kind: 'count' },
  { key: 'inactive', label: 'Inactive', kind: 'count' },
  { key: 'rate', label: 'Conversion', kind: 'percent' },
];
const stays: readonly ReportColumn[] = [
  { key: 'leads', label: 'Leads Now', kind: 'count' },
  { key: 'were', label: 'Leads So Far', kind: 'count' },
  { key: 'days', label: 'Days in Stage', kind: 'quantity' },
];

const lost: readonly ReportColumn[] = [{ key: 'leads', label: 'Lost Leads', kind: 'count' }];

const columnsOf: Readonly<Record<string, readonly ReportColumn[]>> = {
  stage: stays,
  lost_reason: lost,
};

const isOpen = sql`t.status in (${sql.join(openStatuses.map((each) => sql.lit(each)))})`;

/** What became of the leads of a time, and how long they were in each stage (docs/product/reports.md#leads). */
export const leadsReport: Report = {
  name: 'leads',
  title: 'Leads',
  about: 'Outcome, conversion and days in each stage of the leads that were created',
  right: 'leads.read',
  period: 'between',
  groups,
  dependsOn: ['leads', 'pipeline_stages'],
  columns: (group) => columnsOf[group] ?? outcomes,
  // Not those that were in a stage: a lead counts in each.
  summed: ['leads', 'open', 'converted', 'lost', 'inactive'],
  shares: [{ key: 'rate', part: 'converted', whole: 'leads' }],
  chart: {
    x: 'name',
    y: 'leads',
    parts: ['open', 'converted', 'lost', 'inactive'],
    funnel: 'stage',
  },
  select: ({ person, now }, choice) => {
    const { group, start, end } = choice;
    const created = sql`t.created_at >= ${start}::timestamptz and t.created_at < ${end}::timestamptz
      and ${readable(person, 'leads')}`;
    if (group === 'stage') return stagesOf(created, choice, now);
    return group === 'lost_reason' ? reasonsOf(created, choice) : outcomesOf(created, choice);
  },
};

function outcomesOf(created: SqlPart, choice: ReportChoice): SqlPart {
  const isByMonth = choice.group === 'month';
  const days = isByMonth ? monthFilter(sql`t.month`, choice) : daysFilter(choice);
  const [key, name, filters] = isByMonth
    ? [sql`t.month`, sql`to_char(t.month, 'YYYY-MM')`, {}]
    : [
        sql`t.lead_source`,
        labelOf(sql`t.lead_source`, leadSources),
        { lead_source: sql`t.lead_source` },
      ];
  const converted = sql`count(*) filter (where t.status = 'converted')`;
  return sql`select ${name} as name, count(*) as leads, count(*) filter (where ${isOpen}) as open, ${converted} as converted,
      count(*) filter (where t.status = 'lost') as lost, count(*) filter (where t.status = 'inactive') as inactive,
      ${percentOf(converted, sql`count(*)`)} as rate, ${leadsLink({ ...filters, date_range: days })} as link
    from (
      select t.status, t.lead_source, date_trunc('month', t.created_at at time zone ${choice.zone}::text)::date as month
      from leads t where ${created}) t
    group by ${key} order by ${isByMonth ? sql`1` : sql`leads desc, 1`}`;
}

function leadsLink(filters: Parameters<typeof listLink>[1]): SqlPart {
  return listLink('/leads', filters);
}

function reasonsOf(created: SqlPart, choice: ReportChoice): SqlPart {
  const lost_reason = sql`coalesce(${queryText(sql`t.lost_reason`)}, 'none')`;
  return sql`select coalesce(t.lost_reason, ${sql.lit(noReason)}) as name, count(*) as leads,
      ${leadsLink({ status: 'lost', lost_reason, date_range: daysFilter(choice) })} as link
    from leads t where t.status = 'lost' and ${created}
    group by t.lost_reason order by leads desc, 1`;
}

/** The log knows each move of a lead; a closed lead left its last stage when it was last changed. */
function stagesOf(created: SqlPart, choice: ReportChoice, now: Date): SqlPart {
  const stage = (of: SqlPart) => sql`(${of} ->> 'current_stage_id')::integer`;
  return sql`with chosen as (
      select t.id, t.created_at, t.current_stage_id, ${isOpen} as is_open,
        case when ${isOpen} then ${now}::timestamptz else t.updated_at end as ended
      from leads t where ${created}),
    moved as (
      select t.id, a.at, ${stage(sql`a.before`)} as was, ${stage(sql`a.after`)} as stage_id,
        lead(a.at, 1, t.ended) over one as until, row_number() over one as place
      from chosen t join audit_log a on a.entity = 'leads' and a.record = t.id::text and a.part is null
        and a.action = 'updated' and a.after ? 'current_stage_id'
      window one as (partition by t.id order by a.id)),
    stays as (
      select id, stage_id, at as since, until from moved
      union all
      select t.id, coalesce(m.was, t.current_stage_id), t.created_at, coalesce(m.at, t.ended)
      from chosen t left join moved m on m.id = t.id and m.place = 1)
    select p.stage_name as name, count(distinct s.id) as were,
      count(distinct s.id) filter (where t.is_open and t.current_stage_id = p.id) as leads,
      round(sum(greatest(extract(epoch from s.until - s.since), 0)) / 86400 / count(distinct s.id), 1) as days,
      ${leadsLink({ current_stage_id: sql`p.id`, status: openStatuses.join(','), date_range: daysFilter(choice) })} as link
    from stays s join chosen t on t.id = s.id join pipeline_stages p on p.id = s.stage_id
    group by p.id order by p.stage_order`;
}
