import type { PrintDocument } from '~/kit/shared/print/print-document';
import { isAmount, type ReportRow } from '~/kit/shared/reports/reports';
import type { ReportHead } from './reports.fields';
import { periodText, reportNotes, reportText } from './reports.rules';

/** A report on paper, with its totals as the last row. */
export function printedReport(
  report: ReportHead,
  rows: readonly ReportRow[],
  { title, company, today }: { title: string; company: string; today: string },
): PrintDocument {
  const { columns, totals } = report;
  return {
    title,
    isDense: true,
    day: today,
    heading: title,
    issuer: [company],
    head: [{ label: 'Period', value: periodText(report) }],
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
    notes: reportNotes(report).map((text) => ({ heading: 'Records', text })),
  };
}
