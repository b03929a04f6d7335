import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { ReportColumn } from '~/kit/shared/reports/reports';
import { type Day, formatDay, monthName } from '~/kit/shared/time/days';
import { financialYearStart } from '~/modules/organization/company/number-series.rules';
import { legalYearStart } from '~/modules/organization/company/settings.rules';
import type { ReportEntry } from './reports.fields';

interface Period {
  from: Day;
  to: Day;
}

/** A value as screens and papers write it. */
export function reportText(
  value: string | number | null | undefined,
  { kind }: Pick<ReportColumn, 'kind'>,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return kind === 'month' ? monthName(value) : value;
  return kind === 'money' ? formatMoney(value, 'INR') : formatNumber(value);
}

interface Asked {
  from?: Day | null | undefined;
  to?: Day | null | undefined;
  as_of?: Day | null | undefined;
}

/**
 * The days that a report covers: those that are chosen, else the financial year up to the last day; of a report as of a
 * day that day, else today (docs/product/reports.md#calls).
 */
export function reportPeriod(
  period: ReportEntry['period'],
  asked: Asked,
  { today, settings }: { today: Day; settings: Parameters<typeof legalYearStart>[0] },
): Period {
  if (period === 'as of') return { from: asked.as_of || today, to: asked.as_of || today };
  const to = asked.to || today;
  return { from: asked.from || financialYearStart(to, legalYearStart(settings)), to };
}

/** Why a period is refused, or null. */
export function periodProblem({ from, to }: Period): string | null {
  return from > to ? 'The first day cannot be after the last' : null;
}

/** The period of a report, in words. */
export function periodText({ from, to }: Period): string {
  return from === to ? `As of ${formatDay(to)}` : `${formatDay(from)} to ${formatDay(to)}`;
}
