import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { isOfServices, isSac } from '~/modules/catalogue/tax/services.rules';
import { treatments } from '~/modules/catalogue/tax/tax-classes.fields';
import { taxSplitOf } from '~/modules/catalogue/tax/supply.rules';
import { type CheckBasis, type RawFinding, found } from './findings.rules';
import { taxParts } from '../taxes/gst-amounts.rules';
import type { GoodsDocument, TaxDocumentLine } from '../print/tax-documents.fields';
import { agrees, grossPaise } from '../lines/totals.rules';

/** What portals call units. */
const uqcs = new Set(
  (
    'BAG BAL BDL BKL BOU BOX BTL BUN CAN CBM CCM CMS CTN DOZ DRM GGK GMS GRS GYD KGS KLR KME LTR MLT MTR MTS NOS OTH ' +
    'PAC PCS PRS QTL ROL SET SQF SQM SQY TBS TGM THD TON TUB UGS UNT YDS'
  ).split(' '),
);

/** What is missing or wrong in the lines (docs/product/invoices.md#check-before-issue). */
export function lineFindings(doc: GoodsDocument, basis: CheckBasis): RawFinding[] {
  return doc.lines.flatMap((line, index) => {
    const lineName = { field: `items.${index}`, noun: `Item ${index + 1}` };
    return [
      ...hsnFindings(doc, { line, lineName, basis }),
      ...classFindings(line, lineName),
      ...unitFindings(line, lineName, basis),
      ...textFindings(line, lineName, basis),
      ...valueFindings(doc, { line, lineName, basis }),
    ];
  });
}

interface LineName {
  field: string;
  noun: string;
}

interface LineBasis {
  line: TaxDocumentLine;
  lineName: LineName;
  basis: CheckBasis;
}

function hsnFindings(
  { supply_type }: GoodsDocument,
  { line, lineName, basis }: LineBasis,
): RawFinding[] {
  const { hsn_code: code, isService } = line;
  const { turnover_band, portal } = basis;
  const name = isOfServices(line) ? 'SAC' : 'HSN';
  const at = { field: `${lineName.field}.hsn_code`, fixIn: 'catalogue' } as const;
  if (code === null) {
    const isOptional = supply_type === 'b2c' && turnover_band === 'up_to_5_crore';
    return found(isOptional ? null : 'error', true, {
      ...at,
      message: `${lineName.noun} has no ${name} code`,
    });
  }
  const isLarge = turnover_band !== null && turnover_band !== 'up_to_5_crore';
  const isShort = code.length < 6;
  return [
    ...found('error', !/^([0-9]{4}|[0-9]{6}|[0-9]{8})$/.test(code), {
      ...at,
      message: `${lineName.noun}: the ${name} code ${code} must have 4, 6 or 8 digits`,
    }),
    ...found(isLarge ? 'error' : portal, isShort, {
      ...at,
      message: `${lineName.noun}: the ${name} code ${code} needs at least 6 digits`,
    }),
    ...found('error', isService && !isSac(code), {
      ...at,
      message: `${lineName.noun} is a service, but ${code} is a code of goods`,
    }),
  ];
}

function classFindings({ tax_treatment, tax_rate }: TaxDocumentLine, { field, noun }: LineName) {
  const at = { field: `${field}.tax_class_id`, fixIn: 'catalogue' } as const;
  return [
    ...found('error', tax_treatment === null, { ...at, message: `${noun} has no tax class` }),
    ...found('error', tax_treatment === 'taxable' && tax_rate === null, {
      ...at,
      message: `${noun}: its tax class has no rate on this date`,
    }),
    ...found('warning', tax_treatment === 'taxable' && tax_rate === 0, {
      ...at,
      message: `${noun} is taxable at 0 %. Is it nil-rated or exempt?`,
    }),
  ];
}

/** How a line is taxed, or would be by its tax class. */
type Rated = Pick<TaxDocumentLine, 'tax_treatment' | 'tax_rate'>;

