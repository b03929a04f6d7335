import { counted, unreadable } from '~/kit/shared/money/numbers';
/** The company's calendar day as `YYYY-MM-DD`. Instants are ISO 8601 in UTC; "today" is always an argument. */
export type Day = string;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const firstDay: Day = '1900-01-01';
const lastDay: Day = '9999-12-31';
const msPerDay = 86_400_000;
const msPerMinute = 60_000;
const msPerHour = 3_600_000;

/** True for a day that the calendar has (`2026-02-30` is none), years 1900 to 9999. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text) || text < firstDay) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A day of an address as a date input shows it: empty while it is typed, and the usual day for a wrong text. */
export function shownDay(typed: string | null | undefined, usual: Day): string {
  return typed === '' || isDay(typed ?? '') ? (typed ?? '') : usual;
}

export function dayOf(instant: Date | string, timeZone: string): Day {
  return written(dayFormat(timeZone), instant);
}

/** The instant at which a day begins in a time zone, as ISO 8601 in UTC; also where clocks change at midnight. */
export function startOfDay(day: Day, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`) / msPerMinute;
  // Around the world a day begins between 14 hours before and 12 hours after it does in UTC.
  let before = midnight - 15 * 60;
  let started = midnight + 13 * 60;
  while (started - before > 1) {
    const middle = Math.floor((before + started) / 2);
    if (dayOf(new Date(middle * msPerMinute), timeZone) < day) before = middle;
    else started = middle;
  }
  return new Date(started * msPerMinute).toISOString();
}

/** The hour, 0 to 23, that a clock in a time zone shows. */
export function hourOf(instant: Date | string, timeZone: string): number {
  return Number(hourFormat(timeZone).format(new Date(instant)));
}

/** The instant at which a clock in a time zone comes to a full hour of a day, as ISO 8601 in UTC. */
export function instantAt(day: Day, hour: number, timeZone: string): string {
  const started = Date.parse(startOfDay(day, timeZone));
  const plain = started + hour * msPerHour;
  const off = (hourOf(new Date(plain), timeZone) - hour) * msPerHour;
  return new Date(plain - off).toISOString();
}

/** `days` later (earlier when negative), at most the first or last day that a field takes. */
export function addDays(day: Day, days: number): Day {
  const instant = Date.parse(`${day}T00:00:00Z`) + days * msPerDay;
  if (instant > Date.parse(lastDay)) return lastDay;
  return instant < Date.parse(firstDay) ? firstDay : new Date(instant).toISOString().slice(0, 10);
}

/** Whole days from one day to another; negative when `to` lies before `from`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / msPerDay);
}

/**
 * "Today", "Yesterday", "3 days ago", weeks to 30 days, months to 365, then years
 * (docs/product/screens.md#dates-and-amounts). Future days read "Today".
 */
export function relativeDay(day: Day, today: Day): string {
  const age = daysBetween(day, today);
  if (Number.isNaN(age)) return unreadable;
  if (age <= 0) return 'Today';
  if (age === 1) return 'Yesterday';
  if (age <= 7) return `${age} days ago`;
  if (age <= 30) return ago(Math.floor(age / 7), 'week');
  if (age <= 365) return ago(Math.floor(age / 30), 'month');
  return ago(Math.floor(age / 365), 'year');
}

/**
 * "Just now", "5 minutes ago", "3 hours ago" within a day; further back by the calendar days of the time zone, as
 * `relativeDay`. Instants ahead of `now` read "Just now".
 */
export function relativeInstant(instant: string, now: string, timeZone: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(instant)) / msPerMinute);
  if (Number.isNaN(minutes)) return unreadable;
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return ago(minutes, 'minute');
  if (minutes < 24 * 60) return ago(Math.floor(minutes / 60), 'hour');
  return relativeDay(dayOf(instant, timeZone), dayOf(now, timeZone));
}

/** `November 2026` of `2026-11`. */
export function monthName(month: string): string {
  return written(monthLabel, `${month}-01T00:00:00Z`);
}

/** `21 Nov 2026`. */
export function formatDay(day: Day): string {
  return written(dayLabel, `${day}T00:00:00Z`);
}

/** `21 Nov 2026, 11:47 am` in the time zone given. */
export function formatInstant(instant: string, timeZone: string): string {
  return written(instantFormat(timeZone), instant);
}

/** `2026-11-21 11:47` in the time zone given, as spreadsheets read it. */
export function clockOf(instant: string, timeZone: string): string {
  return written(clockFormat(timeZone), instant).replace(', ', ' ');
}

// One damaged value must not end the list, file or page that shows it among others.
function written(format: Intl.DateTimeFormat, instant: Date | string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? unreadable : format.format(date);
}

function ago(count: number, unit: string): string {
  return `${counted(count, unit)} ago`;
}

const dayLabel = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const monthLabel = new Intl.DateTimeFormat('en-IN', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

// Creating a formatter costs about 50 µs; a list of 10,000 rows needs two per row.
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const instantFormats = new Map<string, Intl.DateTimeFormat>();
const hourFormats = new Map<string, Intl.DateTimeFormat>();
const clockFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return cached(dayFormats, timeZone, () => {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const;
    return new Intl.DateTimeFormat('en-CA', parts);
  });
}

function instantFormat(timeZone: string): Intl.DateTimeFormat {
  return cached(instantFormats, timeZone, () => {
    return new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  });
}

function hourFormat(timeZone: string): Intl.DateTimeFormat {
  return cached(hourFormats, timeZone, () => {
    return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone });
  });
}

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  return cached(clockFormats, timeZone, () => {
    const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat('en-CA', { ...day, ...time, timeZone });
  });
}

function cached<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const value = make();
  map.set(key, value);
  return value;
}
