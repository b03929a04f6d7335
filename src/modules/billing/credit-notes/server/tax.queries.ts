import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import {
  daysFilter,
  labelOf,
  listLink,
  monthFilter,
  type Report,
} from '~/kit/server/reports/report';
import { soldFilters } from '~/modules/billing/invoices/invoices.filters';
import { treatments } from '~/modules/catalogue/tax/tax-classes.fields';
import { taxColumns, taxKeys } from '~/modules/sales/documents/taxes/tax-columns.rules';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';

const groups = [
  { value: 'rate', label: 'Rate' },
  { value: 'month', label: 'Month' },
] as const;

/** SQL: columns of lines and documents alike. */
const amountsOf = (row: string) =>
  ['cgst_amount', 'sgst_amount', 'igst_amount'].map((name) => sql.ref(`${row}.${name}`));
const taxed = (row: string) => sql.join(amountsOf(row));
const sumOf = (row: string) => sql.join(amountsOf(row), sql` + `);

/** Tax of issued documents, by rate and month (docs/product/reports.md#tax). */
export const taxReport: Report = {
  name: 'tax',
  title: 'Tax',
  about: 'Taxable value and tax of issued invoices and notes',
  right: 'invoices.read',
  period: 'between',
  groups,
  dependsOn: ['invoices', 'credit_notes'],
  columns: taxColumns,
  summed: taxKeys,
  chart: { x: 'name', y: 'tax', parts: ['cgst', 'sgst', 'igst'] },
  select: ({ person }, choice) => {
    const { group, from, to } = choice;
    const isRead = readable(person, 'invoices');
    const days = sql`between ${from}::date and ${to}::date`;
    const isIssued = sql`t.status not in ('draft', 'cancelled') and not t.is_opening and t.invoice_date ${days} and ${isRead}`;
    const isNote = sql`n.status = 'issued' and n.note_date ${days} and ${isRead}`;
    const invoices = sql`invoices t join customers c on c.id = t.customer_id`;
    const notes = sql`credit_notes n join invoices t on t.id = n.invoice_id join customers c on c.id = t.customer_id`;
    const sign = sql`case n.kind when 'credit' then -1 else 1 end`;
    const whole = (mode: SqlPart) => [
      sql`select t.invoice_date, 1, null::text, t.tax_rate, t.subtotal, ${taxed('t')}, t.tax_amount
        from ${invoices} where ${mode} and ${isIssued}`,
      sql`select n.note_date, ${sign}, null, n.tax_rate, n.subtotal, ${taxed('n')}, n.tax_amount
        from ${notes} where ${mode} and ${isNote}`,
    ];
    const byLine = [
      sql`select t.invoice_date, 1, l.tax_treatment, l.tax_rate, l.line_total - l.discount_share, ${taxed('l')}, ${sumOf('l')}
        from ${invoices} join invoice_lines l on l.invoice_id = t.id where t.tax_mode = 'gst' and ${isIssued}`,
      sql`select n.note_date, ${sign}, il.tax_treatment, il.tax_rate, l.line_total, ${taxed('l')}, ${sumOf('l')}
        from ${notes} join credit_note_lines l on l.credit_note_id = n.id join invoice_lines il on il.id = l.invoice_line_id
        where t.tax_mode = 'gst' and ${isNote}`,
    ];
    const isByRate = group === 'rate';
    const parts = isByRate ? [...whole(sql`t.tax_mode = 'single'`), ...byLine] : whole(sql`true`);
    const rate = sql`case when coalesce(d.treatment, 'taxable') = 'taxable' then coalesce(d.rate, 0) end`;
    const key = isByRate
      ? sql`${rate}, case when ${rate} is null then d.treatment end`
      : sql`to_char(d.day, 'YYYY-MM')`;
    const name = isByRate
      ? sql`coalesce(trim_scale(${rate}) || '%', ${labelOf(sql`min(d.treatment)`, treatments)})`
      : key;
    // An invoice may have lines of several rates: those of the period are behind each.
    const dateRange = isByRate
      ? daysFilter(choice)
      : monthFilter(sql`min(date_trunc('month', d.day))::date`, choice);
    const link = listLink('/invoices', { ...soldFilters, dateRange });
    const sums = taxKeys.map(
      (column) => sql`sum(d.sign * ${sql.ref(`d.${column}`)}) as ${sql.ref(column)}`,
    );
    return sql`with d (day, sign, treatment, rate, taxable, cgst, sgst, igst, tax) as (${sql.join(parts, sql` union all `)})
      select ${name} as name, ${sql.join(sums)}, ${link} as link from d group by ${key}
      order by ${isByRate ? sql`${rate} desc nulls last, 1` : sql`1`}`;
  },
};
