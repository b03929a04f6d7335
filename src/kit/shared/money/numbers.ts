/** Shown for a stored value that is not a number or date. */
export const unreadable = '–';

const numbers = new Intl.NumberFormat('en-IN');

/** `12,34,567.5`: with at most three decimals, in the Indian grouping. */
export function formatNumber(number: number): string {
  return Number.isFinite(number) ? numbers.format(number) : unreadable;
}

/** `1 order`, `1,200 orders`; `plural` where an s does not make it one. */
export function counted(number: number, noun: string, plural = pluralOf(noun)): string {
  return `${formatNumber(number)} ${number === 1 ? noun : plural}`;
}

/** `orders` of `order`, `deliveries` of `delivery`. */
function pluralOf(noun: string): string {
  return `${noun.replace(/([^aeiou])y$/, '$1ie')}s`;
}
