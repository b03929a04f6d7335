import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import {
  customerListLink,
  daysFilter,
  labelOf,
  listLink,
  monthFilter,
  type Report,
  type ReportChoice,
} from '~/kit/server/reports/report';
import { soldFilters } from '~/modules/billing/invoices/invoices.filters';
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

/** SQL: what documents `t` of customers `c` are added up by; an invoice and its notes differ in these. */
interface Source {
  day: SqlPart;
  maker: SqlPart;
  product: SqlPart;
}

interface Part {
  /** SQL: by what the documents are added up. */
  key: (of: Source) => SqlPart;
  /** Whether it needs the lines of the documents, which are several times as many, and what they are joined with. */
  lines?: (of: Source) => SqlPart;
  /** SQL: the number of invoices `t`, each of which several of the lines may have. */
  count?: SqlPart;
  /** SQL: whether the list has what an invoice `t` is added up by; a row with another leads nowhere. */
  listed?: SqlPart;
  /** SQL: the name that the sums `r` of a key have, what they are joined with for it, and where the row leads. */
  name: SqlPart;
  joins?: SqlPart;
  link?: (choice: ReportChoice) => SqlPart;
}

const nothing = sql``;
const none = sql`'None'`;

const parts: Readonly<Record<Group, Part>> = {
  month: {
    key: ({ day }) => sql`date_trunc('month', ${day})`,
    name: sql`to_char(r.key, 'YYYY-MM')`,
    link: (choice) =>
      listLink('/invoices', {
        ...soldFilters,
        dateRange: monthFilter(sql`r.key::date`, choice),
      }),
  },
  customer: {
    key: () => sql`t.customer_id`,
    name: sql`c.company_name`,
    joins: sql`join customers c on c.id = r.key`,
    link: (choice) =>
      customerListLink(
        '/invoices',
        { ...soldFilters, dateRange: daysFilter(choice) },
        { id: sql`r.key`, name: sql`c.company_name` },
      ),
  },
  product: {
    key: ({ product }) => product,
    lines: () => nothing,
    count: sql`count(distinct t.id)`,
    name: sql`coalesce(p.product_name, 'Services and other items')`,
    joins: sql`left join products p on p.id = r.key`,
    link: () => sql`'/inventory/products/' || r.key`,
  },
  category: {
    key: () => sql`p.category_id`,
    lines: ({ product }) => sql`left join products p on p.id = ${product}`,
    // The planner would sort all lines with their amounts for the few distinct keys; of many, arrays would be slower.
    count: sql`(select count(distinct id) from unnest(array_agg(t.id)) id)`,
    name: sql`coalesce(g.category_name, ${none})`,
    joins: sql`left join categories g on g.id = r.key`,
    link: () => listLink('/inventory/products', { category_id: sql`r.key` }),
  },
  state: {
    key: () => sql`coalesce(t.place_of_supply, c.state_code)`,
    listed: sql`t.place_of_supply is not null`,
    name: labelOf(
      sql`r.key`,
      states.map(({ value }) => ({ value, label: stateText(value) })),
    ),
    link: (choice) =>
      listLink('/invoices', {
        ...soldFilters,
        dateRange: daysFilter(choice),
        place_of_supply: sql`r.key`,
      }),
  },
  person: {
    key: ({ maker }) => maker,
    name: sql`coalesce(u.name, ${none})`,
    joins: sql`left join audit_people u on u.user_id = r.key`,
    link: (choice) =>
      listLink('/invoices', {
        ...soldFilters,
        dateRange: daysFilter(choice),
        created_by: sql`r.key`,
      }),
  },
};

const ofInvoices = {
  day: sql`t.invoice_date`,
  maker: sql`t.created_by`,
  product: sql`l.product_id`,
};
const ofNotes = { day: sql`n.note_date`, maker: sql`n.created_by`, product: sql`il.product_id` };

/** Sales before tax: issued invoices less credit notes, plus debit notes (docs/product/reports.md#sales). */
export const salesReport: Report = {
  name: 'sales',
  title: 'Sales',
  about: 'Invoiced value before tax, less credit notes and plus debit notes',
  right: 'invoices.read',
  period: 'between',
  groups,
  dependsOn: ['invoices', 'credit_notes'],
  columns: [
    { key: 'invoices', label: 'Invoices', kind: 'count' },
    { key: 'invoiced', label: 'Invoiced', kind: 'money' },
    { key: 'corrected', label: 'Corrections', kind: 'money' },
    { key: 'value', label: 'Sales', kind: 'money' },
  ],
  // Not the invoices: one over several products counts in the row of each.
  summed: ['invoiced', 'corrected', 'value'],
  chart: { x: 'name', y: 'value' },
  // Each side is added up before it is named: it has far more rows than sums. A left join costs nothing where no part of
  // the customer is needed.
  select: ({ person }, choice) => {
    const { group, from, to } = choice;
    const {
      key,
      lines,
      count = sql`count(*)`,
      listed = sql`true`,
      name,
      joins = nothing,
      link,
    } = parts[group as Group];
    const isRead = readable(person, 'invoices');
    const days = sql`between ${from}::date and ${to}::date`;
    const sign = sql`case n.kind when 'credit' then -1 else 1 end`;
    const [invoiceLines, noteLines] = lines
      ? [
          sql`join invoice_lines l on l.invoice_id = t.id ${lines(ofInvoices)}`,
          sql`join credit_note_lines l on l.credit_note_id = n.id join invoice_lines il on il.id = l.invoice_line_id ${lines(ofNotes)}`,
        ]
      : [nothing, nothing];
    return sql`with r as (
        select s.key, sum(s.invoices) as invoices, sum(s.invoiced) as invoiced, sum(s.corrected) as corrected,
          bool_and(s.is_listed) as is_listed
        from (
          select ${key(ofInvoices)} as key, ${count} as invoices,
            sum(${lines ? sql`l.line_total - l.discount_share` : sql`t.subtotal`}) as invoiced, 0 as corrected,
            bool_and(${listed}) as is_listed
          from invoices t left join customers c on c.id = t.customer_id ${invoiceLines}
          where t.status not in ('draft', 'cancelled') and not t.is_opening and ${ofInvoices.day} ${days} and ${isRead}
          group by 1
          union all
          select ${key(ofNotes)}, 0, 0, sum(${sign} * ${lines ? sql`l.line_total` : sql`n.subtotal`}), true
          from credit_notes n join invoices t on t.id = n.invoice_id left join customers c on c.id = t.customer_id ${noteLines}
          where n.status = 'issued' and ${ofNotes.day} ${days} and ${isRead}
          group by 1) s
        group by s.key)
      select ${name} as name, r.invoices, r.invoiced, r.corrected, r.invoiced + r.corrected as value,
        ${link ? sql`case when r.is_listed then ${link(choice)} end` : sql`null`} as link
      from r ${joins} order by ${group === 'month' ? sql`1` : sql`5 desc, 1`}`;
  },
};
