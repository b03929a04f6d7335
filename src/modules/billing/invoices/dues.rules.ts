import type { Condition } from '~/kit/shared/filters/conditions';
import { meets } from '~/kit/shared/filters/row-tests';
import { addDays, type Day, daysBetween } from '~/kit/shared/time/days';
import { counted } from '~/kit/shared/money/numbers';
import type { Invoice } from './invoices.fields';

/** An invoice that is due within so many days is due soon (docs/product/invoices.md#overdue). */
export const dueSoonDays = 7;

type Dated = Pick<Invoice, 'status' | 'due_date'>;

/** While the due date matters: the invoice is neither paid nor cancelled. */
export const unsettled = { status: { not: ['paid', 'cancelled'] } } as const;

/** Past its due date and unpaid; due today is not past (docs/product/invoices.md#overdue). */
export const pastDue = (today: Day): Condition<Dated> => ({
  ...unsettled,
  due_date: { below: today },
});

/** Due today or within the next seven days, and unpaid (docs/product/invoices.md#overdue). */
export const dueSoon = (today: Day): Condition<Dated> => ({
  ...unsettled,
  due_date: { from: today, upTo: addDays(today, dueSoonDays) },
});

export function isUnsettled(invoice: Pick<Invoice, 'status'>): boolean {
  return meets(invoice, unsettled);
}

export function isPastDue(invoice: Dated, today: Day): boolean {
  return meets(invoice, pastDue(today));
}

/**
 * The note next to a due date: "3 days overdue", "Due in 2 days"; '' when nothing is urgent
 * (docs/product/invoices.md#overdue).
 */
export function dueNote(invoice: Dated, today: Day): string {
  const remaining = daysBetween(today, invoice.due_date);
  if (isPastDue(invoice, today)) return `${counted(-remaining, 'day')} overdue`;
  if (!meets(invoice, dueSoon(today))) return '';
  return remaining === 0 ? 'Due today' : `Due in ${counted(remaining, 'day')}`;
}
