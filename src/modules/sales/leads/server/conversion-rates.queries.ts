import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { labelOf, percentOf, type Report } from '~/kit/server/reports/report';
import type { ReportColumn } from '~/kit/shared/reports/reports';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { leadSources } from '../leads.fields';

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
  { key: 'leads', label: 'In It Now', kind: 'count' },
  { key: 'were', label: 'Were in It', kind: 'count' },
  { key: 'days', label: 'Days in It', kind: 'quantity' },
];

const lost: readonly ReportColumn[] = [{ key: 'leads', label: 'Lost Leads', kind: 'count' }];

const columnsOf: Readonly<Record<string, readonly ReportColumn[]>> = {
  stage: stays,
  lost_reason: lost,
};

const isOpen = sql`t.status in ('active', 'contacted', 'qualified')`;

/** What became of the leads of a time, and how long they were in each stage (docs/product/reports.md#leads). */
export const leadsReport: Report = {
  name: 'leads',
  title: 'Leads',
  about: 'Outcome, conversion and days in each stage of the leads that were created',
  right: 'leads.read',
  period: 'between',
  groups,
  dependsOn: ['leads', 'pipeline_stages'],
  columns: (group) => [
    {
      key: 'name',
      label: groups.find(({ value }) => value === group)?.label ?? '',
      kind: group === 'month' ? 'month' : 'text',
    },
    ...(columnsOf[group ?? ''] ?? outcomes),
  ],
  // Not those that were in a stage: a lead counts in each.
  summed: ['leads', 'open', 'converted', 'lost', 'inactive'],
  shares: [{ key: 'rate', part: 'converted', whole: 'leads' }],
  chart: {
    x: 'name',
    y: 'leads',
    parts: ['open', 'converted', 'lost', 'inactive'],
    funnel: 'stage',
  },
  select: ({ person, now }, { group, start, end, zone }) => {
    const created = sql`t.created_at >= ${start}::timestamptz and t.created_at < ${end}::timestamptz
      and ${readable(person, 'leads')}`;
    if (group === 'stage') return stagesOf(created, now);
    return group === 'lost_reason' ? reasonsOf(created) : outcomesOf(created, group, zone);
  },
};

function outcomesOf(created: SqlPart, group: string, zone: string): SqlPart {
  const month = sql`to_char(t.created_at at time zone ${zone}::text, 'YYYY-MM')`;
  const converted = sql`count(*) filter (where t.status = 'converted')`;
  const select =
    group === 'month'
      ? sql`${month} as name, null as link`
      : sql`${labelOf(sql`t.lead_source`, leadSources)} as name, '/leads?lead_source=' || t.lead_source as link`;
  return sql`select ${select}, count(*) as leads, count(*) filter (where ${isOpen}) as open, ${converted} as converted,
      count(*) filter (where t.status = 'lost') as lost, count(*) filter (where t.status = 'inactive') as inactive,
      ${percentOf(converted, sql`count(*)`)} as rate
    from leads t where ${created}
    group by ${group === 'month' ? sql`1` : sql`t.lead_source`} order by ${group === 'month' ? sql`1` : sql`leads desc, 1`}`;
}

function reasonsOf(created: SqlPart): SqlPart {
  return sql`select coalesce(t.lost_reason, 'No reason given') as name, count(*) as leads,
      '/leads?status=lost' as link
    from leads t where t.status = 'lost' and ${created}
    group by t.lost_reason order by leads desc, 1`;
}

/** The log knows each move of a lead; a closed lead left its last stage when it was last changed. */
function stagesOf(created: SqlPart, now: Date): SqlPart {
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
      '/leads?current_stage_id=' || p.id as link
    from stays s join chosen t on t.id = s.id join pipeline_stages p on p.id = s.stage_id
    group by p.id order by p.stage_order`;
}
