import { printCell, printRow } from '~/kit/shared/csv/csv';

/** How a column's values are written and aligned; money is in rupees. */
export type ReportColumnKind = 'text' | 'day' | 'count' | 'quantity' | 'money' | 'percent';

export interface ReportColumn {
  key: string;
  label: string;
  kind: ReportColumnKind;
}

/** A row's values by the keys of the columns; `link` is the address of what the row is about. */
export type ReportRow = Readonly<Record<string, string | number | null>>;

export interface ReportChart {
  kind: 'bar' | 'line';
  /** The column along the axis. */
  x: string;
  /** The columns that are drawn. */
  y: readonly string[];
}

export interface ReportAnswer {
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  /** By the key of each column that is added up. */
  totals: Readonly<Record<string, number>>;
  chart: ReportChart | null;
}

const summed: readonly ReportColumnKind[] = ['count', 'quantity', 'money'];

/** The sums of all columns with amounts but those named, in hundred-thousandths so that no paisa is lost. */
export function totalsOf(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  apart: readonly string[] = [],
): Record<string, number> {
  const added = columns.filter(({ key, kind }) => summed.includes(kind) && !apart.includes(key));
  return Object.fromEntries(
    added.map(({ key }) => {
      const sum = rows.reduce((all, row) => all + Math.round(Number(row[key] ?? 0) * 100_000), 0);
      return [key, sum / 100_000];
    }),
  );
}

/** The cells of a line, with the totals as the last one. */
export function reportLines({ columns, rows, totals }: Omit<ReportAnswer, 'chart'>): {
  titles: string[];
  lines: (string | number | null)[][];
} {
  const last = columns.map(({ key }, at) => (at === 0 ? 'Total' : (totals[key] ?? null)));
  return {
    titles: columns.map(({ label }) => label),
    lines: [...rows.map((row) => columns.map(({ key }) => row[key] ?? null)), last],
  };
}

export function reportCsv(report: Omit<ReportAnswer, 'chart'>): string {
  const { titles, lines } = reportLines(report);
  return [titles, ...lines].map((line) => printRow(line.map(printCell))).join('');
}
