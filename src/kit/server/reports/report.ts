import type { Context } from '~/kit/server/database/context';
import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
export { labelOf } from '~/kit/server/lists/window-terms';
import type { Right } from '~/kit/shared/access';
import type { ReportChart, ReportColumn, reportPeriods } from '~/kit/shared/reports/reports';
import type { Day } from '~/kit/shared/time/days';

/** What a reader of a report chose; days are the company's, both included. */
export interface ReportChoice {
  group: string;
  from: Day;
  to: Day;
  /** The instants at which the first day starts and the last one ends. */
  start: string;
  end: string;
  /** The company's time zone. */
  zone: string;
}

/** A column in percent: the sum of the column `part` of that of `whole`. */
export interface ReportShare {
  key: string;
  part: string;
  whole: string;
}

/** A table of figures that a module names in its record; screen, CSV, Excel and PDF follow from this. */
export interface Report {
  /** Its address: `stock-value`. */
  name: string;
  title: string;
  about: string;
  /** What its reader must be allowed to read. */
  right: Right;
  /** What else. */
  alsoNeeds?: readonly Right[];
  /** What else limits the records that it counts. */
  alsoBy?: readonly Right[];
  period: (typeof reportPeriods)[number];
  /** What a row is, the usual first. */
  groups: readonly { value: string; label: string }[];
  /** The entities whose changes change it. */
  dependsOn: readonly string[];
  /** All but the first, which names what a row is. */
  columns: readonly ReportColumn[] | ((group: string) => readonly ReportColumn[]);
  /** The heading of the first, where it is not that of the group. */
  named?: string;
  /** The columns that are added up. */
  summed: readonly string[];
  /** Columns whose total is a share of two sums. */
  shares?: readonly ReportShare[];
  chart: ReportChart;
  /** The moment from which its values are kept; of days before they are an estimate, and the report says so. */
  findValuedFrom?: (db: Db) => Promise<string | null>;
  /** SQL: the rows in their order, with the keys of the columns and, where there is a record or list behind a row, its `link`. */
  select: (context: Pick<Context, 'person' | 'now'>, choice: ReportChoice) => SqlPart;
}

/** SQL: what the rows of a group are added up by, their name and where each leads. */
export interface ReportPart {
  key: SqlPart;
  name: SqlPart;
  link: (choice: ReportChoice) => SqlPart;
}

const reports = new Map<string, Report>();

/** Called by src/app/modules.ts with those of each module. */
export function registerReport(report: Report): void {
  reports.set(report.name, report);
}

export function allReports(): readonly Report[] {
  return [...reports.values()];
}

export function columnsOf({ groups, named, columns }: Report, group: string): ReportColumn[] {
  const label = named ?? groups.find(({ value }) => value === group)?.label ?? '';
  const others = typeof columns === 'function' ? columns(group) : columns;
  return [{ key: 'name', label, kind: group === 'month' ? 'month' : 'text' }, ...others];
}

/** SQL: the address of a list with these filters, where a value may be SQL; null where one is null. */
export function listLink(
  path: string,
  filters: Readonly<Record<string, string | SqlPart>>,
): SqlPart {
  const parts = Object.entries(filters).map(([key, value]) =>
    typeof value === 'string' ? sql.lit(`${key}=${value}`) : sql`${sql.lit(`${key}=`)} || ${value}`,
  );
  return sql`${sql.lit(`${path}?`)} || ${sql.join(parts, sql` || '&' || `)}`;
}

/** SQL: a text as a value in such an address. */
export function queryText(text: SqlPart): SqlPart {
  const escaped = ['%', '&', '#', '+'].map((sign) => [sign, encodeURIComponent(sign)] as const);
  return escaped.reduce((part, [sign, code]) => sql`replace(${part}, ${sign}, ${code})`, text);
}

/**
 * SQL: the link to a list that is filtered by a customer's name, where no other row has that name; else to the customer
 * (docs/product/reports.md#screen).
 */
export function customerListLink(
  path: string,
  filters: Parameters<typeof listLink>[1],
  { id, name }: { id: SqlPart; name: SqlPart },
): SqlPart {
  return sql`case count(*) over (partition by ${name}) when 1
    then ${listLink(path, { ...filters, customer: queryText(name) })} else '/customers/' || ${id} end`;
}

/** The days of a report as a filter by days takes them (src/kit/shared/filters/day-ranges.ts). */
export function daysFilter({ from, to }: Pick<ReportChoice, 'from' | 'to'>): string {
  return `${from}..${to}`;
}

/** SQL: those of them that are in a month, given as its first day. */
export function monthFilter(
  month: SqlPart,
  { from, to }: Pick<ReportChoice, 'from' | 'to'>,
): SqlPart {
  const written = (day: SqlPart) => sql`to_char(${day}, 'YYYY-MM-DD')`;
  const last = sql`(${month} + interval '1 month - 1 day')::date`;
  return sql`${written(sql`greatest(${month}, ${from}::date)`)} || '..' || ${written(sql`least(${last}, ${to}::date)`)}`;
}

/** SQL: a part of a whole in percent, with one decimal; null of nothing. */
export function percentOf(part: SqlPart, whole: SqlPart): SqlPart {
  return sql`round(100.0 * ${part} / nullif(${whole}, 0), 1)`;
}
