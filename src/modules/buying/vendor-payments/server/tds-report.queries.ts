import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import {
  daysFilter,
  listLink,
  monthFilter,
  type Report,
  type ReportChoice,
} from '~/kit/server/reports/report';
import {
  bookedFilters,
  isBookedIn,
  vendorBills,
} from '~/modules/buying/bills/server/bills.service';

const groups = [
  { value: 'month', label: 'Month' },
  { value: 'code', label: 'Code' },
  { value: 'vendor', label: 'Vendor' },
] as const;

type Group = (typeof groups)[number]['value'];

const parts: Readonly<
  Record<Group, { key: SqlPart; name: SqlPart; link: (choice: ReportChoice) => SqlPart }>
> = {
  month: {
    key: sql`date_trunc('month', d.day)`,
    name: sql`to_char(date_trunc('month', d.day), 'YYYY-MM')`,
    link: (choice) =>
      listLink('/bills', {
        ...bookedFilters,
        dateRange: monthFilter(sql`date_trunc('month', d.day)::date`, choice),
      }),
  },
  code: { key: sql`d.code`, name: sql`d.code`, link: () => sql`null::text` },
  vendor: {
    key: sql`v.id`,
    name: sql`v.company_name`,
    link: (choice) => vendorBills({ ...bookedFilters, dateRange: daysFilter(choice) }),
  },
};

/** Tax deducted at source from bills and advances (docs/product/reports.md#tds). */
export const tdsReport: Report = {
  name: 'tds',
  title: 'TDS',
  about: 'Tax deducted at source from booked bills and advances',
  right: 'bills.read',
  period: 'between',
  groups,
  dependsOn: ['bills', 'vendors', 'vendor_payments'],
  columns: [
    { key: 'documents', label: 'Documents', kind: 'count' },
    { key: 'base', label: 'Base', kind: 'money' },
    { key: 'tds', label: 'TDS', kind: 'money' },
  ],
  summed: ['documents', 'base', 'tds'],
  chart: { x: 'name', y: 'tds' },
  select: (_context, choice) => {
    const { key, name, link } = parts[choice.group as Group];
    const { from, to } = choice;
    return sql`with d (day, vendor_id, code, base, tds) as (
        select t.bill_date, t.vendor_id, coalesce(t.tds_code, 'None'), t.tds_base, t.tds_amount from bills t
        where t.tds_amount <> 0 and ${isBookedIn(choice)}
        union all
        select payment_date, vendor_id, coalesce(tds_code, 'None'), tds_base, tds_amount from vendor_payments
        where status = 'completed' and tds_amount <> 0 and payment_date between ${from}::date and ${to}::date
      )
      select ${name} as name, count(*) as documents, sum(d.base) as base, sum(d.tds) as tds, ${link(choice)} as link
      from d join vendors v on v.id = d.vendor_id group by ${key}
      order by ${choice.group === 'month' ? sql`1` : sql`tds desc, name`}`;
  },
};
