import type { Currency } from './money';

const digits = /^(?:(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d*)?|\.\d+)$/;
/** As other programs write it; `Rs,` is `Rs.` of a text whose points and commas were swapped. */
const currencyMarks: Readonly<Record<Currency, RegExp>> = {
  INR: /^(?:₹|rs[.,]?|inr)\s*/i,
  USD: /^(?:\$|us\$|usd)\s*/i,
};

/**
 * The number of a typed, pasted or imported text: `1234.5`, `-5`, `1,45,678.67`, `1,234,567`, and with its `currency`
 * also `₹1,45,678.67`, `Rs. 500` and `INR 500`. Null for an empty text. NaN for anything else, so that the field's own message refuses it:
 * `12,50` is ambiguous, and `1e5` or `0x10` is never meant as an amount.
 */
export function parseNumber(text: string, currency?: Currency): number | null {
  if (text.trim() === '') return null;
  const plain = plainNumber(text, currency);
  const number = plain === null ? Number.NaN : Number(plain);
  return Number.isFinite(number) ? number : Number.NaN;
}

/** The same number as plain digits with a dot, for an input of type number; null when it is none. */
export function plainNumber(text: string, currency?: Currency): string | null {
  const trimmed = text.trim();
  const [, sign = '', rest = ''] = /^([+−-]?)(.*)$/s.exec(trimmed) ?? [];
  const bare = currency ? rest.replace(currencyMarks[currency], '') : rest;
  if (!digits.test(bare)) return null;
  return `${sign === '' || sign === '+' ? '' : '-'}${bare.replaceAll(',', '')}`;
}
