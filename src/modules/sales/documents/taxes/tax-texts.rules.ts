import { formatPrice, fromPaise, rupees } from '~/kit/shared/money/money';
import { type Day, formatDay } from '~/kit/shared/time/days';
import type { TaxMode } from '~/modules/organization/company/settings.fields';
import { isUnionTerritory, stateText } from '~/modules/organization/company/states.rules';
import { supplyTypes, type TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import { treatments } from '~/modules/catalogue/tax/tax-classes.fields';
import type { DocumentDiscount } from '../lines/discounts.rules';
import type { TaxParts, Treatment } from './gst-amounts.rules';
import type { TaxDocumentLine } from '../print/tax-documents.fields';
import type { Supply } from './taxation.rules';
import { discountOf, grossPaise, type SharingLine, sumOf } from '../lines/totals.rules';

interface ExplainedLine extends SharingLine, TaxParts {
  taxable_value: number;
  tax_rate: number | null;
  tax_treatment: Treatment | null;
}

interface Frame {
  split: TaxSplit;
  place_of_supply: string | null;
  reverse_charge: boolean;
  day: Day;
}

/** The name of the state's own half of the tax (docs/product/tax.md#split-of-the-tax). */
export function stateTaxName(stateCode: string | null): 'SGST' | 'UTGST' {
  return stateCode !== null && isUnionTerritory(stateCode) ? 'UTGST' : 'SGST';
}

/** How a line's amounts come about, a sentence for each step (docs/product/tax.md#one-computation). */
export function lineSteps(line: ExplainedLine, frame: Frame): string[] {
  const gross = rupees(fromPaise(grossPaise(line)));
  const discounts = discountSteps(line).join(', ');
  return [
    `${line.quantity} × ${formatPrice(line.unit_price)} = ${gross}`,
    ...(discounts === '' ? [] : [`${discounts}: taxable ${rupees(line.taxable_value)}`]),
    ...taxSteps(line, frame),
  ];
}

function discountSteps(line: ExplainedLine): string[] {
  const { discount_percent: percent, discount_share: share = 0 } = line;
  const own = discountOf(line);
  const rate = typeof percent === 'number' ? `${percent}% = ` : '';
  return [
    ...(own === 0 ? [] : [`less ${rate}${rupees(own)}`]),
    ...(share === 0 ? [] : [`less ${rupees(share)} of the discount on the document`]),
  ];
}

function taxSteps(line: ExplainedLine, { split, place_of_supply, reverse_charge, day }: Frame) {
  const { tax_rate: rate, tax_treatment: treatment, taxable_value } = line;
  if (treatment === null) return ['No tax class, so no tax'];
  if (treatment !== 'taxable') {
    return [`${treatments.find(({ value }) => value === treatment)?.label ?? ''}: no tax`];
  }
  if (rate === null) return [`The tax class has no rate on ${formatDay(day)}`];
  const from = `the rate of its tax class on ${formatDay(day)}`;
  if (split === 'none') {
    const why = reverse_charge ? 'reverse charge, the buyer pays it' : 'supplied under an LUT';
    return [`${rate}% is ${from}; no tax is collected: ${why}`];
  }
  const of = `of ${rupees(taxable_value)}`;
  if (split === 'between') {
    return [`IGST ${rate}% ${of} = ${rupees(line.igst_amount)} (${from})`];
  }
  const half = `${rate / 2}%`;
  return [
    `CGST ${half} ${of} = ${rupees(line.cgst_amount)}, ${stateTaxName(place_of_supply)} ${half} ${of} = ${rupees(line.sgst_amount)} (${rate}% is ${from})`,
  ];
}

type Noted = Pick<
  TaxDocumentLine,
  'hsn_code' | 'unit' | 'discount_amount' | 'tax_rate' | 'tax_treatment'
>;

/** `HSN 731815 · kg · less ₹30.00 · 18%`: the note under a line by GST; '' for one without any. */
export function lineNote(line: Noted): string {
  const { hsn_code, unit, discount_amount, tax_rate, tax_treatment } = line;
  const isTaxable = tax_treatment === 'taxable';
  const treatment = treatments.find(({ value }) => value === tax_treatment)?.label;
  return [
    hsn_code === null ? null : `HSN ${hsn_code}`,
    unit === null || tax_treatment === null ? null : unit,
    discount_amount > 0 ? `less ${rupees(discount_amount)}` : null,
    isTaxable && tax_rate !== null ? `${tax_rate}%` : treatment,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface Reduced extends DocumentDiscount {
  subtotal: number;
}

/** How the subtotal comes about where there is a discount on the whole document; its label says the percentage. */
export function discountSums(reduced: Reduced): [label: string, amount: number][] {
  const { subtotal, discount_percent, discount_amount } = reduced;
  if (discount_amount === 0) return [];
  const percent = discount_percent === null ? '' : ` (${discount_percent}%)`;
  return [
    ['Before Discount', sumOf([subtotal, discount_amount])],
    [`Discount${percent}`, -discount_amount],
  ];
}

interface Summed extends TaxParts, Reduced {
  round_off: number;
  total_amount: number;
  place_of_supply: string | null;
}

/** The sums of a document by GST with their labels, in rupees; those that are nothing are left out. */
export function gstSums(summed: Summed): [label: string, amount: number][] {
  const { cgst_amount, sgst_amount, igst_amount, round_off } = summed;
  const parts: [string, number][] = [
    ['CGST', cgst_amount],
    [stateTaxName(summed.place_of_supply), sgst_amount],
    ['IGST', igst_amount],
    ['Round-off', round_off],
  ];
  return [
    ...discountSums(summed),
    ['Subtotal', summed.subtotal],
    ...parts.filter(([, amount]) => amount !== 0),
    ['Total', summed.total_amount],
  ];
}

/** What a document by GST says of its supply, with labels; nothing where tax is one rate. */
export function supplyDetails(
  supply: Supply & { tax_mode: TaxMode },
): { label: string; value: string }[] {
  if (supply.tax_mode === 'single') return [];
  const { supply_type, place_of_supply, reverse_charge } = supply;
  const type = supplyTypes.find(({ value }) => value === supply_type)?.label;
  return [
    { label: 'Supply Type', value: type ?? '' },
    { label: 'Place of Supply', value: place_of_supply === null ? '' : stateText(place_of_supply) },
    ...(reverse_charge ? [{ label: 'Reverse Charge', value: 'Yes' }] : []),
  ];
}
