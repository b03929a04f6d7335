import type { ErrorTable } from '~/kit/shared/error-codes';
import { addDays, type Day } from '~/kit/shared/time/days';

export const returnRefusals = {
  'return.not_all': [
    403,
    'Returns cover the whole company, and the person has access to a part of it',
  ],
  'return.month_ahead': [409, 'The month starts after today'],
  'return.not_filed': [404, 'The month is not marked as filed'],
} as const satisfies ErrorTable;

const offered = 36;

/** The last three years' months as `2026-11`, the newest, that of `today`, first. */
export function monthsUntil(today: Day): string[] {
  const newest = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: offered }, (_, ago) => {
    const month = newest - ago;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** The month and the table that an address names, as far as they are offered; the month that is due is the one before this. */
export function returnChoice<T extends string>(
  search: string,
  { months, tables }: { months: readonly string[]; tables: readonly T[] },
): { month: string; table: T | null } {
  const params = new URLSearchParams(search);
  const named = params.get('month');
  return {
    month: months.find((month) => month === named) ?? months[1] ?? '',
    table: tables.find((table) => table === params.get('table')) ?? null,
  };
}

/** The first and the last day of a month. */
export function daysOf(month: string): { from: Day; to: Day } {
  const from = `${month}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}
