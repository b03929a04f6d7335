import type { ErrorTable } from '~/kit/shared/error-codes';
import type { Days } from '~/kit/shared/filters/day-ranges';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { ReportChart, ReportColumn, ReportRow } from '~/kit/shared/reports/reports';
import {
  addDays,
  type Day,
  daysBetween,
  formatDay,
  isDay,
  monthName,
} from '~/kit/shared/time/days';
import { financialYearStart } from '~/modules/organization/company/number-series.rules';
import { legalYearStart } from '~/modules/organization/company/settings.rules';
import type {
  ReportChoices,
  ReportEntry,
  ReportHead,
  ShownChart,
  ShownReport,
} from './reports.fields';

export const reportRefusals = {
  'report.too_many_saved': [409, 'The user has the maximum number of saved reports'],
} as const satisfies ErrorTable;

const textWriters: Partial<Record<ReportColumn['kind'], (value: string) => string>> = {
  month: monthName,
  day: formatDay,
};

/** A value as screens and papers write it. */
export function reportText(
  value: string | number | null | undefined,
  { kind }: Pick<ReportColumn, 'kind'>,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return textWriters[kind]?.(value) ?? value;
  if (kind === 'money') return formatMoney(value, 'INR');
  return kind === 'percent' ? `${formatNumber(value)}%` : formatNumber(value);
}

/** How a report is drawn by a group: over months as a line, with its parts stacked where any has an amount, else as bars. */
export function chartOf(
  { x, y, parts = [], funnel }: ReportChart,
  { group, columns, totals }: { group: string; columns: Drawn; totals: ShownReport['totals'] },
): ShownChart {
  const ys = parts.filter((part) => columns.some(({ key }) => key === part));
  if (group === funnel) return { kind: 'funnel', x, y, ys: [y] };
  if (ys.length > 1 && ys.some((key) => totals[key] !== 0)) return { kind: 'stacked', x, y, ys };
  return { kind: isOverTime(columns, x) ? 'line' : 'bar', x, y, ys: [y] };
}

type Drawn = readonly Pick<ReportColumn, 'key' | 'kind'>[];

function isOverTime(columns: Drawn, x: string): boolean {
  return columns.some(({ key, kind }) => key === x && kind === 'month');
}

/** What the sum of a column is called. */
export function totalLabel({ label }: Pick<ReportColumn, 'label'>): string {
  return label.startsWith('Total') ? label : `Total ${label}`;
}

const mostBars = 12;
const mostMonths = 60;

/** A place of a chart: its name, the amounts of its columns, and that of the period before where there is one. */
export interface ChartPoint {
  name: string;
  link: string | null;
  amounts: Readonly<Record<string, number>>;
  before: number | null;
}

/** The points of a report's chart, the first bars of many. The period before is found by place for months, else by name. */
export function chartPoints(
  { chart, columns, rows }: Pick<ShownReport, 'chart' | 'columns' | 'rows'>,
  before: readonly ReportRow[] | null,
): ChartPoint[] {
  const { x, ys } = chart;
  const named = columns.find(({ key }) => key === x) ?? { kind: 'text' };
  const byName = new Map(before?.map((row) => [row[x], row]));
  const first = ys[0] ?? '';
  return drawn({ chart, columns, rows }).map((row, position) => {
    const was = isOverTime(columns, x) ? before?.[position] : byName.get(row[x] ?? null);
    return {
      name: reportText(row[x], named),
      link: typeof row['link'] === 'string' ? row['link'] : null,
      amounts: Object.fromEntries(ys.map((y) => [y, Number(row[y] ?? 0)])),
      before: before && ys.length === 1 ? Number(was?.[first] ?? 0) : null,
    };
  });
}

function drawn({
  chart,
  columns,
  rows,
}: Pick<ShownReport, 'chart' | 'columns' | 'rows'>): readonly ReportRow[] {
  return rows.slice(0, isOverTime(columns, chart.x) ? mostMonths : mostBars);
}

/** What a chart shows, and of how many rows. */
export function chartTitle(report: Pick<ShownReport, 'chart' | 'columns' | 'rows'>): string {
  const { chart, columns, rows } = report;
  const labelOf = (name: string) => columns.find(({ key }) => key === name)?.label ?? '';
  const title = `${chart.ys.map(labelOf).join(', ')} by ${labelOf(chart.x)}`;
  const { length } = drawn(report);
  return rows.length > length ? `${title}: first ${length} of ${formatNumber(rows.length)}` : title;
}

interface PeriodChoice {
  from?: Day | null | undefined;
  to?: Day | null | undefined;
  as_of?: Day | null | undefined;
}

/**
 * The days that a report covers: those that are chosen, else the financial year up to the last day; of a report as of a
 * day that day, else today; of a report about now today (docs/product/reports.md#calls).
 */
export function reportPeriod(
  period: ReportEntry['period'],
  choice: PeriodChoice,
  { today, settings }: { today: Day; settings: Parameters<typeof legalYearStart>[0] },
): Days {
  if (period === 'now') return { from: today, to: today };
  if (period === 'as of') return { from: choice.as_of || today, to: choice.as_of || today };
  const to = choice.to || today;
  return { from: choice.from || financialYearStart(to, legalYearStart(settings)), to };
}

/** What an address chooses, without days that no calendar has and groups that the report lacks. */
export function existingChoices(
  { groups }: Pick<ReportEntry, 'groups'>,
  { from, to, as_of, group, compare }: ReportChoices,
): ReportChoices {
  const existing = (day: Day | null | undefined) => (day && isDay(day) ? day : undefined);
  return {
    from: existing(from),
    to: existing(to),
    as_of: existing(as_of),
    group: groups.some(({ value }) => value === group) ? group : undefined,
    compare,
  };
}

/** The period of a report by what is chosen: without days it moves with the time. */
export function chosenPeriodText(
  period: ReportEntry['period'],
  { from, to, as_of }: PeriodChoice,
): string {
  if (period === 'now') return 'As of now';
  if (period === 'as of') return `As of ${as_of ? formatDay(as_of) : 'today'}`;
  const first = from ? formatDay(from) : 'Start of the financial year';
  return `${first} to ${to ? formatDay(to) : 'today'}`;
}

/** False for an address that was typed wrong. */
export function isPeriod({ from, to }: Days): boolean {
  return isDay(from) && isDay(to) && from <= to;
}

/** The period of as many days that ends where this one starts. */
export function periodBefore({ from, to }: Days): Days {
  return { from: addDays(from, daysBetween(to, from) - 1), to: addDays(from, -1) };
}

/** Why a period is refused, or null. */
export function periodProblem({ from, to }: Days): string | null {
  return from > to ? 'The first day cannot be after the last' : null;
}

/** What a report says of its figures where its reader may not read all records. */
export function reportNotes({
  is_partial,
  valued_from,
}: Pick<ReportHead, 'is_partial' | 'valued_from'>): string[] {
  const before = `Values of days before ${valued_from && formatDay(valued_from)} are quantities at today's cost price.`;
  return [
    ...(is_partial ? ['Only records that you may read are counted.'] : []),
    ...(valued_from === null ? [] : [before]),
  ];
}

/** The period of a report, in words. */
export function periodText({ from, to }: Days): string {
  return from === to ? `As of ${formatDay(to)}` : `${formatDay(from)} to ${formatDay(to)}`;
}
