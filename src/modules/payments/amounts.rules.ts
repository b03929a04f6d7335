import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { lineTotal } from '~/modules/documents/totals.rules';

/**
 * A typed amount of rupees with two decimals at most, half away from zero; what has no more stays as it is
 * (docs/product/payments.md#amount).
 */
export function roundedTyped(typed: string): string {
  // The third decimal decides: those after it cannot make less of it.
  const bare = /^\s*(\d+\.\d{3})\d*\s*$/.exec(typed)?.[1];
  return bare === undefined
    ? typed
    : String(lineTotal({ quantity: parseNumber(bare) ?? 0, unit_price: 1 }));
}

/**
 * What is wrong with an amount for a balance, both in rupees; null when it may be sent
 * (docs/product/payments.md#amount).
 */
export function amountProblem(amount: number, balance: number): string | null {
  if (!(amount > 0)) return 'Please enter a valid payment amount';
  return amount > balance ? 'Payment amount cannot exceed the outstanding balance' : null;
}
