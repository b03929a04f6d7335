import { z } from 'zod';
import { type Day, daysBetween } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import { counted } from '~/kit/shared/money/numbers';
import type { Invoice } from './invoices.fields';
import { unowedStatuses } from './invoices.rules';

/** An invoice that is due within so many days is due soon (docs/product/invoices.md#overdue). */
export const dueSoonDays = 7;

type Dated = Pick<Invoice, 'status' | 'due_date'>;

/** True while the due date matters: the invoice is neither paid nor cancelled. */
export function isUnsettled({ status }: Pick<Invoice, 'status'>): boolean {
  return status !== 'paid' && status !== 'cancelled';
}

/** Past its due date and unpaid; due today is not past (docs/product/invoices.md#overdue). */
export function isPastDue(invoice: Dated, today: Day): boolean {
  return isUnsettled(invoice) && invoice.due_date < today;
}

/** Due today or within the next seven days, and unpaid (docs/product/invoices.md#overdue). */
export function isDueSoon(invoice: Dated, today: Day): boolean {
  const remaining = daysBetween(today, invoice.due_date);
  return isUnsettled(invoice) && remaining >= 0 && remaining <= dueSoonDays;
}

/**
 * The note next to a due date: "3 days overdue", "Due in 2 days"; '' when nothing is urgent
 * (docs/product/invoices.md#overdue).
 */
export function dueNote(invoice: Dated, today: Day): string {
  const remaining = daysBetween(today, invoice.due_date);
  if (isPastDue(invoice, today)) return `${counted(-remaining, 'day')} overdue`;
  if (!isDueSoon(invoice, today)) return '';
  return remaining === 0 ? 'Due today' : `Due in ${counted(remaining, 'day')}`;
}

/** docs/product/invoices.md#figures */
export const invoiceFiguresSchema = z.object({
  total: z.int(),
  paid: z.int(),
  overdue: z.int(),
  revenue: z
    .number()
    .describe('Rupees: the totals of issued invoices that are neither cancelled nor opening ones'),
});

export type InvoiceFigures = z.output<typeof invoiceFiguresSchema>;

export function figuresOf(
  invoices: readonly (Dated & Pick<Invoice, 'total_amount' | 'is_opening'>)[],
  today: Day,
): InvoiceFigures {
  const sales = invoices.filter(
    ({ status, is_opening }) => !unowedStatuses.includes(status) && !is_opening,
  );
  return {
    total: invoices.length,
    paid: invoices.filter(({ status }) => status === 'paid').length,
    overdue: invoices.filter((invoice) => isPastDue(invoice, today)).length,
    revenue: sumOf(sales.map((invoice) => invoice.total_amount)),
  };
}
