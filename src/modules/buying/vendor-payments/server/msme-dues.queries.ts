import { sql } from 'kysely';
import { groupColumn, type Report } from '~/kit/server/reports/report';

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
    groupColumn(groups, group),
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
  select: (_context, { group, to }) => {
    const owed = sql`with owed as (
        select t.*, t.payable_amount
          - coalesce((select sum(c.credited_amount) from bills c
            where c.corrects_id = t.id and c.status <> 'cancelled' and c.bill_date <= ${to}::date), 0)
          - coalesce((select sum(a.amount + a.tds_amount + a.round_off) from vendor_payment_allocations a
            where a.bill_id = t.id and not a.is_reversed and a.allocation_date <= ${to}::date), 0) as balance
        from bills t
        where t.kind = 'bill' and t.status not in ('draft', 'cancelled') and t.msme_limit is not null
          and t.bill_date <= ${to}::date
      )`;
    const past = sql`case when t.msme_limit < ${to}::date then t.balance else 0 end`;
    const from = sql`from owed t join vendors v on v.id = t.vendor_id where t.balance > 0`;
    if (group === 'vendor')
      return sql`${owed} select v.company_name as name, count(*) as bills, sum(t.balance) as balance, sum(${past}) as past,
          '/vendors/' || v.id as link ${from} group by v.id order by past desc, balance desc, name`;
    return sql`${owed} select t.voucher_number as name, v.company_name as vendor, t.bill_number, t.bill_date, t.msme_limit,
        t.due_date, greatest(${to}::date - t.msme_limit, 0) as days, t.balance, ${past} as past, '/bills/' || t.id as link
      ${from} order by t.msme_limit, t.id`;
  },
};
