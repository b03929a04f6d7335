import { sql } from 'kysely';
import type { Report } from '~/kit/server/reports/report';
import { billBalances } from './vendor-accounts.queries';

const groups = [
  { value: 'bill', label: 'Bill' },
  { value: 'vendor', label: 'Vendor' },
] as const;

/** What is owed to micro and small vendors at the end of a day, and by when (docs/product/reports.md#msme-dues). */
export const msmeDuesReport: Report = {
  name: 'msme-dues',
  title: 'MSME Dues',
  about: 'Unpaid bills of micro and small vendors with the last day to pay them',
  right: 'bills.read',
  period: 'as of',
  groups,
  dependsOn: ['bills', 'vendors', 'vendor_payments'],
  columns: (group) => [
    ...(group === 'bill'
      ? ([
          { key: 'vendor', label: 'Vendor', kind: 'text' },
          { key: 'bill_number', label: 'Bill Number', kind: 'text' },
          { key: 'bill_date', label: 'Bill Date', kind: 'day' },
          { key: 'msme_limit', label: 'MSME Limit', kind: 'day' },
          { key: 'due_date', label: 'Due Date', kind: 'day' },
          { key: 'days', label: 'Days Past Limit', kind: 'count' },
        ] as const)
      : ([{ key: 'bills', label: 'Bills', kind: 'count' }] as const)),
    { key: 'balance', label: 'Balance', kind: 'money' },
    { key: 'past', label: 'Past Limit', kind: 'money' },
  ],
  summed: ['bills', 'balance', 'past'],
  chart: { x: 'name', y: 'balance' },
  select: (_context, { group, to, zone }) => {
    const owed = billBalances({ day: to, zone }, () => sql`true`);
    const past = sql`case when o.msme_limit < ${to}::date then o.balance else 0 end`;
    const from = sql`from ${owed} o join bills t on t.id = o.id join vendors v on v.id = o.vendor_id
      where o.msme_limit is not null and o.balance > 0`;
    if (group === 'vendor')
      return sql`select v.company_name as name, count(*) as bills, sum(o.balance) as balance, sum(${past}) as past,
          '/vendors/' || v.id as link ${from} group by v.id order by past desc, balance desc, name`;
    return sql`select t.voucher_number as name, v.company_name as vendor, t.bill_number, t.bill_date, o.msme_limit,
        o.due_date, greatest(${to}::date - o.msme_limit, 0) as days, o.balance, ${past} as past, '/bills/' || t.id as link
      ${from} order by o.msme_limit, t.id`;
  },
};
