import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { ReportColumn } from '~/kit/shared/reports/reports';
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
import type { ReportEntry } from './reports.fields';

interface Period {
  from: Day;
  to: Day;
}

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

interface Asked {
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
  asked: Asked,
  { today, settings }: { today: Day; settings: Parameters<typeof legalYearStart>[0] },
): Period {
  if (period === 'now') return { from: today, to: today };
  if (period === 'as of') return { from: asked.as_of || today, to: asked.as_of || today };
  const to = asked.to || today;
  return { from: asked.from || financialYearStart(to, legalYearStart(settings)), to };
}

/** False for an address that was typed wrong. */
export function isPeriod({ from, to }: Period): boolean {
  return isDay(from) && isDay(to) && from <= to;
}

/** The period of as many days that ends where this one starts. */
export function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, daysBetween(to, from) - 1), to: addDays(from, -1) };
}

/** Why a period is refused, or null. */
export function periodProblem({ from, to }: Period): string | null {
  return from > to ? 'The first day cannot be after the last' : null;
}

/** The period of a report, in words. */
export function periodText({ from, to }: Period): string {
  return from === to ? `As of ${formatDay(to)}` : `${formatDay(from)} to ${formatDay(to)}`;
}
