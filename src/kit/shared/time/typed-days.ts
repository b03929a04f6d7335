import { addDays, type Day, daysBetween, formatDay, isDay } from './days';

const namedDays: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
]);
const months = Array.from({ length: 12 }, (_, at) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
    .format(Date.UTC(2000, at))
    .toLowerCase(),
);

/**
 * The day that a person typed: `28/11`, `28.11.26`, `28 Nov`, `Nov 28, 2026`, `2026-11-28`, `today`, `+7`; the day before
 * the month, without a year that of `today`. Null for any other text (docs/product/screens.md#date-inputs).
 */
export function readTypedDay(typed: string, today: Day): Day | null {
  const text = typed.trim().toLowerCase();
  const away =
    namedDays.get(text) ?? (/^[+-] ?\d{1,6}$/.test(text) ? Number(text.replace(' ', '')) : null);
  if (away !== null) return dayAway(today, away);
  if (!/^[\d a-z./,\-\u00a0]+$/.test(text)) return null;
  const [first = '', second = '', third, ...more] = text.match(/\d+|[a-z]+/g) ?? [];
  if (more.length > 0) return null;
  if (first.length === 4) return dayFrom(first, second, third ?? '');
  const year = third === undefined ? today.slice(0, 4) : wholeYear(third);
  const isNamedFirst = monthNamed(first) !== '';
  return isNamedFirst ? dayFrom(year, first, second) : dayFrom(year, second, first);
}

/** A day as an input shows it, such as `28 Nov 2026`; any other text unchanged. */
export function typedDayText(value: string): string {
  return isDay(value) ? formatDay(value) : value;
}

/** Why a typed text is not a date that an input takes, or null; an empty one is not a problem. */
export function typedDayProblem(
  value: string,
  { min, max }: { min?: Day | undefined; max?: Day | undefined } = {},
): string | null {
  if (value === '') return null;
  if (!isDay(value)) return 'Enter a date, such as 28 Nov 2026 or 28/11/2026';
  if (min !== undefined && value < min) return `Enter ${formatDay(min)} or a later date`;
  return max !== undefined && value > max ? `Enter ${formatDay(max)} or an earlier date` : null;
}

function dayAway(today: Day, days: number): Day | null {
  const day = addDays(today, days);
  return daysBetween(today, day) === days ? day : null;
}

function dayFrom(year: string, month: string, day: string): Day | null {
  if (day.length > 2) return null;
  const number = monthNamed(month) || month;
  const text = `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

/** `11` of `nov` or a longer part of `november`; '' of any other word. */
function monthNamed(word: string): string {
  const at = word.length < 3 ? -1 : months.findIndex((month) => month.startsWith(word));
  return at === -1 ? '' : String(at + 1);
}

/** A year of two digits is one of 1970 to 2069, as in files. */
function wholeYear(year: string): string {
  if (year.length !== 2) return year;
  return (Number(year) < 70 ? '20' : '19') + year;
}
