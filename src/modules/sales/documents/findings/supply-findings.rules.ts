import { toPaise } from '~/kit/shared/money/money';
import { daysBetween, formatDay } from '~/kit/shared/time/days';
import { states, stateText } from '~/modules/organization/company/states.rules';
import { financialYearOf } from '~/modules/organization/company/number-series.rules';
import { abroad, placeOfSupplyOf } from '~/modules/catalogue/tax/supply.rules';
import {
  type CheckBasis,
  type RawFinding,
  found,
  isAbroad,
  isOnlyServices,
  numberPattern,
} from './findings.rules';
import type { GoodsDocument } from '../print/tax-documents.fields';
import { sumOf } from '../lines/totals.rules';

/** Within so many days the largest companies report an invoice. */
const reportedWithin = 30;
const mostLines = 1000;

/** What is wrong with place, dates, number and sums of a document (docs/product/invoices.md#check-before-issue). */
export function supplyFindings(doc: GoodsDocument, basis: CheckBasis): RawFinding[] {
  return [
    ...supplyPlaceFindings(doc),
    ...kindFindings(doc),
    ...numberFindings(doc),
    ...dateFindings(doc, basis),
    ...originalFindings(doc),
    ...sumFindings(doc),
  ];
}

function supplyPlaceFindings(doc: GoodsDocument): RawFinding[] {
  const { place_of_supply: stateCode } = doc;
  const at = { field: 'place_of_supply', fixIn: 'document' } as const;
  if (stateCode === null) {
    return found('error', true, { ...at, message: 'The place of supply is not known' });
  }
  if (isAbroad(doc)) {
    return found('error', stateCode !== abroad, {
      ...at,
      message: `The place of supply of an export is abroad (96), not ${stateText(stateCode)}`,
    });
  }
  const isValid = states.some(({ value }) => value === stateCode && value !== '99');
  return [
    ...found('error', !isValid, { ...at, message: `${stateCode} is not a state code` }),
    ...found('error', stateCode === abroad, {
      ...at,
      message: 'The place of supply is abroad, but this is not an export',
    }),
    ...otherStateFindings(doc),
  ];
}

/** Another place may have been chosen, such as that of an installation; where none was, the customer was moved since. */
function otherStateFindings(doc: GoodsDocument): RawFinding[] {
  const { kind, status, supply_type, place_of_supply, seller, buyer, delivery } = doc;
  if (kind !== 'invoice' || status !== 'draft') return [];
  const hasGoods = !isOnlyServices(doc);
  const isChosen = doc.place_chosen ?? true;
  const basis = {
    supply_type,
    // Nothing is said against a chosen place where the buyer's state is not known.
    seller: isChosen ? null : seller.state_code,
    buyer,
    shipping: delivery,
    hasGoods,
  };
  const { code, reason } = placeOfSupplyOf(basis);
  const isOther = code !== null && code !== place_of_supply && seller.state_code !== null;
  return found(isChosen ? 'warning' : 'error', isOther, {
    field: 'place_of_supply',
    message: isChosen
      ? `The place of supply was set to ${stateText(place_of_supply ?? '')}. ${reason}.`
      : outdatedSupply(place_of_supply, reason),
    fixIn: 'document',
  });
}

/** Of a draft whose place was not chosen and is not what follows now. */
export function outdatedSupply(stored: string | null, reason: string): string {
  return `The place of supply is still ${stateText(stored ?? '')}. ${reason}. Save the draft again to take that state, or choose a place.`;
}

function kindFindings(doc: GoodsDocument): RawFinding[] {
  const { supply_type, reverse_charge, lut_number } = doc;
  const isWithout = supply_type === 'export_without' || supply_type === 'sez_without';
  return [
    ...found('error', isWithout && lut_number === null, {
      field: 'lut_number',
      message: 'A supply without tax needs the LUT number',
      fixIn: 'settings',
    }),
    ...found('error', reverse_charge && (supply_type === 'b2c' || isAbroad(doc)), {
      field: 'reverse_charge',
      message: 'Reverse charge is only for registered buyers in India',
      fixIn: 'document',
    }),
  ];
}

