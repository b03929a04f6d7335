import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { formatPrice, maxAmount } from '~/kit/shared/money/money';
import type { Fineness } from '~/modules/tax/units.rules';
import type { LineSubject } from './lines.rules';
import type { PricedLine } from './totals.rules';

export interface TypedLine {
  quantity: string;
  unit_price: string;
  /** The unit of its product, as far as it is known here. */
  fineness?: Fineness | null;
}

/** A line of a sales document as its form holds it; each kind of document adds its own fields. */
export interface TypedDocumentLine extends TypedLine, LineSubject {
  key: number;
  /** The name of the chosen record, even if it is no longer offered, or a description. */
  description: string;
}

export interface LineList {
  /** Used in the lines' names and in messages: "Item 2". */
  noun: string;
  /** That a quantity may have whatever its unit. */
  decimals: number;
  /** The smallest quantity, where less does not remove the line (`LineRow`). */
  least?: 0 | 1;
}

export function emptyLine(key: number): TypedDocumentLine {
  return {
    key,
    product_id: null,
    service_id: null,
    description: '',
    quantity: '1',
    unit_price: '',
    fineness: null,
  };
}

/** Lines in words, one below the other, as a person compares them with somebody else's. */
export function linesText(lines: readonly TypedDocumentLine[]): string {
  return lines
    .map(({ quantity, description, unit_price }) => {
      const price = readNumber(unit_price);
      const amount = Number.isNaN(price) ? unit_price : formatPrice(price);
      return `${quantity} × ${description} at ${amount}`;
    })
    .join('\n');
}

/** Replaces a quantity that is not a number (docs/product/screens.md#lines-of-a-document). */
const fallback = 1;

/** The number that a typed quantity or price represents; NaN where it is not a number. */
export function readNumber(typed: string): number {
  return parseNumber(typed, 'INR') ?? Number.NaN;
}

/** True for a quantity of 0 or below, which removes its line (docs/product/screens.md#lines-of-a-document). */
export function isTakenAway(typed: string): boolean {
  return readNumber(typed) <= 0;
}

/** True for a number below `least`; false for text that is not a number. */
export function isBelow(typed: string, least: number): boolean {
  return readNumber(typed) < least;
}

/** A list that takes parts of anything leaves what is typed: its form says what is too fine. */
export function decimalsIn(
  { fineness }: Pick<TypedLine, 'fineness'>,
  { decimals }: Pick<LineList, 'decimals'>,
): number {
  return Math.max(fineness?.decimals ?? 0, decimals);
}

/** The quantity after its input loses focus: text that is not a number becomes 1, whole units are truncated. */
export function settledQuantity(typed: string, decimals: number): string {
  const number = readNumber(typed);
  if (Number.isNaN(number)) return String(fallback);
  return String(decimals === 0 ? Math.max(fallback, Math.trunc(number)) : number);
}

/**
 * The current quantity and price of a line, so that totals follow each keystroke; a price that is not a number counts
 * as 0.
 */
export function pricedOf(line: TypedLine, list: Pick<LineList, 'decimals'>): PricedLine {
  const price = readNumber(line.unit_price);
  const quantity = settledQuantity(line.quantity, decimalsIn(line, list));
  return {
    quantity: Math.max(0, within(Number(quantity))),
    unit_price: Number.isNaN(price) ? 0 : Math.max(0, within(price)),
  };
}

// Out-of-range numbers are reported by the form's checks.
function within(number: number): number {
  return Math.min(number, maxAmount);
}
