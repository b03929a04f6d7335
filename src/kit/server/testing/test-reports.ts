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
  const answer = await caller.get<Omit<ReadReport, 'named'>>(`/reports/${path}`);
  if (answer.status !== 200) throw new Error(`No report ${path}: ${answer.body.error}`);
  const { rows, totals } = answer.body.data;
  return { rows, totals, named: (name) => rows.find((row) => row['name'] === name) };
}

/** The sum of a column, in whole paise, so that sums can be compared. */
export function paiseOf<T>(rows: readonly T[], amount: (row: T) => unknown): number {
  return rows.reduce((sum, row) => sum + Math.round(Number(amount(row) ?? 0) * 100), 0);
}
