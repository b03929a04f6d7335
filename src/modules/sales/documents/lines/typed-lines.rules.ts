import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { formatPrice, maxAmount } from '~/kit/shared/money/money';
import type { UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { readTyped } from '~/kit/shared/fields/typed-values';
import { remembered } from '~/kit/shared/fields/remembered';
import type { FieldProblem } from '~/kit/shared/verdict';
import { lineTaxFields, maxQuantity } from '../documents.fields';
import type { LineSubject, LineTerms } from './lines.rules';
import { discountProblem, type PricedLine } from './totals.rules';

export interface TypedLine {
  quantity: string;
  unit_price: string;
  /** The unit of its product, as far as it is known here. */
  unitDecimals?: UnitDecimals | null;
  discount_percent?: string;
  discount_amount?: string;
}

/** What a form holds of a line's discount and tax; '' and null are what the server works out. */
export interface TypedTerms
  extends Required<Pick<TypedLine, 'discount_percent' | 'discount_amount'>> {
  hsn_code: string;
  tax_class_id: number | null;
}

/** A line of a sales document as its form holds it; each kind of document adds its own fields. */
export interface TypedDocumentLine
  extends Omit<TypedLine, keyof TypedTerms>,
    TypedTerms,
    LineSubject {
  key: number;
  /** The name of the chosen record, even if it is no longer offered, or a description. */
  description: string;
}

export interface LineList {
  /** Used in the lines' names and in messages: "Item 2". */
  noun: string;
  /** That a quantity may have regardless of its unit. */
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
    unitDecimals: null,
    discount_percent: '',
    discount_amount: '',
    ...itsOwnTax,
  };
}

/** Of a line whose product or service was chosen again: its code and class are those of that. */
export const itsOwnTax = { hsn_code: '', tax_class_id: null } as const;

/** A stored line as its form holds it. */
export function typedLine(
  line: LineSubject & LineTerms & PricedLine & { id: number; description: string },
): TypedDocumentLine {
  return {
    ...typedTerms(line),
    key: line.id,
    product_id: line.product_id,
    service_id: line.service_id,
    description: line.description,
    quantity: String(line.quantity),
    unit_price: String(line.unit_price),
    unitDecimals: null,
  };
}

function typedTerms(line: LineTerms): TypedTerms {
  const { discount_percent: percent, discount_amount: amount } = line;
  return {
    discount_percent: percent === null ? '' : String(percent),
    discount_amount: percent === null && amount > 0 ? String(amount) : '',
    hsn_code: line.hsn_code ?? '',
    tax_class_id: line.tax_class_id,
  };
}

/** The typed discount; text that is not a number counts as none: the form says what is wrong with it. */
function typedDiscount({ discount_percent = '', discount_amount = '' }: Partial<TypedLine>) {
  const percent = readNumber(discount_percent);
  const amount = readNumber(discount_amount);
  if (percent >= 0) return { discount_percent: Math.min(100, percent) };
  return amount >= 0 ? { discount_amount: amount } : {};
}

/** What a request says of a line's discount and tax. */
export function sentTerms(line: TypedTerms) {
  return {
    discount_percent: null,
    ...typedDiscount(line),
    hsn_code: line.hsn_code.trim() || null,
    tax_class_id: line.tax_class_id,
  };
}

/** A line of a form as it is taxed, with its key and name. */
export function taxableLine(
  line: TypedDocumentLine & { product_id: number | null; service_id: number | null },
  list: LineList,
) {
  return {
    key: line.key,
    name: line.description || list.noun,
    product_id: line.product_id,
    service_id: line.service_id,
    ...pricedOf(line, list),
    ...sentTerms(line),
  };
}

/** What is wrong with a line's discount and HSN code, by field. */
export function termProblems(
  line: TypedDocumentLine,
  list: LineList,
  index: number,
  name = 'items',
): FieldProblem[] {
  const { discount_percent, discount_amount, hsn_code } = lineTaxFields;
  const wrong = (
    [
      ['discount_percent', readTyped(discount_percent, line.discount_percent, 'form')],
      ['discount_amount', readTyped(discount_amount, line.discount_amount || '0', 'form')],
      ['hsn_code', readTyped(hsn_code, line.hsn_code, 'form')],
    ] as const
  ).flatMap(([field, read]) => (read.ok ? [] : { field, message: read.message }));
  const excess = discountProblem({ ...pricedOf(line, list), ...typedDiscount(line) });
  if (wrong.length === 0 && excess !== null)
    wrong.push({ field: 'discount_amount', message: excess });
  return wrong.map(({ field, message }) => ({
    field: `${name}.${index}.${field}`,
    message: `${list.noun} ${index + 1}: ${message}`,
  }));
}

/** Lines in words, one below the other, as a person compares them with someone else's. */
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

/** What the checks see of the typed quantity and price of a line: null where nothing is typed. */
export function typedAmounts({ quantity, unit_price }: Pick<TypedLine, 'quantity' | 'unit_price'>) {
  return { quantity: parseNumber(quantity, 'INR'), unit_price: parseNumber(unit_price, 'INR') };
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
  { unitDecimals }: Pick<TypedLine, 'unitDecimals'>,
  { decimals }: Pick<LineList, 'decimals'>,
): number {
  return Math.max(unitDecimals?.decimals ?? 0, decimals);
}

/** The quantity after its input loses focus: text that is not a number becomes 1, whole units are truncated, one that is refused stays. */
export function settledQuantity(typed: string, decimals: number): string {
  const number = readNumber(typed);
  if (Number.isNaN(number)) return String(fallback);
  if (number > maxQuantity) return typed.trim();
  return String(decimals === 0 ? Math.max(fallback, Math.trunc(number)) : number);
}

/**
 * The current quantity and price of a line, so that totals follow each keystroke; a price that is not a number counts
 * as 0.
 */
export function pricedOf(line: TypedLine, list: Pick<LineList, 'decimals'>): PricedLine {
  const decimals = decimalsIn(line, list);
  const cached = pricedWith.get(decimals) ?? remembered((each) => priceLine(each, decimals));
  pricedWith.set(decimals, cached);
  return cached(line);
}

/** By the decimals of a quantity: of a long document one line changes at a time. */
const pricedWith = new Map<number, (line: TypedLine) => PricedLine>();

function priceLine(line: TypedLine, decimals: number): PricedLine {
  const price = readNumber(line.unit_price);
  const quantity = settledQuantity(line.quantity, decimals);
  const priced = {
    quantity: Math.max(0, within(readNumber(quantity))),
    unit_price: Number.isNaN(price) ? 0 : Math.max(0, within(price)),
  };
  const discounted = { ...priced, ...typedDiscount(line) };
  return discountProblem(discounted) === null ? discounted : priced;
}

// Out-of-range numbers are reported by the form's checks.
function within(number: number): number {
  return Math.min(number, maxAmount);
}