function numberFindings({ status, number }: GoodsDocument): RawFinding[] {
  return found('error', status !== 'draft' && !numberPattern.test(number), {
    field: 'number',
    message: `The number ${number} is not valid for GST: use at most 16 letters, digits, "-" and "/", starting with a letter or 1 to 9`,
    fixIn: 'document',
  });
}

function dateFindings(
  { kind, date }: GoodsDocument,
  { today, turnover_band, portal }: CheckBasis,
): RawFinding[] {
  const isLate = daysBetween(date, today) > reportedWithin;
  const at = { field: kind === 'invoice' ? 'invoice_date' : 'date', fixIn: 'document' } as const;
  return [
    ...found('error', date > today, {
      ...at,
      message: `The date ${formatDay(date)} is in the future`,
    }),
    ...found(portal, isLate && turnover_band === 'above_10_crore', {
      ...at,
      message: `The date ${formatDay(date)} is more than ${reportedWithin} days ago, too late for an e-invoice`,
    }),
  ];
}

function originalFindings({ kind, date, original }: GoodsDocument): RawFinding[] {
  if (kind === 'invoice' || kind === 'delivery' || kind === 'transfer') return [];
  const at = { field: 'original', fixIn: 'document' } as const;
  if (original === null) {
    return found('error', true, {
      ...at,
      message: 'The invoice of this note is missing',
    });
  }
  return [
    ...found('error', !numberPattern.test(original.number), {
      ...at,
      message: `The portals refuse the number ${original.number} of the invoice of this note`,
    }),
    ...found('error', date < original.date, {
      ...at,
      message: `The note date is before its invoice date, ${formatDay(original.date)}`,
    }),
    ...found('warning', kind === 'credit_note' && date > lastDayFor(original.date), {
      ...at,
      message: `The deadline for credit notes on an invoice of ${formatDay(original.date)} was ${formatDay(lastDayFor(original.date))}`,
    }),
  ];
}

/** 30 November after the end of the financial year of a day. */
function lastDayFor(day: string): string {
  const endsIn = 2000 + Number(financialYearOf(day, 4).slice(-2));
  return `${endsIn}-11-30`;
}

function sumFindings(doc: GoodsDocument): RawFinding[] {
  const { lines, round_off, total_amount, subtotal, tax_amount } = doc;
  const sum = (name: 'taxable_value' | 'cgst_amount' | 'sgst_amount' | 'igst_amount') =>
    sumOf(lines.map((line) => line[name]));
  const parts = ['cgst_amount', 'sgst_amount', 'igst_amount'] as const;
  const addsUp =
    sum('taxable_value') === subtotal &&
    parts.every((name) => sum(name) === doc[name]) &&
    sumOf(parts.map((name) => doc[name])) === tax_amount &&
    sumOf([subtotal, tax_amount, round_off]) === total_amount;
  const at = { field: 'items', fixIn: 'document' } as const;
  return [
    ...found('error', lines.length === 0, { ...at, message: 'The document has no items' }),
    ...found('error', lines.length > mostLines, {
      ...at,
      message: `The portals accept at most ${mostLines} items`,
    }),
    ...found('warning', lines.length > 0 && total_amount === 0, {
      field: 'total_amount',
      message: 'The total is ₹0. Free items can only be invoiced together with paid ones.',
      fixIn: 'document',
    }),
    ...found('error', !addsUp, {
      field: 'total_amount',
      message: 'The totals do not match the lines. Save the draft again.',
      fixIn: 'document',
    }),
    ...found('error', Math.abs(toPaise(round_off)) > 99, {
      field: 'round_off',
      message: 'The round-off is ₹1 or more',
      fixIn: 'document',
    }),
  ];
}
