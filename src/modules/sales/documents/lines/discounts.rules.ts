import { formatMoney, fromPaise, toPaise } from '~/kit/shared/money/money';
import { linePaise, lineTotal, type PricedLine, sumOf, taxOn } from './totals.rules';

/** A discount on a whole document; a percentage takes precedence, and the amount in rupees follows from it. */
export interface DocumentDiscount {
  discount_percent: number | null;
  discount_amount: number;
}

/** As a request says it; undefined says nothing. */
export type SentDiscount = {
  [K in keyof DocumentDiscount]?: DocumentDiscount[K] | null | undefined;
};

export const noDiscount: DocumentDiscount = { discount_percent: null, discount_amount: 0 };

/** The discount that a document has after a request; one that is not mentioned, or sent back as it was read, stays. */
export function sentDiscount(
  { discount_percent: percent, discount_amount: amount }: SentDiscount,
  before: DocumentDiscount,
): DocumentDiscount {
  const sent = { discount_percent: percent ?? null, discount_amount: amount ?? 0 };
  const isSilent = percent === undefined && amount === undefined;
  return isSilent || isEqual(sent, before) ? oneOf(before) : sent;
}

function isEqual(one: DocumentDiscount, other: DocumentDiscount): boolean {
  return (
    one.discount_percent === other.discount_percent && one.discount_amount === other.discount_amount
  );
}

/** The chosen half of a discount: without the amount if that follows from the percentage. */
export function oneOf({ discount_percent, discount_amount }: DocumentDiscount): DocumentDiscount {
  return { discount_percent, discount_amount: discount_percent === null ? discount_amount : 0 };
}

/** True where both say the same: the amount counts where there is no percentage. */
export function isSameDiscount(one: DocumentDiscount, other: DocumentDiscount): boolean {
  return isEqual(oneOf(one), oneOf(other));
}

export type Spread<L> = L & { discount_share: number };

interface Discounted<L> {
  lines: Spread<L>[];
  discount: DocumentDiscount;
}

/** Lines, each with its share of the document's discount by its value, to the paisa (docs/product/tax.md#discounts). */
export function discounted<L extends PricedLine>(
  lines: readonly L[],
  { discount_percent, discount_amount }: DocumentDiscount,
): Discounted<L> {
  const value = sumOf(lines.map(lineTotal));
  const amount = discount_percent === null ? discount_amount : taxOn(value, discount_percent);
  const shares = allocate(toPaise(amount), lines.map(linePaise));
  return {
    lines: lines.map((line, at) => ({ ...line, discount_share: fromPaise(shares[at] ?? 0) })),
    discount: { discount_percent, discount_amount: amount },
  };
}

/** The reason why a discount cannot be taken off lines, or null. */
export function documentDiscountProblem(
  lines: readonly PricedLine[],
  { discount_percent, discount_amount }: DocumentDiscount,
): string | null {
  const value = sumOf(lines.map(lineTotal));
  if (discount_percent !== null) {
    const isOne = discount_amount === 0 || discount_amount === taxOn(value, discount_percent);
    return isOne ? null : 'Enter the discount in percent or in rupees, not both';
  }
  if (toPaise(discount_amount) <= toPaise(value)) return null;
  return `Discount cannot exceed ${formatMoney(value, 'INR')}`;
}

/**
 * Whole paise in the proportion of weights; the parts add up to the whole, and none exceeds its weight where the whole
 * does not exceed all of them.
 */
export function allocate(paise: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, each) => sum + each, 0);
  let passed = 0;
  let given = 0;
  return weights.map((weight) => {
    passed += weight;
    const next = proportion(paise, passed, whole);
    const own = next - given;
    given = next;
    return own;
  });
}

/** `of` times `part` by `whole`, half upwards; none of them is below zero. */
export function proportion(of: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  const double = 2n * BigInt(of) * BigInt(part) + BigInt(whole);
  return Number(double / (2n * BigInt(whole)));
}
