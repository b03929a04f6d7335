import { formatMoney, maxAmount } from '~/kit/shared/money/money';
import {
  agrees,
  lineTotal,
  type PricedLine,
  rateOf,
  taxOn,
  type Totals,
  totalsOf,
} from './totals.rules';
import type { FieldProblem } from '~/kit/shared/verdict';

/** What a document comes to, with the rate in percent that is kept beside it. */
export interface Amounts extends Totals {
  tax_rate: number;
}

/** The amounts that a sender worked out, any of them. */
export type SentAmounts = { [K in keyof Amounts]?: Amounts[K] | undefined };

/** The amounts as they were, where the lines still cost the same and no other tax is sent; else null. */
export function keptAmounts(
  lines: readonly PricedLine[],
  sent: SentAmounts,
  before: Amounts | undefined,
): Amounts | null {
  if (!before || totalsOf(lines, { rate: 0 }).subtotal !== before.subtotal) return null;
  const { subtotal, tax_rate, tax_amount, total_amount } = before;
  const isSame =
    (sent.tax_rate ?? tax_rate) === tax_rate && (sent.tax_amount ?? tax_amount) === tax_amount;
  return isSame ? { subtotal, tax_rate, tax_amount, total_amount } : null;
}

/** What lines come to with the tax that a rate in percent makes. */
export function amountsByRate(lines: readonly PricedLine[], tax_rate: number): Amounts {
  return { ...totalsOf(lines, { rate: tax_rate }), tax_rate };
}

/** What lines come to with a tax amount in rupees as it was given, at the rate that is known where that makes it. */
export function amountsByTax(
  lines: readonly PricedLine[],
  tax_amount: number,
  knownRate: number | undefined,
): Amounts {
  const totals = totalsOf(lines, { amount: tax_amount });
  // The rate that was chosen says more than the one that rounding gives back.
  const isKnown = knownRate !== undefined && taxOn(totals.subtotal, knownRate) === tax_amount;
  return { ...totals, tax_rate: isKnown ? knownRate : Math.min(100, rateOf(totals)) };
}

/** An amount that was sent: its field, what it was sent as, and what it is by the server's arithmetic. */
export type SentAmount = readonly [field: string, sent: number | null | undefined, right: number];

/**
 * Where amounts differ from the server's by more than a paisa; `noun` is what comes to them
 * (docs/product/orders.md#amounts).
 */
export function wrongAmounts(noun: string, amounts: readonly SentAmount[]): FieldProblem[] {
  return amounts.flatMap(([field, sent, right]) => {
    if (typeof sent !== 'number' || agrees(sent, right)) return [];
    const message = `${formatMoney(sent, 'INR')} was sent, the ${noun} comes to ${formatMoney(right, 'INR')}`;
    return { field, message };
  });
}

/** True when a line or the whole costs more than can be kept. */
export function isTooMuch(
  lines: readonly PricedLine[],
  { total_amount }: Pick<Amounts, 'total_amount'>,
): boolean {
  return total_amount > maxAmount || lines.some((line) => lineTotal(line) > maxAmount);
}
