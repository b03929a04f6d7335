import { formatMoney } from '~/kit/shared/money/money';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Order } from './orders.fields';
import { holdingOf } from './orders.rules';

/** What happens with an order above its customer's credit limit (docs/product/orders.md#credit-limit). */
export const creditChecks = [
  { value: 'off', label: 'Do nothing' },
  { value: 'warn', label: 'Warn in the form' },
  { value: 'stop', label: 'Stop those without the right to exceed it' },
] as const;

/** In rupees; no limit is null, as is `left` then. It is below 0 where more than the limit is used. */
export interface CustomerCredit {
  credit_limit: number | null;
  left: number | null;
}

export function isAboveCredit({ left: remaining }: CustomerCredit, total: number): boolean {
  return remaining !== null && sumOf([remaining, -total]) < 0;
}

/** "This order of ₹1,180.00 exceeds the credit limit of Acme: ₹500.00 of ₹1,00,000.00 is left." */
export function creditText(
  { credit_limit, left: remaining }: CustomerCredit,
  { company_name, total }: { company_name: string; total: number },
): string {
  const [order, rest, limit] = [total, Math.max(remaining ?? 0, 0), credit_limit ?? 0].map((each) =>
    formatMoney(each, 'INR'),
  );
  return `This order of ${order} exceeds the credit limit of ${company_name}: ${rest} of ${limit} is left`;
}

type Judged = Pick<Order, 'status' | 'customer_id' | 'total_amount'>;

/** Whether a change takes credit: of another customer, of a higher total, or of an order that becomes binding. */
export function takesCredit(before: Judged, after: Judged): boolean {
  if (after.status === 'cancelled') return false;
  const isConfirmed = holdingOf(before.status) === 'none' && holdingOf(after.status) !== 'none';
  const isOther = after.customer_id !== before.customer_id;
  return isConfirmed || isOther || after.total_amount > before.total_amount;
}
