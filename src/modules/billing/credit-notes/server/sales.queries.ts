import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { labelOf, type Report } from '~/kit/server/reports/report';
import { states, stateText } from '~/modules/organization/company/states.rules';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';

const groups = [
  { value: 'month', label: 'Month' },
  { value: 'customer', label: 'Customer' },
  { value: 'product', label: 'Product' },
  { value: 'category', label: 'Category' },
  { value: 'state', label: 'State' },
  { value: 'person', label: 'Person' },
] as const;

type Group = (typeof groups)[number]['value'];

const none = sql`'None'`;
const noLink = sql`null`;
const nameOfState = labelOf(
  sql`s.state`,
  states.map(({ value }) => ({ value, label: stateText(value) })),
);

/** SQL for each group: what a row is, the name it has, and where it leads. */
const parts: Readonly<
  Record<Group, { key: SqlPart; name: SqlPart; joins: SqlPart; link: SqlPart }>
> = {
  month: {
    key: sql`date_trunc('month', s.day)`,
    name: sql`to_char(date_trunc('month', s.day), 'YYYY-MM')`,
    joins: sql``,
    link: noLink,
  },
  customer: {
    key: sql`s.customer_id`,
    name: sql`min(k.company_name)`,
    joins: sql`join customers k on k.id = s.customer_id`,
    link: sql`'/customers/' || s.customer_id`,
  },
  product: {
    key: sql`s.product_id`,
    name: sql`coalesce(min(p.product_name), 'Services and other items')`,
    joins: sql`left join products p on p.id = s.product_id`,
    link: sql`'/inventory/products/' || s.product_id`,
  },
  category: {
    key: sql`p.category_id`,
    name: sql`coalesce(min(g.category_name), ${none})`,
    joins: sql`left join products p on p.id = s.product_id left join categories g on g.id = p.category_id`,
    link: noLink,
  },
  state: { key: sql`s.state`, name: nameOfState, joins: sql``, link: noLink },
  person: {
    key: sql`s.created_by`,
    name: sql`coalesce(min(u.first_name || ' ' || u.last_name), ${none})`,
    joins: sql`left join users u on u.id = s.created_by`,
    link: noLink,
  },
};

/** Sales before tax: issued invoices less credit notes, plus debit notes (docs/product/reports.md#sales). */
export const salesReport: Report = {
  name: 'sales',
  title: 'Sales',
  about: 'Invoiced value before tax, less credit notes and plus debit notes',
  right: 'invoices.read',
  period: 'between',
  groups,
  dependsOn: ['invoices', 'credit_notes'],
  columns: (group) => [
    {
      key: 'name',
      label: groups.find(({ value }) => value === group)?.label ?? '',
      kind: group === 'month' ? 'month' : 'text',
    },
    { key: 'invoices', label: 'Invoices', kind: 'count' },
    { key: 'invoiced', label: 'Invoiced', kind: 'money' },
    { key: 'corrected', label: 'Corrections', kind: 'money' },
    { key: 'value', label: 'Sales', kind: 'money' },
  ],
  // Not the invoices: one over several products counts in the row of each.
  summed: ['invoiced', 'corrected', 'value'],
  chart: { x: 'name', y: 'value' },
  select: ({ person }, { group, from, to }) => {
    const { key, name, joins, link } = parts[group as Group];
    const isRead = readable(person, 'invoices');
    const state = sql`coalesce(t.place_of_supply, c.state_code)`;
    return sql`with sold as (
        select t.invoice_date as day, t.customer_id, t.created_by, ${state} as state, l.product_id,
          t.id as invoice_id, l.line_total - l.discount_share as invoiced, 0 as corrected
        from invoice_lines l join invoices t on t.id = l.invoice_id join customers c on c.id = t.customer_id
        where t.status not in ('draft', 'cancelled') and not t.is_opening and t.invoice_date between ${from}::date and ${to}::date
          and ${isRead}
        union all
        select n.note_date, t.customer_id, n.created_by, ${state}, il.product_id, null, 0,
          case n.kind when 'credit' then -l.line_total else l.line_total end
        from credit_note_lines l join credit_notes n on n.id = l.credit_note_id
          join invoices t on t.id = n.invoice_id join customers c on c.id = t.customer_id
          left join invoice_lines il on il.id = l.invoice_line_id
        where n.status = 'issued' and n.note_date between ${from}::date and ${to}::date and ${isRead})
      select ${name} as name, count(distinct s.invoice_id) as invoices, sum(s.invoiced) as invoiced,
        sum(s.corrected) as corrected, sum(s.invoiced + s.corrected) as value, ${link} as link
      from sold s ${joins} group by ${key}
      order by ${group === 'month' ? sql`1` : sql`5 desc, 1`}`;
  },
};
