import { fromPaise, toPaise } from '~/kit/shared/money/money';
import type { TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import type { treatments } from '~/modules/catalogue/tax/tax-classes.fields';
import { type SharingLine, rateOf, sumOf, taxableValue, taxOn } from '../lines/totals.rules';

export type Treatment = (typeof treatments)[number]['value'];

/** A line as tax sees it: its treatment and rate in percent on the document's day; null where none is known. */
export interface TaxableLine extends SharingLine {
  tax_treatment: Treatment | null;
  tax_rate: number | null;
}

/** The taxes of a line or a document, in rupees. */
export interface TaxParts {
  cgst_amount: number;
  sgst_amount: number;
  igst_amount: number;
}

export const noTax: TaxParts = { cgst_amount: 0, sgst_amount: 0, igst_amount: 0 };

/** The taxes on a taxable value in rupees, each rounded to the paisa (docs/product/tax.md#rounding). */
export function taxParts(taxable: number, rate: number | null, split: TaxSplit): TaxParts {
  if (split === 'none' || !rate) return noTax;
  if (split === 'between') return { ...noTax, igst_amount: taxOn(taxable, rate) };
  const half = halfTaxOn(taxable, rate);
  return { cgst_amount: half, sgst_amount: half, igst_amount: 0 };
}

/** Half of the rate may have three decimals: 0.25 % is twice 0.125 %. */
function halfTaxOn(taxable: number, rate: number): number {
  const paise = BigInt(toPaise(taxable)) * BigInt(Math.round(rate * 100));
  const sign = paise < 0n ? -1n : 1n;
  return fromPaise(Number((sign * (sign * paise + 10_000n)) / 20_000n));
}

export interface GstRules {
  split: TaxSplit;
  /** Whether a round-off brings the total to whole rupees. */
  roundsToRupee: boolean;
}

/** The totals of a document by GST, in rupees; `tax_rate` is what its tax comes to of its subtotal, in percent. */
export interface GstAmounts extends TaxParts {
  subtotal: number;
  tax_rate: number;
  tax_amount: number;
  round_off: number;
  total_amount: number;
}

/** What a line and its taxes come to (docs/product/tax.md#tax-of-a-line). */
export function taxedLine<Line extends TaxableLine>(
  line: Line,
  split: TaxSplit,
): Line & TaxParts & { taxable_value: number } {
  const taxable_value = taxableValue(line);
  return { ...line, taxable_value, ...taxParts(taxable_value, line.tax_rate, split) };
}

/** Line by line, then sums, then the round-off (docs/product/tax.md#rounding). */
export function gstAmountsOf(
  lines: readonly TaxableLine[],
  { split, roundsToRupee }: GstRules,
): GstAmounts {
  return gstSumsOf(
    lines.map((line) => taxedLine(line, split)),
    roundsToRupee,
  );
}

/** The sums of lines that are taxed already, and the round-off (docs/product/tax.md#rounding). */
export function gstSumsOf(
  taxed: readonly (TaxParts & { taxable_value: number })[],
  roundsToRupee: boolean,
): GstAmounts {
  const sum = (name: keyof TaxParts | 'taxable_value') => sumOf(taxed.map((line) => line[name]));
  const parts = {
    cgst_amount: sum('cgst_amount'),
    sgst_amount: sum('sgst_amount'),
    igst_amount: sum('igst_amount'),
  };
  const subtotal = sum('taxable_value');
  const tax_amount = sumOf(Object.values(parts));
  const exact = sumOf([subtotal, tax_amount]);
  const round_off = roundsToRupee ? roundOffOf(exact) : 0;
  return {
    ...parts,
    subtotal,
    tax_amount,
    tax_rate: Math.min(100, rateOf({ subtotal, tax_amount })),
    round_off,
    total_amount: sumOf([exact, round_off]),
  };
}

/** What brings an amount to the nearest rupee, half upwards: -0.49 to 0.50. */
export function roundOffOf(amount: number): number {
  const paise = toPaise(amount);
  const rest = paise % 100;
  return fromPaise(rest === 0 ? 0 : rest >= 50 ? 100 - rest : -rest);
}
