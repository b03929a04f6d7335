import { dateText } from '~/kit/shared/sheets/sheet-dates';
import { type Day, isDay } from '~/kit/shared/time/days';

/** Which of two numbers comes first in a date such as `01/04/2026`: the day or the month. */
export type DateOrder = 'dmy' | 'mdy';

export interface DateGuess {
  order: DateOrder;
  /** A date that each of the two would read as another day, where no other date decides. */
  doubt: string | null;
}

/** How the dates of a file are written; null where both would read them alike. */
export function guessedDates(texts: readonly string[]): DateGuess | null {
  const onlyAs = { dmy: 0, mdy: 0 };
  let doubt: string | null = null;
  for (const text of texts) {
    const dmy = readDate(text, 'dmy');
    const mdy = readDate(text, 'mdy');
    if (dmy !== null && mdy === null) onlyAs.dmy += 1;
    else if (mdy !== null && dmy === null) onlyAs.mdy += 1;
    else if (dmy !== mdy) doubt ??= text.trim();
  }
  // A file that is written in both ways is not detected.
  if (onlyAs.dmy > 0 !== onlyAs.mdy > 0) {
    return { order: onlyAs.mdy > 0 ? 'mdy' : 'dmy', doubt: null };
  }
  return doubt === null ? null : { order: 'dmy', doubt };
}

/**
 * The day of a text such as `1/4/2026`, `01.04.26`, `1-Apr-26`, `Apr 1, 2026`, `2026-04-01` or `46113`, as a sheet counts
 * days; a time after it does not count. Null for any other text.
 */
export function readDate(text: string, order: DateOrder): Day | null {
  const day = text.trim().replace(timeAfter, '');
  const iso = yearFirst.exec(day);
  if (iso) return dayFrom(iso[1], iso[2], iso[3]);
  if (serial.test(day)) return dateText(Number(day), 1900);
  const numbers = yearLast.exec(day);
  if (numbers) {
    const [, first, second, year] = numbers;
    return order === 'dmy' ? dayFrom(year, second, first) : dayFrom(year, first, second);
  }
  const named = dayAndName.exec(day);
  if (named) return dayFrom(named[3], monthNamed(named[2]), named[1]);
  const american = nameAndDay.exec(day);
  return american && dayFrom(american[3], monthNamed(american[1]), american[2]);
}

const timeAfter = /[ T]{1,3}\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]m)?(Z|[+-]\d{2}:?\d{2})?$/i;
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/;
const dayAndName = /^(\d{1,2})[-/. ]*([a-z]{3,9})[-/., ]*(\d{4}|\d{2})$/i;
const nameAndDay = /^([a-z]{3,9})[-/. ]*(\d{1,2})[-/., ]+(\d{4}|\d{2})$/i;
/** The days from 1954 to 2118. */
const serial = /^[2-7]\d{4}$/;

const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

function monthNamed(name = ''): string {
  return String(months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1);
}

/** A year of two digits is one of 1970 to 2069. */
function dayFrom(year = '', month = '', day = ''): Day | null {
  const century = Number(year) < 70 ? '20' : '19';
  const whole = year.length === 2 ? century + year : year;
  const text = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}
