import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import {
  daysFilter,
  labelOf,
  listLink,
  monthFilter,
  type Report,
  type ReportChoice,
} from '~/kit/server/reports/report';
import { taxColumns, taxKeys } from '~/modules/sales/documents/taxes/tax-columns.rules';
import { itcChoices } from '../bills.fields';
import { bookedFilters, isBookedIn, sign } from './purchases.queries';

const groups = [
  { value: 'month', label: 'Month' },
  { value: 'rate', label: 'Rate' },
  { value: 'itc', label: 'Input Tax Credit' },
] as const;

/** SQL: taxed lines and charges of bills by GST; of one with a single rate its eligible part and its blocked part. */
function taxed(choice: ReportChoice): SqlPart {
  const isIn = isBookedIn(choice);
  const parts = sql`l.cgst_amount, l.sgst_amount, l.igst_amount, l.cgst_amount + l.sgst_amount + l.igst_amount`;
  const blocked = sql`(select coalesce(sum(net), 0) as net, coalesce(sum(round(net * t.tax_rate / 100, 2)), 0) as tax
    from (
      select line_total - discount_share as net from bill_lines where bill_id = t.id and itc = 'blocked'
      union all select amount from bill_charges where bill_id = t.id and itc = 'blocked'
    ) each)`;
  return sql`with d (day, sign, rate, itc, reverse_charge, taxable, cgst, sgst, igst, tax) as (
      select t.bill_date, ${sign}, coalesce(l.tax_rate, 0), l.itc, t.reverse_charge, l.line_total - l.discount_share, ${parts}
      from bills t join bill_lines l on l.bill_id = t.id where t.tax_mode = 'gst' and ${isIn}
      union all
      select t.bill_date, ${sign}, coalesce(l.tax_rate, 0), l.itc, t.reverse_charge, l.amount, ${parts}
      from bills t join bill_charges l on l.bill_id = t.id where t.tax_mode = 'gst' and ${isIn}
      union all
      select t.bill_date, ${sign}, t.tax_rate, p.itc, t.reverse_charge, p.net, 0, 0, 0, p.tax
      from bills t cross join lateral ${blocked} b cross join lateral (values
          ('eligible', t.subtotal - b.net, t.tax_amount - b.tax), ('blocked', b.net, b.tax)) p (itc, net, tax)
      where t.tax_mode = 'single' and ${isIn} and p.net <> 0
    )`;
}

/** Tax on what was bought, by month, rate and whether it is credited (docs/product/reports.md#input-tax). */
export const inputTaxReport: Report = {
  name: 'input-tax',
  title: 'Input Tax',
  about: 'Tax on booked bills less credits, reverse charge apart',
  right: 'bills.read',
  period: 'between',
  groups,
  dependsOn: ['bills'],
  columns: [
    ...taxColumns,
    { key: 'eligible', label: 'Eligible', kind: 'money' },
    { key: 'blocked', label: 'Blocked', kind: 'money' },
    { key: 'reverse_charge', label: 'Reverse Charge', kind: 'money' },
  ],
  summed: [...taxKeys, 'eligible', 'blocked', 'reverse_charge'],
  chart: { x: 'name', y: 'tax' },
  select: (_context, choice) => {
    const key = {
      month: sql`to_char(d.day, 'YYYY-MM')`,
      rate: sql`d.rate`,
      itc: sql`d.itc`,
    }[choice.group as (typeof groups)[number]['value']];
    const name = {
      month: key,
      rate: sql`trim_scale(d.rate) || '%'`,
      itc: labelOf(sql`d.itc`, itcChoices),
    }[choice.group as (typeof groups)[number]['value']];
    const isByMonth = choice.group === 'month';
    const dateRange = isByMonth
      ? monthFilter(sql`min(date_trunc('month', d.day))::date`, choice)
      : daysFilter(choice);
    const sums = ['cgst', 'sgst', 'igst', 'tax'].map(
      (
        column,
      ) => sql`coalesce(sum(d.sign * ${sql.ref(`d.${column}`)}) filter (where not d.reverse_charge), 0)
        as ${sql.ref(column)}`,
    );
    const of = (when: SqlPart) => sql`coalesce(sum(d.sign * d.tax) filter (where ${when}), 0)`;
    return sql`${taxed(choice)} select ${name} as name, sum(d.sign * d.taxable) as taxable, ${sql.join(sums)},
        ${of(sql`not d.reverse_charge and d.itc = 'eligible'`)} as eligible,
        ${of(sql`not d.reverse_charge and d.itc = 'blocked'`)} as blocked,
        ${of(sql`d.reverse_charge`)} as reverse_charge, ${listLink('/bills', { ...bookedFilters, dateRange })} as link
      from d group by ${key} order by ${isByMonth ? key : sql`${key} desc`}`;
  },
};
