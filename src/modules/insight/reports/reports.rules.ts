import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { ReportColumn } from '~/kit/shared/reports/reports';
import { type Day, formatDay, monthName } from '~/kit/shared/time/days';

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

/** Why a period is refused, or null. */
export function periodProblem({ from, to }: Period): string | null {
  return from > to ? 'The first day cannot be after the last' : null;
}

/** The period of a report, in words. */
export function periodText({ from, to }: Period): string {
  return from === to ? `As of ${formatDay(to)}` : `${formatDay(from)} to ${formatDay(to)}`;
}
