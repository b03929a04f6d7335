import type { DayItem } from './my-day.fields';

/** So many of each part are listed. */
export const mostItems = 50;
/** So many days ahead is "upcoming". */
export const daysAhead = 7;
/** A lead of the user, still new, and untouched for so many days is unanswered. */
export const unansweredDays = 3;

/** Lines of several kinds as one part, the longest due first. */
export function merged(...parts: readonly (readonly DayItem[])[]): DayItem[] {
  return parts
    .flat()
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id))
    .slice(0, mostItems);
}
