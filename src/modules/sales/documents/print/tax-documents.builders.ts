import { fromPaise } from '~/kit/shared/money/money';
import type { TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import { gstAmountsOf, noTax, taxedLine } from '../taxes/gst-amounts.rules';
import {
  type DocumentParty,
  noPrintedTexts,
  type TaxDocument,
  type TaxDocumentLine,
} from './tax-documents.fields';
import { discountOf, grossPaise } from '../lines/totals.rules';

/** What rows say of tax where it is not by GST. */
export const untaxedLine = {
  hsn_code: null,
  unit: null,
  discount_percent: null,
  discount_amount: 0,
  discount_share: 0,
  tax_class_id: null,
  tax_treatment: null,
  tax_rate: null,
  ...noTax,
} as const;

export const untaxedDocument = {
  tax_mode: 'single',
  discount_percent: null,
  discount_amount: 0,
  billing_address_id: null,
  shipping_address_id: null,
  supply_type: null,
  place_of_supply: null,
  place_chosen: false,
  reverse_charge: false,
  ...noTax,
  round_off: 0,
} as const;

/** A taxed line for tests: goods of 18 % within a state unless said otherwise. */
export function gstLine(
  change: Partial<TaxDocumentLine> = {},
  split: TaxSplit = 'within',
): TaxDocumentLine {
  const line = {
    id: 1,
    description: 'Hex Bolt M8',
    isService: false,
    hsn_code: '731815',
    unit: 'pieces',
    uqc: 'NOS',
    quantity: 10,
    unit_price: 100,
    discount_percent: null,
    discount_amount: 0,
    tax_treatment: 'taxable',
    tax_rate: 18,
    ...change,
  } as const;
  const gross_amount = fromPaise(grossPaise(line));
  return { ...taxedLine(line, split), gross_amount, discount_amount: discountOf(line) };
}

export function gstParty(change: Partial<DocumentParty> = {}): DocumentParty {
  return {
    name: 'Pune Tools',
    legal_name: 'Pune Tools Private Limited',
    contact_person: null,
    gst_category: 'regular',
    gstin: '27AAPFU0939F1ZV',
    address: '1 Mill Road',
    city: 'Pune',
    state: 'Maharashtra',
    state_code: '27',
    postal_code: '411001',
    country: 'India',
    email: null,
    phone: null,
    ...change,
  };
}

/** An issued invoice for tests; its sums follow from its lines. */
export function gstDocument(change: Partial<TaxDocument> = {}): TaxDocument {
  const lines = change.lines ?? [gstLine()];
  const isBetween = lines.some(({ igst_amount }) => igst_amount > 0);
  const isUntaxed = change.reverse_charge || change.supply_type?.endsWith('_without');
  const split = isUntaxed ? 'none' : isBetween ? 'between' : 'within';
  return {
    kind: 'invoice',
    id: 1,
    number: 'INV-26-27-00001',
    date: '2026-11-02',
    due_date: '2026-12-02',
    status: 'pending',
    tax_mode: 'gst',
    supply_type: 'b2b',
    place_of_supply: isBetween ? '29' : '27',
    reverse_charge: false,
    lut_number: null,
    seller: gstParty({ name: 'Deccan Fasteners', legal_name: 'Deccan Fasteners Limited' }),
    buyer: gstParty(),
    delivery: null,
    lines,
    ...gstAmountsOf(lines, { split, roundsToRupee: false }),
    ...noPrintedTexts,
    original: null,
    reason: null,
    ...change,
  };
}
