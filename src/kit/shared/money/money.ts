import { unreadable } from './numbers';

/** Amounts are JSON numbers with two decimals on the wire and whole paise (or cents) in every calculation. */
export type Currency = 'INR' | 'USD';

const decimalPattern = /^-?\d+(\.\d{1,2})?$/;

/** True when the number has no third decimal and no exponent (docs/product/wire.md#numbers-and-money). */
export function hasTwoDecimals(amount: number): boolean {
  return decimalPattern.test(String(amount));
}

/** Whole paise of an amount with at most two decimals; exact up to 10^13 rupees. */
export function toPaise(amount: number): number {
  return Math.round(amount * 100);
}

export function fromPaise(paise: number): number {
  return paise / 100;
}

/** The most that an amount of a document can be, in rupees: beyond it no sum is exact. */
export const maxAmount = 999_999_999_999.99;

/** How many decimals are written: none, two, or of a price two to four, as many as it has. */
export type MoneyDecimals = 0 | 2 | 4;

/** `₹1,45,678.67` (Indian grouping) or `$1,250`. */
export function formatMoney(
  amount: number,
  currency: Currency,
  decimals: MoneyDecimals = 2,
): string {
  return Number.isFinite(amount) ? format(currency, decimals).format(amount) : unreadable;
}

/** A price in rupees, such as `₹12.50` or `₹0.0375`. */
export function formatPrice(price: number): string {
  return formatMoney(price, 'INR', 4);
}

const formats = new Map<string, Intl.NumberFormat>();

function format(currency: Currency, decimals: MoneyDecimals): Intl.NumberFormat {
  const key = `${currency}${decimals}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: Math.min(2, decimals),
      maximumFractionDigits: decimals,
    });
    formats.set(key, found);
  }
  return found;
}

/** `₹1,45,678.67`. */
export function rupees(amount: number): string {
  return formatMoney(amount, 'INR');
}
