import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import { type ChargingLine, chargedBy } from './order-discounts.rules';

/** An order, and what its invoices besides one charge for. */
export interface InvoicedParts {
  total_amount: number;
  /** In rupees, of the other invoices. */
  invoiced_amount: number;
  /** How many lines those have. */
  line_count: number;
  lines: readonly { id: number; ordered: number; charged: number }[];
}

/**
 * What brings the last of several invoices to the rest of its order, in rupees: each of them rounds its lines and taxes for
 * itself. 0 for any other invoice, and where more than rounding is between them (docs/product/invoices.md#invoicing-an-order).
 */
export function restOfParts(
  { total_amount, invoiced_amount, line_count, lines }: InvoicedParts,
  charging: readonly ChargingLine[],
  total: number,
): number {
  const mine = chargedBy(charging);
  const isLast = lines.every(
    ({ id, ordered, charged }) => sumOfQuantities([charged, mine.get(id) ?? 0]) === ordered,
  );
  if (line_count === 0 || !isLast) return 0;
  const paise = toPaise(total_amount) - toPaise(invoiced_amount) - toPaise(total);
  const isRounding = Math.abs(paise) <= Math.min(mostPaise, line_count + charging.length);
  return isRounding ? fromPaise(paise) : 0;
}

/** A round-off is less than a rupee. */
const mostPaise = 99;

/** The amounts of an invoice with the rest of its order as their round-off. */
export function withRest<A extends { round_off: number; total_amount: number }>(
  amounts: A,
  rest: number,
): A {
  const { round_off, total_amount } = amounts;
  return {
    ...amounts,
    round_off: sumOf([round_off, rest]),
    total_amount: sumOf([total_amount, rest]),
  };
}
