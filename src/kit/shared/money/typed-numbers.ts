import type { Currency } from './money';

const digits = /^(?:(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d*)?|\.\d+)$/;
const currencySigns: Readonly<Record<Currency, string>> = { INR: '₹', USD: '$' };

/**
 * The number that a person typed, pasted or put into a file: `1234.5`, `-5`, `1,45,678.67`, `1,234,567`, and with its
 * `currency` also `₹1,45,678.67`. Null for an empty text. NaN for anything else, so that a field refuses it in its own
 * words: `12,50` may mean two things, and nobody types `1e5` or `0x10` for an amount.
 */
export function parseNumber(text: string, currency?: Currency): number | null {
  if (text.trim() === '') return null;
  const plain = plainNumber(text, currency);
  const number = plain === null ? Number.NaN : Number(plain);
  return Number.isFinite(number) ? number : Number.NaN;
}

/** The same number as plain digits with a dot, as an input of type number takes it; null where it is none. */
export function plainNumber(text: string, currency?: Currency): string | null {
  const trimmed = text.trim();
  const [, sign = '', rest = ''] = /^([+−-]?)(.*)$/s.exec(trimmed) ?? [];
  const money = currency && rest.startsWith(currencySigns[currency]);
  const bare = money ? rest.slice(1).trimStart() : rest;
  if (!digits.test(bare)) return null;
  return `${sign === '' || sign === '+' ? '' : '-'}${bare.replaceAll(',', '')}`;
}
