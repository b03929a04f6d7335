import { formatMoney, fromPaise, toPaise } from '~/kit/shared/money/money';

/** The quantity of a line (three decimals at most) and its unit price in rupees. */
export interface PricedLine {
  quantity: number;
  unit_price: number;
  /** In percent with two decimals at most; it takes precedence over the amount. */
  discount_percent?: number | null | undefined;
  /** In rupees, of the whole line. */
  discount_amount?: number | null | undefined;
}

/** A line with its share of the discount on the whole document, in rupees. */
export interface SharingLine extends PricedLine {
  discount_share?: number;
}

/** The totals of a document, in rupees with two decimals. */
export interface Totals {
  subtotal: number;
  tax_amount: number;
  total_amount: number;
}

const thousandths = 1000n;
const partsOfPaisa = 100n;
const hundredthsOfPercent = 10_000n;

/** Quotient of two whole numbers, rounded half away from zero (docs/product/wire.md#arithmetic). */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * (dividend < 0n ? -dividend : dividend) + divisor;
  const rounded = doubled / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

function toThousandths(quantity: number): bigint {
  return BigInt(Math.round(quantity * 1000));
}

/** A price of at most four decimals in parts of 1/10,000 rupee; one of whole paise is exact up to the largest amount. */
function priceParts(price: number): bigint {
  const paise = toPaise(price);
  if (fromPaise(paise) === price) return BigInt(paise) * partsOfPaisa;
  return BigInt(Math.round(price * 10_000));
}

/** Quantity times price in whole paise, rounded half away from zero (docs/product/wire.md#arithmetic). */
export function grossPaise({ quantity, unit_price }: PricedLine): number {
  const parts = toThousandths(quantity) * priceParts(unit_price);
  return Number(divideRounded(parts, thousandths * partsOfPaisa));
}

/** Quantity times price in rupees, before any discount. */
export function grossOf(line: PricedLine): number {
  return fromPaise(grossPaise(line));
}

/** What is taken off a line, in rupees (docs/product/tax.md#discounts). */
export function discountOf(line: PricedLine): number {
  const { discount_percent, discount_amount } = line;
  if (typeof discount_percent !== 'number') return discount_amount ?? 0;
  return taxOn(fromPaise(grossPaise(line)), discount_percent);
}

/** What is wrong with the discount of a line, or null. */
export function discountProblem(line: PricedLine): string | null {
  if (linePaise(line) >= 0) return null;
  return `Discount cannot exceed ${formatMoney(fromPaise(grossPaise(line)), 'INR')}`;
}

/** Quantity times price less the discount, in whole paise. */
export function linePaise(line: PricedLine): number {
  return grossPaise(line) - toPaise(discountOf(line));
}

/** What tax is due on, in rupees: the line's total less its share of the document's discount. */
export function taxableValue(line: SharingLine): number {
  return fromPaise(linePaise(line) - toPaise(line.discount_share ?? 0));
}

export function lineTotal(line: PricedLine): number {
  return fromPaise(linePaise(line));
}

/** The tax in rupees on a subtotal at a rate in percent with two decimals at most (docs/product/wire.md#arithmetic). */
export function taxOn(subtotal: number, taxRate: number): number {
  const rate = BigInt(Math.round(taxRate * 100));
  return fromPaise(Number(divideRounded(BigInt(toPaise(subtotal)) * rate, hundredthsOfPercent)));
}

/** Subtotal, tax and total of a document; the tax follows from the rate unless a tax amount is given. */
export function totalsOf(
  lines: readonly SharingLine[],
  tax: { rate: number } | { amount: number },
): Totals {
  const subtotal = sumOf(lines.map(taxableValue));
  const tax_amount = 'rate' in tax ? taxOn(subtotal, tax.rate) : tax.amount;
  return { subtotal, tax_amount, total_amount: sumOf([subtotal, tax_amount]) };
}

/** The part of an amount in rupees that falls to some of a quantity, rounded half away from zero. */
export function partOf(amount: number, some: number, quantity: number): number {
  const share = divideRounded(
    BigInt(toPaise(amount)) * toThousandths(some),
    toThousandths(quantity),
  );
  return fromPaise(Number(share));
}

/** The exact sum of amounts in rupees. */
export function sumOf(amounts: readonly number[]): number {
  return fromPaise(amounts.reduce((sum, amount) => sum + toPaise(amount), 0));
}

export function restOf(amount: number, taken: number): number {
  return fromPaise(toPaise(amount) - toPaise(taken));
}

/**
 * The rate in percent, two decimals, that yields a tax amount on a subtotal; 0 on 0 is 0
 * (docs/product/wire.md#arithmetic).
 */
export function rateOf({ subtotal, tax_amount }: Pick<Totals, 'subtotal' | 'tax_amount'>): number {
  const paise = BigInt(toPaise(subtotal));
  if (paise === 0n) return 0;
  return Number(divideRounded(BigInt(toPaise(tax_amount)) * hundredthsOfPercent, paise)) / 100;
}

/**
 * True when two amounts differ by at most a paisa, the tolerance for a sender's own arithmetic
 * (docs/product/wire.md#arithmetic).
 */
export function agrees(sent: number, computed: number): boolean {
  return Math.abs(toPaise(sent) - toPaise(computed)) <= 1;
}
