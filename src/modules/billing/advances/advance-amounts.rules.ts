import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { type TaxParts, type Treatment } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import { allocate, proportion } from '~/modules/sales/documents/lines/discounts.rules';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import type { TaxSplit } from '~/modules/catalogue/tax/supply.rules';

/** What of an advance is for goods or services of one rate, with the tax that it includes; in rupees. */
export interface AdvancePart extends TaxParts {
  kind: 'goods' | 'services';
  /** In percent; null where it is not known and none is due. */
  tax_rate: number | null;
  amount: number;
  taxable_value: number;
}

/** What an order comes to in goods or services of one rate, in rupees with tax. */
export interface AdvanceShare extends Pick<AdvancePart, 'kind' | 'tax_rate'> {
  weight: number;
}

/** The rate in percent where none is known (docs/product/advances.md#tax). */
const unknownRate = 18;

interface OrderedLine extends TaxParts {
  isService: boolean;
  hsn_code: string | null;
  tax_treatment: Treatment | null;
  tax_rate: number | null;
  line_total: number;
}

/** What an advance on an order is for, in the order's own shares (docs/product/advances.md#tax). */
export function sharesOf(lines: readonly OrderedLine[]): AdvanceShare[] {
  const shares = new Map<string, AdvanceShare>();
  for (const line of lines) {
    const kind = isOfServices(line) ? 'services' : 'goods';
    const tax_rate = rateOf(kind, line);
    const key = `${kind} ${tax_rate}`;
    const before = shares.get(key)?.weight ?? 0;
    const taxes = [line.cgst_amount, line.sgst_amount, line.igst_amount];
    shares.set(key, { kind, tax_rate, weight: sumOf([before, line.line_total, ...taxes]) });
  }
  return [...shares.values()].filter(({ weight }) => weight > 0);
}

/** The rate of an advance: of services 18 % where it is not known. */
export function rateOf(
  kind: AdvancePart['kind'],
  { tax_treatment, tax_rate }: { tax_treatment?: Treatment | null; tax_rate: number | null },
): number | null {
  const isUntaxed = ['nil_rated', 'exempt', 'non_gst'].includes(tax_treatment ?? '');
  if (isUntaxed) return 0;
  return tax_rate ?? (kind === 'services' ? unknownRate : null);
}

/** An advance in its parts, to the paisa; tax is due on what is for services (docs/product/advances.md#tax). */
export function advanceParts(
  amount: number,
  shares: readonly AdvanceShare[],
  split: TaxSplit,
): AdvancePart[] {
  const paise = allocate(
    toPaise(amount),
    shares.map(({ weight }) => toPaise(weight)),
  );
  return shares.map(({ kind, tax_rate }, index) => {
    const own = paise[index] ?? 0;
    const taxes = kind === 'services' ? includedTax(own, tax_rate ?? 0, split) : none;
    return partOf({ kind, tax_rate }, own, taxes);
  });
}

type Taxes = { half: number; igst: number };
const none: Taxes = { half: 0, igst: 0 };

/** The tax in whole paise that an amount includes; both halves of it are the same. */
function includedTax(paise: number, rate: number, split: TaxSplit): Taxes {
  const hundredths = Math.round(rate * 100);
  if (split === 'none') return none;
  const whole = 10_000 + hundredths;
  if (split === 'between') return { half: 0, igst: proportion(paise, hundredths, whole) };
  return { half: proportion(paise, hundredths, 2 * whole), igst: 0 };
}

function partOf(
  of: Pick<AdvancePart, 'kind' | 'tax_rate'>,
  paise: number,
  { half, igst }: Taxes,
): AdvancePart {
  return {
    ...of,
    amount: fromPaise(paise),
    taxable_value: fromPaise(paise - 2 * half - igst),
    cgst_amount: fromPaise(half),
    sgst_amount: fromPaise(half),
    igst_amount: fromPaise(igst),
  };
}

/**
 * What `amount` of an advance is after `before` of it was adjusted or given back, both in rupees: in the shares of the
 * whole, and so that all that follow each other come to the whole to the paisa.
 */
export function spentParts(
  parts: readonly AdvancePart[],
  { before, amount }: { before: number; amount: number },
): AdvancePart[] {
  const from = upTo(parts, toPaise(before));
  const to = upTo(parts, toPaise(before) + toPaise(amount));
  return parts.map((part, index) => {
    const [first, last] = [from[index], to[index]];
    return partOf(part, (last?.paise ?? 0) - (first?.paise ?? 0), {
      half: (last?.half ?? 0) - (first?.half ?? 0),
      igst: (last?.igst ?? 0) - (first?.igst ?? 0),
    });
  });
}

/** What the parts come to when so many paise of the advance are used. */
function upTo(parts: readonly AdvancePart[], spent: number): (Taxes & { paise: number })[] {
  const weights = parts.map(({ amount }) => toPaise(amount));
  const whole = weights.reduce((sum, each) => sum + each, 0);
  const paise = allocate(spent, weights);
  return parts.map(({ cgst_amount, igst_amount }, index) => ({
    paise: paise[index] ?? 0,
    half: proportion(toPaise(cgst_amount), spent, whole),
    igst: proportion(toPaise(igst_amount), spent, whole),
  }));
}

/** The sums of parts, in rupees. */
export function sumsOfParts(parts: readonly AdvancePart[]) {
  const sum = (name: 'taxable_value' | keyof TaxParts) => sumOf(parts.map((part) => part[name]));
  const taxes = {
    cgst_amount: sum('cgst_amount'),
    sgst_amount: sum('sgst_amount'),
    igst_amount: sum('igst_amount'),
  };
  return {
    taxable_value: sum('taxable_value'),
    ...taxes,
    tax_amount: sumOf(Object.values(taxes)),
  };
}
