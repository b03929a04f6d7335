/** How a column's values are written and aligned; money is in rupees, a month is `2026-11`. */
export const reportColumnKinds = [
  'text',
  'month',
  'day',
  'count',
  'quantity',
  'percent',
  'money',
] as const;

/** What a report is about: a time, the end of a day, or the records as they are. */
export const reportPeriods = ['between', 'as of', 'now'] as const;

export interface ReportColumn {
  key: string;
  label: string;
  kind: (typeof reportColumnKinds)[number];
}

/** A row's values by the keys of the columns; `link` is the address of the record or list behind the row. */
export type ReportRow = Readonly<Record<string, string | number | null>>;

export const chartKinds = ['bar', 'line', 'stacked', 'funnel'] as const;

/** The columns of a chart: one with the names, one with the amounts. */
export interface ReportChart {
  x: string;
  y: string;
  /** The columns that the amount consists of, stacked in groups that have them. */
  parts?: readonly string[];
  /** The group whose rows follow each other, each a share of the one before. */
  funnel?: string;
}

/** Whether a column holds numbers. */
export function isAmount({ kind }: Pick<ReportColumn, 'kind'>): boolean {
  return kind !== 'text' && kind !== 'month' && kind !== 'day';
}
