import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { decimalsOf } from '~/kit/shared/money/quantities';
import type { Settings } from './settings.fields';

export type PriceDecimals = Settings['price_decimals'];

const texts: Record<PriceDecimals, string> = { 2: 'two', 3: 'three', 4: 'four' };

/** What is wrong with a price in rupees that has more decimals than the setting allows, or null. */
export function priceProblem(
  label: string,
  price: number | null | undefined,
  decimals: PriceDecimals,
): string | null {
  // Most have two at most, which is known sooner than how many.
  if (fromPaise(toPaise(price ?? 0)) === (price ?? 0)) return null;
  if (decimalsOf(price ?? 0) <= decimals) return null;
  return `${label} cannot have more than ${texts[decimals]} decimals`;
}

/** The decimals that the setting allows, and the stored prices, which stay regardless of it. */
export interface PriceLimit {
  decimals: PriceDecimals;
  existing: readonly number[];
}

export function newPriceProblem(
  label: string,
  price: number | null | undefined,
  limit: PriceLimit | undefined,
): string | null {
  const problem = limit ? priceProblem(label, price, limit.decimals) : null;
  if (problem === null || limit?.existing.some((each) => each === price)) return null;
  return problem;
}
