import { addDays, type Day } from './days';

const msPerDay = 86_400_000;
const daysByKey: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** Monday 0 to Sunday 6. */
export function weekdayOf(day: Day): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The six weeks, from Monday, that show the month of a day; also with days before 1900 and after 9999. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = Date.parse(`${first}T00:00:00Z`) - weekdayOf(first) * msPerDay;
  const dayAt = (at: number) => new Date(start + at * msPerDay).toISOString().replace(/T.*/, '');
  return Array.from({ length: 6 }, (_week, week) =>
    Array.from({ length: 7 }, (_day, at) => dayAt(week * 7 + at)),
  );
}

/** So many months later, at most the last day of that month; within the years 1900 to 9999. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = Math.min(Math.max(year * 12 + month - 1 + months, 1900 * 12), 9999 * 12 + 11);
  const first = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`;
  const length = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate();
  return addDays(first, Math.min(date, length) - 1);
}

/**
 * Where a key leads from a day of a calendar, or null: arrows, Home and End of the week, Page Up and Page Down by
 * months, with Shift by years.
 */
export function dayByKey(day: Day, key: string, withShift: boolean): Day | null {
  const days = daysByKey[key];
  if (days !== undefined) return addDays(day, days);
  if (key === 'Home') return addDays(day, -weekdayOf(day));
  if (key === 'End') return addDays(day, 6 - weekdayOf(day));
  if (key !== 'PageUp' && key !== 'PageDown') return null;
  return addMonths(day, (key === 'PageUp' ? -1 : 1) * (withShift ? 12 : 1));
}