/** The lines of a draft that their tax class would tax otherwise by now; null for a line without a class. */
export function outdatedRates(lines: readonly (Rated & { now: Rated | null })[]): RawFinding[] {
  return lines.flatMap(({ now, ...line }, index) => {
    const isOther =
      now !== null && (now.tax_rate !== line.tax_rate || now.tax_treatment !== line.tax_treatment);
    return found('error', isOther, {
      field: `items.${index}.tax_rate`,
      message: `Item ${index + 1}: its tax class now has ${rateText(now)}, the line ${rateText(line)}. Edit and save the draft.`,
      fixIn: 'document',
    });
  });
}

function rateText(rated: Rated | null): string {
  if (!rated || rated.tax_rate === null) return 'no rate';
  if (rated.tax_treatment === 'taxable') return `${rated.tax_rate} %`;
  const treatment = treatments.find(({ value }) => value === rated.tax_treatment);
  return `"${treatment?.label ?? ''}"`;
}

function unitFindings(
  line: TaxDocumentLine,
  { field, noun }: LineName,
  { portal }: CheckBasis,
): RawFinding[] {
  const { unit, uqc } = line;
  const at = { field: `${field}.unit`, fixIn: unit === null ? 'document' : 'units' } as const;
  const unnamed = unit === null ? 'it has no unit' : `the unit "${unit}" has no UQC`;
  return [
    ...found('warning', !isOfServices(line) && uqc === null, {
      ...at,
      message: `${noun}: ${unnamed}, so it will be reported as OTH`,
    }),
    ...found(portal, uqc !== null && !uqcs.has(uqc), {
      ...at,
      message: `${noun}: the UQC ${uqc ?? ''} is not on the official list`,
    }),
  ];
}

function textFindings(
  { description }: TaxDocumentLine,
  { field, noun }: LineName,
  { portal }: CheckBasis,
): RawFinding[] {
  return found(portal, description.trim().length < 3, {
    field: `${field}.description`,
    message: `${noun}: e-invoices need a description of at least 3 letters`,
    fixIn: 'document',
  });
}

function isWithinRupee(one: number, other: number): boolean {
  return Math.abs(toPaise(one) - toPaise(other)) <= 100;
}

function valueFindings(doc: GoodsDocument, { line, lineName, basis }: LineBasis): RawFinding[] {
  const { quantity, unit_price, gross_amount, discount_amount, taxable_value } = line;
  const split = taxSplitOf(doc, doc.seller.state_code);
  const due = taxParts(taxable_value, line.tax_rate, split);
  const parts = ['cgst_amount', 'sgst_amount', 'igst_amount'] as const;
  // The last note of a line takes what others have left of its tax; portals let it differ by a rupee.
  const agree = doc.kind === 'invoice' ? agrees : isWithinRupee;
  const isSplit = parts.every((name) => agree(line[name], due[name]));
  const rest = fromPaise(toPaise(gross_amount) - toPaise(discount_amount));
  // The portal multiplies again, from a price of three decimals.
  const again = { quantity, unit_price: Math.round(unit_price * 1000) / 1000 };
  const off = Math.abs(Math.round(again.quantity * again.unit_price * 100) - grossPaise(line));
  const { noun } = lineName;
  return [
    ...found('error', quantity <= 0, {
      field: `${lineName.field}.quantity`,
      message: `${noun} has no quantity`,
      fixIn: 'document',
    }),
    ...found('error', rest !== taxable_value || taxable_value < 0, {
      field: `${lineName.field}.discount_amount`,
      message: `${noun}: its value is not quantity times price less the discount`,
      fixIn: 'document',
    }),
    ...found('error', doc.seller.state_code !== null && !isSplit, {
      field: `${lineName.field}.tax_rate`,
      message: `${noun}: the tax does not match its rate and place of supply. Save the draft again.`,
      fixIn: 'document',
    }),
    ...found(basis.portal, off > 100, {
      field: `${lineName.field}.unit_price`,
      message: `${noun}: with the three decimals that e-invoices allow in a price, the amount would differ`,
      fixIn: 'document',
    }),
  ];
}
