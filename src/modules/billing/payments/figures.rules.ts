import { z } from 'zod';
import { shortened } from '~/kit/shared/fields/cut-text';
import type { Day } from '~/kit/shared/time/days';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import { daysBetween, formatDay } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import type { Payment } from './payments.fields';
import { hasMethod } from './payments.rules';

export const paymentFiguresSchema = z.object({
  total: z.int(),
  thisMonth: z.int(),
  methods: z.int(),
  amount: z.number().describe('Rupees: the money of completed payments'),
});

export type PaymentFigures = z.output<typeof paymentFiguresSchema>;

export function figuresOf(payments: readonly Payment[], today: Day): PaymentFigures {
  const { from, to } = daysOfRange('month', today);
  const completed = payments.filter(
    ({ status, kind }) => status === 'completed' && kind === 'cash',
  );
  return {
    total: payments.length,
    thisMonth: payments.filter((each) => each.payment_date >= from && each.payment_date <= to)
      .length,
    methods: new Set(payments.filter(hasMethod).map((each) => each.payment_method)).size,
    amount: sumOf(completed.map((each) => each.amount)),
  };
}

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
