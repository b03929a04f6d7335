import { sql } from 'kysely';
import {
  daysFilter,
  labelOf,
  listLink,
  monthFilter,
  percentOf,
  type Report,
  type ReportPart,
} from '~/kit/server/reports/report';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { leadSources } from '~/modules/sales/leads/leads.fields';
import { quotationStatuses } from '../quotations.fields';
import { party } from './quotations.queries';

const groups = [
  { value: 'month', label: 'Month' },
  { value: 'person', label: 'Person' },
  { value: 'source', label: 'Source of the Lead' },
  { value: 'customer', label: 'Customer' },
] as const;

type Group = (typeof groups)[number]['value'];

const status = quotationStatuses
  .map(({ value }) => value)
  .filter((value) => value !== 'draft' && value !== 'superseded')
  .join(',');

const parts: Readonly<Record<Group, ReportPart>> = {
  month: {
    key: sql`to_char(q.quotation_date, 'YYYY-MM')`,
    name: sql`to_char(q.quotation_date, 'YYYY-MM')`,
    link: (choice) => {
      const month = sql`min(date_trunc('month', q.quotation_date))::date`;
      return listLink('/quotations', { status, date_range: monthFilter(month, choice) });
    },
  },
  person: {
    key: sql`q.created_by`,
    name: sql`min(q.created_by_name)`,
    link: (choice) =>
      listLink('/quotations', {
        status,
        date_range: daysFilter(choice),
        created_by: sql`q.created_by`,
      }),
  },
  source: {
    key: sql`q.lead_source`,
    name: labelOf(sql`q.lead_source`, leadSources),
    link: (choice) =>
      listLink('/quotations', {
        status,
        date_range: daysFilter(choice),
        lead_source: sql`q.lead_source`,
      }),
  },
  customer: {
    key: sql`q.customer_id, q.lead_id`,
    name: sql`min(q.party_name)`,
    link: (choice) => {
      const filters = { status, date_range: daysFilter(choice), customer_id: sql`q.customer_id` };
      return sql`coalesce(${listLink('/quotations', filters)}, '/leads/' || q.lead_id)`;
    },
  },
};

/** What became of quotations (docs/product/reports.md#quotations). */
export const quotationsReport: Report = {
  name: 'quotations',
  title: 'Quotations',
  about: 'Value, win rate and days to decide of the quotations that were sent',
  right: 'quotations.read',
  period: 'between',
  groups,
  dependsOn: ['quotations'],
  columns: [
    { key: 'quotations', label: 'Quotations', kind: 'count' },
    { key: 'value', label: 'Value', kind: 'money' },
    { key: 'decided', label: 'Decided', kind: 'count' },
    { key: 'won', label: 'Won', kind: 'count' },
    { key: 'won_value', label: 'Won Value', kind: 'money' },
    { key: 'win_rate', label: 'Win Rate', kind: 'percent' },
    { key: 'days', label: 'Days to Decide', kind: 'quantity' },
  ],
  summed: ['quotations', 'value', 'decided', 'won', 'won_value'],
  shares: [{ key: 'win_rate', part: 'won', whole: 'decided' }],
  chart: { x: 'name', y: 'value' },
  select: ({ person }, choice) => {
    const { group, from, to, zone } = choice;
    const { key, name, link } = parts[group as Group];
    const won = sql`count(*) filter (where q.is_won)`;
    const decided = sql`count(*) filter (where q.is_decided)`;
    return sql`with q as (
        select t.quotation_date, t.created_by, t.created_by_name, t.customer_id, t.lead_id, c.company_name as party_name,
          t.subtotal, c.lead_source,
          t.status in ('accepted', 'ordered') as is_won, t.status in ('accepted', 'ordered', 'declined') as is_decided,
          (t.decided_at at time zone ${zone}::text)::date - t.quotation_date as days
        from quotations t ${party}
        where t.status not in ('draft', 'superseded') and t.quotation_date between ${from}::date and ${to}::date
          and ${readable(person, 'quotations')})
      select ${name} as name, count(*) as quotations, sum(q.subtotal) as value, ${decided} as decided, ${won} as won,
        coalesce(sum(q.subtotal) filter (where q.is_won), 0) as won_value, ${percentOf(won, decided)} as win_rate,
        round(avg(q.days) filter (where q.is_decided), 1) as days, ${link(choice)} as link
      from q group by ${key} order by ${group === 'month' ? sql`1` : sql`3 desc, 1`}`;
  },
};
