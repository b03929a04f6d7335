import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type { ReportColumn } from '~/kit/shared/reports/reports';
import { formatDay } from '~/kit/shared/time/days';
import type { ShownReport } from './reports.fields';

/** A value as screens and papers write it. */
export function reportText(
  value: string | number | null | undefined,
  { kind }: Pick<ReportColumn, 'kind'>,
): string {
  if (value === null || value === undefined) return '';
  if (kind === 'day') return formatDay(String(value));
  if (typeof value === 'string') return value;
  if (kind === 'money') return formatMoney(value, 'INR');
  return kind === 'percent' ? `${formatNumber(value)}%` : formatNumber(value);
}

export function isAmount({ kind }: Pick<ReportColumn, 'kind'>): boolean {
  return kind !== 'text' && kind !== 'day';
}

/** What time a report is about, in words. */
export function periodText({ from, to }: Pick<ShownReport, 'from' | 'to'>): string {
  return from === to ? `As of ${formatDay(to)}` : `${formatDay(from)} to ${formatDay(to)}`;
}

/** A report on paper, with its totals as the last row. */
export function printedReport(
  report: ShownReport,
  { title, company, today }: { title: string; company: string; today: string },
): PrintDocument {
  const { columns, rows, totals } = report;
  return {
    title,
    isDense: true,
    day: today,
    heading: title,
    issuer: [company],
    facts: [{ label: 'Period', value: periodText(report) }],
    parties: [],
    table: {
      columns: columns.map((column, at) => ({
        label: column.label,
        width: at === 0 ? '*' : 'auto',
        align: isAmount(column) ? 'right' : 'left',
      })),
      rows: rows.map((row) => columns.map((column) => reportText(row[column.key], column))),
      sums: columns.map((column, at) =>
        at === 0 ? 'Total' : reportText(totals[column.key], column),
      ),
    },
    totals: [],
    notes: [],
  };
}
