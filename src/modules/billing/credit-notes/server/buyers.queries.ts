import { sql } from 'kysely';
import { customerListLink, daysFilter, percentOf, type Report } from '~/kit/server/reports/report';
import { soldFilters } from '~/modules/billing/invoices/invoices.filters';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';

/** Who buys how much, how often, and when last (docs/product/reports.md#customers). */
export const buyersReport: Report = {
  name: 'customers',
  title: 'Customers',
  about: 'Sales before tax, number of invoices and days since the last one, by customer',
  right: 'invoices.read',
  period: 'between',
  groups: [{ value: 'customer', label: 'Customer' }],
  dependsOn: ['invoices', 'credit_notes', 'customers'],
  columns: [
    { key: 'last', label: 'Last Invoice', kind: 'day' },
    { key: 'days', label: 'Days Since', kind: 'count' },
    { key: 'invoices', label: 'Invoices', kind: 'count' },
    { key: 'revenue', label: 'Sales', kind: 'money' },
    { key: 'share', label: 'Share', kind: 'percent' },
  ],
  summed: ['invoices', 'revenue'],
  chart: { x: 'name', y: 'revenue' },
  select: ({ person }, choice) => {
    const { from, to } = choice;
    const isRead = readable(person, 'invoices');
    const days = sql`between ${from}::date and ${to}::date`;
    const revenue = sql`sum(s.value)`;
    const link = customerListLink(
      '/invoices',
      { ...soldFilters, dateRange: daysFilter(choice) },
      { id: sql`s.customer_id`, name: sql`min(k.company_name)` },
    );
    return sql`with s as (
        select t.customer_id, t.invoice_date as invoiced, t.subtotal as value
        from invoices t join customers c on c.id = t.customer_id
        where t.status not in ('draft', 'cancelled') and not t.is_opening and t.invoice_date ${days} and ${isRead}
        union all
        select t.customer_id, null, case n.kind when 'credit' then -n.subtotal else n.subtotal end
        from credit_notes n join invoices t on t.id = n.invoice_id join customers c on c.id = t.customer_id
        where n.status = 'issued' and n.note_date ${days} and ${isRead})
      select min(k.company_name) as name, max(s.invoiced) as last, ${to}::date - max(s.invoiced) as days,
        count(s.invoiced) as invoices, ${revenue} as revenue, ${percentOf(revenue, sql`sum(${revenue}) over ()`)} as share,
        ${link} as link
      from s join customers k on k.id = s.customer_id group by s.customer_id order by revenue desc, name`;
  },
};
