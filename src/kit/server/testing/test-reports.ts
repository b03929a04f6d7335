import { type Filter, predicateOf } from '~/kit/shared/filters/filters';
import { readLook } from '~/kit/shared/filters/list-look';
import type { ReportRow } from '~/kit/shared/reports/reports';
import type { Caller } from './test-calls';

interface ReadReport {
  rows: ReportRow[];
  totals: Record<string, number>;
  /** The row of that name. */
  named: (name: string) => ReportRow | undefined;
}

/** The figures of a report, such as `sales?group=customer`. */
export async function readReport(caller: Caller, path: string): Promise<ReadReport> {
  const response = await caller.get<Omit<ReadReport, 'named'>>(`/reports/${path}`);
  if (response.status !== 200) throw new Error(`No report ${path}: ${response.body.error}`);
  const { rows, totals } = response.body.data;
  return { rows, totals, named: (name) => rows.find((row) => row['name'] === name) };
}

interface ShownList<Row, Details> {
  path: string;
  rows: readonly Row[];
  filters: readonly Filter<Row, Details>[];
  details: Details;
}

/** The rows of a list that its screen shows behind a row of a report; throws where the screen or a filter does not exist. */
export function rowsBehind<Row, Details>(
  { link }: ReportRow,
  { path, rows, filters, details }: ShownList<Row, Details>,
): Row[] {
  const [address, search] = String(link).split('?');
  const keys = filters.map(({ key }) => key);
  const strange = [...new URLSearchParams(search).keys()].filter((key) => !keys.includes(key));
  if (address !== path || strange.length > 0) throw new Error(`No list ${String(link)}`);
  const shows = predicateOf(filters, readLook(search ?? '', keys).filters, details);
  return rows.filter((row) => shows?.(row) ?? true);
}

/** The sum of a column, in whole paise, so that sums can be compared. */
export function paiseOf<T>(rows: readonly T[], amount: (row: T) => unknown): number {
  return rows.reduce((sum, row) => sum + Math.round(Number(amount(row) ?? 0) * 100), 0);
}
