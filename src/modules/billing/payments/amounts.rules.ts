import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { lineTotal } from '~/modules/sales/documents/lines/totals.rules';

/**
 * A typed amount of rupees rounded to two decimals, half away from zero; text with fewer decimals is unchanged
 * (docs/product/payments.md#amount).
 */
export function roundedTyped(typed: string): string {
  // The third decimal decides: with half away from zero the following ones cannot change the result.
  const bare = /^\s*(\d+\.\d{3})\d*\s*$/.exec(typed)?.[1];
  return bare === undefined
    ? typed
    : String(lineTotal({ quantity: parseNumber(bare) ?? 0, unit_price: 1 }));
}

/**
 * What is wrong with an amount against a balance, both in rupees; null when it is valid
 * (docs/product/payments.md#amount).
 */
export function amountProblem(amount: number, balance: number): string | null {
  if (!(amount > 0)) return 'Please enter a valid payment amount';
  return amount > balance ? 'Payment amount cannot exceed the outstanding balance' : null;
}
