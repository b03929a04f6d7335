import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import {
  customerListLink,
  daysFilter,
  labelOf,
  listLink,
  monthFilter,
  type Report,
  type ReportPart,
} from '~/kit/server/reports/report';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { paymentMethods, receivedFilters } from '../payments.fields';

const groups = [
  { value: 'month', label: 'Month' },
  { value: 'method', label: 'Method' },
  { value: 'customer', label: 'Customer' },
  { value: 'person', label: 'Person' },
] as const;

type Group = (typeof groups)[number]['value'];

const parts: Readonly<Record<Group, ReportPart>> = {
  month: {
    key: sql`to_char(t.payment_date, 'YYYY-MM')`,
    name: sql`to_char(t.payment_date, 'YYYY-MM')`,
    link: (choice) => {
      const month = sql`min(date_trunc('month', t.payment_date))::date`;
      return listLink('/payments', { ...receivedFilters, dateRange: monthFilter(month, choice) });
    },
  },
  method: {
    key: sql`t.payment_method`,
    name: labelOf(sql`t.payment_method`, paymentMethods),
    link: (choice) =>
      listLink('/payments', {
        ...receivedFilters,
        payment_method: sql`t.payment_method`,
        dateRange: daysFilter(choice),
      }),
  },
  customer: {
    key: sql`i.customer_id`,
    name: sql`min(c.company_name)`,
    link: (choice) =>
      customerListLink(
        '/payments',
        { ...receivedFilters, dateRange: daysFilter(choice) },
        { id: sql`i.customer_id`, name: sql`min(c.company_name)` },
      ),
  },
  person: {
    key: sql`t.created_by`,
    name: sql`min(t.created_by_name)`,
    link: (choice) =>
      listLink('/payments', {
        ...receivedFilters,
        dateRange: daysFilter(choice),
        created_by: sql`t.created_by`,
      }),
  },
};

/** The money that customers paid for invoices, and TDS, round-off and write-offs apart (docs/product/reports.md#payments). */
export const collectionsReport: Report = {
  name: 'payments',
  title: 'Payments',
  about: 'Completed payments of invoices by the day of payment',
  right: 'payments.read',
  period: 'between',
  groups,
  dependsOn: ['payments', 'invoices'],
  columns: [
    { key: 'payments', label: 'Payments', kind: 'count' },
    { key: 'amount', label: 'Amount', kind: 'money' },
    { key: 'from_advances', label: 'By Advances', kind: 'money' },
    { key: 'tds', label: 'TDS', kind: 'money' },
    { key: 'round_off', label: 'Round-off', kind: 'money' },
    { key: 'written_off', label: 'Written Off', kind: 'money' },
  ],
  summed: ['payments', 'amount', 'from_advances', 'tds', 'round_off', 'written_off'],
  chart: { x: 'name', y: 'amount' },
  select: ({ person }, choice) => {
    const { group, from, to } = choice;
    const { key, name, link } = parts[group as Group];
    const sumOf = (which: SqlPart) => sql`coalesce(sum(t.amount) filter (where ${which}), 0)`;
    const isCash = sql`t.kind = 'cash'`;
    return sql`select ${name} as name, count(*) filter (where ${isCash}) as payments, ${sumOf(isCash)} as amount,
        ${sumOf(sql`t.advance_id is not null`)} as from_advances, ${sumOf(sql`t.kind = 'tds'`)} as tds,
        ${sumOf(sql`t.kind = 'round_off'`)} as round_off, ${sumOf(sql`t.kind = 'write_off'`)} as written_off, ${link(choice)} as link
      from payments t join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id
      where t.status = 'completed' and t.kind not in ('set_off', 'refund') and t.payment_date between ${from}::date and ${to}::date
        and ${readable(person, 'payments')}
      group by ${key} order by ${group === 'month' ? sql`1` : sql`3 desc, 1`}`;
  },
};
