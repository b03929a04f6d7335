import type { Context } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Right } from '~/kit/shared/access';
import type { ReportChart, ReportColumn } from '~/kit/shared/reports/reports';
import type { Day } from '~/kit/shared/time/days';

/** What a reader of a report chose; days are the company's, both included. */
export interface ReportChoice {
  group: string;
  from: Day;
  to: Day;
  /** The instant at which the last day ends. */
  end: string;
}

/** A table of figures that a module names in its record; screen, CSV, Excel and PDF follow from this. */
export interface Report {
  /** Its address: `stock-value`. */
  name: string;
  title: string;
  about: string;
  /** What its reader must be allowed to read. */
  right: Right;
  /** Whether it is about a time or about the end of a day. */
  period: 'between' | 'as of';
  /** What a row is, the usual first. */
  groups: readonly { value: string; label: string }[];
  /** The entities whose changes change it. */
  dependsOn: readonly string[];
  columns: (group: string) => readonly ReportColumn[];
  /** The columns that are added up. */
  summed: readonly string[];
  chart: ReportChart;
  /** SQL: the rows in their order, with the keys of the columns and, where a row is about one record, its `link`. */
  select: (context: Pick<Context, 'person'>, choice: ReportChoice) => SqlPart;
}

const reports = new Map<string, Report>();

/** Called by src/app/modules.ts with those of each module. */
export function registerReport(report: Report): void {
  reports.set(report.name, report);
}

export function allReports(): readonly Report[] {
  return [...reports.values()];
}
