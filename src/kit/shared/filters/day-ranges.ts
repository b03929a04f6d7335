import { addDays, type Day, formatDay, isDay, monthName } from '~/kit/shared/time/days';
import type { Choice } from '~/kit/shared/fields/fields';

export type DayRange = 'today' | 'week' | 'month' | 'quarter' | 'year';

export const dayRanges: readonly Choice<DayRange>[] = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'This month' },
  { value: 'quarter', label: 'This quarter' },
  { value: 'year', label: 'This year' },
];

export interface Days {
  from: Day;
  to: Day;
}

/**
 * First and last day of a range: the last 7 days end today, the others are the calendar's
 * (docs/product/screens.md#date-ranges).
 */
export function daysOfRange(range: DayRange, today: Day): Days {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const quarter = month - ((month - 1) % 3);
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: addDays(today, -6), to: today };
    case 'month':
      return monthsFrom(year, month, 1);
    case 'quarter':
      return monthsFrom(year, quarter, 3);
    case 'year':
      return daysOfYear(today, 1);
  }
}

/** First and last day of a range by its name, or of chosen days as `2026-11-01..2026-11-30`; null for neither. */
export function daysIn(value: string, today: Day): Days | null {
  return isDayRange(value) ? daysOfRange(value, today) : chosenDays(value);
}

/** Chosen days as people read them, a whole month by its name; null for another value. */
export function chosenDaysText(value: string): string | null {
  const days = chosenDays(value);
  if (!days) return null;
  const { from, to } = days;
  const month = monthsFrom(Number(from.slice(0, 4)), Number(from.slice(5, 7)), 1);
  if (month.from === from && month.to === to) return monthName(from.slice(0, 7));
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

function chosenDays(value: string): Days | null {
  const [from = '', to = '', ...others] = value.split('..');
  return isDay(from) && isDay(to) && from <= to && others.length === 0 ? { from, to } : null;
}

/** First and last day of the year of twelve months that `today` lies in; `firstMonth` 4 begins it in April. */
export function daysOfYear(today: Day, firstMonth: number): Days {
  const year = Number(today.slice(0, 4));
  const hasStarted = Number(today.slice(5, 7)) >= firstMonth;
  return monthsFrom(hasStarted ? year : year - 1, firstMonth, 12);
}

function isDayRange(value: string): value is DayRange {
  return dayRanges.some((each) => each.value === value);
}

function monthsFrom(year: number, month: number, count: number): Days {
  const from = firstOf(year, month);
  const last = Date.UTC(year, month - 1 + count, 0);
  return { from, to: addDays(from, (last - Date.parse(from)) / 86_400_000) };
}

function firstOf(year: number, month: number): Day {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}
