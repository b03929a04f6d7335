import { formatMoney, fromPaise, toPaise } from '~/kit/shared/money/money';
import { type Day, daysBetween, formatDay } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Interest, RemindedInvoice } from './receivables.fields';

/**
 * The interest that a company could ask for on unpaid invoices past their due date, in rupees, or null for none; the rate is
 * in percent a year (docs/product/receivables.md#interest).
 */
export function interestOn(
  invoices: readonly RemindedInvoice[],
  { rate, today }: { rate: number | null; today: Day },
): Interest | null {
  if (!rate) return null;
  const late = invoices.flatMap((invoice) => {
    const days = daysBetween(invoice.due_date, today);
    if (days <= 0) return [];
    return [{ ...invoice, days, amount: forDays(invoice.balance_due, { rate, days }) }];
  });
  const total = sumOf(late.map(({ amount }) => amount));
  return total > 0 ? { rate, up_to: today, invoices: late, total } : null;
}

/** Half a paisa is rounded up. Exact for any amount: the product of the three exceeds what a number holds. */
function forDays(balance: number, { rate, days }: { rate: number; days: number }): number {
  const hundredths = Math.round(rate * 100);
  const product = BigInt(toPaise(balance)) * BigInt(hundredths) * BigInt(days);
  const parts = 365n * 10_000n;
  return fromPaise(Number((2n * product + parts) / (2n * parts)));
}

/** "Interest at 18 % a year on overdue invoices up to 26 Nov 2026: ₹12.34. It is not part of the balance." */
export function interestText({ rate, up_to, total }: Interest): string {
  return `Interest at ${rate} % a year on overdue invoices up to ${formatDay(up_to)}: ${formatMoney(total, 'INR')}. It is not part of the balance.`;
}
