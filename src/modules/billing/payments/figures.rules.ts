import { shortened } from '~/kit/shared/fields/cut-text';
import { type Day, daysBetween, formatDay } from '~/kit/shared/time/days';

/** "Today", "Yesterday", "3 d ago" under 7 days, then the day itself (docs/product/payments.md#screen). */
export function ageText(day: Day, today: Day): string {
  const age = daysBetween(day, today);
  if (age <= 0) return 'Today';
  if (age === 1) return 'Yesterday';
  return age < 7 ? `${age} d ago` : formatDay(day);
}

const shownNotes = 50;

/** The first 50 characters of the notes, for the table (docs/product/payments.md#screen). */
export function shortNotes(notes: string | null): string {
  return shortened((notes ?? '').replaceAll(/\s+/g, ' '), shownNotes);
}
