import type { ErrorTable } from '~/kit/shared/error-codes';
import { type DayRange, daysOfRange, daysOfYear } from '~/kit/shared/filters/day-ranges';
import { addDays, type Day } from '~/kit/shared/time/days';
import type { Choice } from '~/kit/shared/fields/fields';
import { counted } from '~/kit/shared/money/numbers';

export const billingRefusals = {
  'billing.no_invoices': [404, 'No invoice was issued on these days'],
} as const satisfies ErrorTable;

export type BillingPeriod = 'all' | 'month' | 'quarter' | 'year' | 'last-year';

export const billingPeriods: readonly Choice<BillingPeriod>[] = [
  { value: 'all', label: 'All time' },
  { value: 'month', label: 'This month' },
  { value: 'quarter', label: 'This quarter' },
  { value: 'year', label: 'This financial year' },
  { value: 'last-year', label: 'Last financial year' },
];

export function isBillingPeriod(value: string): value is BillingPeriod {
  return billingPeriods.some((each) => each.value === value);
}

/** First and last day of a period, or null for all time; the financial year begins in `firstMonth`. */
export function daysOfPeriod(
  period: BillingPeriod,
  { today, firstMonth }: { today: Day; firstMonth: number },
): { from: Day; to: Day } | null {
  if (period === 'all') return null;
  const year = daysOfYear(today, firstMonth);
  if (period === 'year') return year;
  if (period === 'last-year') return daysOfYear(addDays(year.from, -1), firstMonth);
  const range: DayRange = period;
  return daysOfRange(range, today);
}

/** `Acme Tools, 3 items`: a short summary of an invoice. */
export function descriptionOf(invoice: { customer_name: string; item_count: number }): string {
  const { customer_name: customer, item_count: count } = invoice;
  return count === 0 ? customer : `${customer}, ${counted(count, 'item')}`;
}

/** The file of an archive that names what is missing from it. */
export const skippedFileName = 'LEFT-OUT.txt';

/** What that file says. */
export function skippedText(invoices: readonly { number: string; reason: string }[]): string {
  const lines = invoices.map(({ number, reason }) => `${number}: ${reason}`);
  return `${counted(invoices.length, 'invoice')} could not be printed and ${invoices.length === 1 ? 'is' : 'are'} not in this archive.\n\n${lines.join('\n')}\n`;
}

/** Whether the end of an archive lists the file that names what is missing from it. */
export function lacksInvoices(end: string): boolean {
  return end.includes(skippedFileName);
}
