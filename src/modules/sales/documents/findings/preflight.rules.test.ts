import type { PaymentMethod } from '~/modules/organization/company/accounts.fields';
import { describe, expect, it } from 'vitest';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { checkResult, eInvoiceFindings, preflight, type PreflightBasis } from './preflight.rules';
import { gstDocument, gstLine, gstParty } from '../print/tax-documents.builders';
import type { DocumentParty, TaxDocument, TaxDocumentLine } from '../print/tax-documents.fields';

const basis: PreflightBasis = { today: '2026-11-23', turnover_band: 'up_to_10_crore' };
const small: PreflightBasis = { ...basis, turnover_band: 'up_to_5_crore' };
const unknown: PreflightBasis = { ...basis, turnover_band: null };
const large: PreflightBasis = { ...basis, turnover_band: 'above_10_crore' };

const otherState = gstParty({
  name: 'Bengaluru Valves',
  legal_name: 'Bengaluru Valves Limited',
  gstin: completeGstin('29AAGCB7383J1Z'),
  city: 'Bengaluru',
  state: 'Karnataka',
  state_code: '29',
  postal_code: '560001',
});
const person = gstParty({
  gst_category: 'unregistered',
  gstin: null,
  name: 'Asha Rao',
  legal_name: null,
});
const foreigner = gstParty({
  gst_category: 'overseas',
  gstin: null,
  name: 'Gulf Pumps',
  legal_name: null,
  city: 'Dubai',
  state: null,
  state_code: '96',
  postal_code: null,
  country: 'United Arab Emirates',
});
const between = (change: Partial<TaxDocumentLine> = {}) => gstLine(change, 'between');
const untaxed = (change: Partial<TaxDocumentLine> = {}) => gstLine(change, 'none');

const buyer = (change: Partial<DocumentParty>, more: Partial<TaxDocument> = {}) =>
  gstDocument({ buyer: gstParty({ gstin: otherHere, ...change }), ...more });
const seller = (change: Partial<DocumentParty>) => good({ seller: gstParty(change) });
const line = (change: Partial<TaxDocumentLine>) => good({ lines: [gstLine(change)] });
const otherHere = completeGstin('27AAGCB7383J1Z');
const good = (change: Partial<TaxDocument> = {}) => buyer({}, change);
const away = (change: Partial<TaxDocument> = {}) =>
  gstDocument({ buyer: otherState, lines: [between()], place_of_supply: '29', ...change });
const abroad = (change: Partial<TaxDocument> = {}) =>
  gstDocument({
    buyer: foreigner,
    supply_type: 'export_with',
    place_of_supply: '96',
    lines: [between()],
    ...change,
  });
const toSez = (change: Partial<TaxDocument> = {}) =>
  away({ buyer: { ...otherState, gst_category: 'sez' }, supply_type: 'sez_with', ...change });
const toPerson = (change: Partial<TaxDocument> = {}) =>
  gstDocument({ buyer: person, supply_type: 'b2c', ...change });
const note = (change: Partial<TaxDocument> = {}) =>
  good({
    kind: 'credit_note',
    number: 'CN-26-27-00001',
    original: { id: 1, number: 'INV-26-27-00001', date: '2026-10-02' },
    reason: 'return',
    ...change,
  });

type Case = [name: string, document: TaxDocument, errors: string[], with_?: PreflightBasis];

describe('good documents are ready', () => {
  it.each<Case>([
    ['within a state', good(), []],
    ['between states', away(), []],
    ['to a SEZ, with tax', toSez(), []],
    [
      'to a SEZ, without',
      toSez({ supply_type: 'sez_without', lut_number: 'AD1', lines: [untaxed()] }),
      [],
    ],
    ['an export with tax', abroad(), []],
    [
      'an export without',
      abroad({ supply_type: 'export_without', lut_number: 'AD1', lines: [untaxed()] }),
      [],
    ],
    ['a deemed export', buyer({ gst_category: 'deemed_export' }, { supply_type: 'deemed' }), []],
    ['by reverse charge', good({ reverse_charge: true, lines: [untaxed()] }), []],
    ['to a person', toPerson({ buyer: { ...person, address: null, state_code: null } }), []],
    ['to a person, of 4 digits', toPerson({ lines: [gstLine({ hsn_code: '7318' })] }), [], small],
    ['to a person, without a code', toPerson({ lines: [gstLine({ hsn_code: null })] }), [], small],
    ['with 4 digits of a small company', line({ hsn_code: '7318' }), [], small],
    ['without PIN codes of a small company', buyer({ postal_code: null }), [], small],
    ['of services', line({ isService: true, hsn_code: '998314', uqc: null }), []],
    ['of services in words alone', line({ hsn_code: '998314', uqc: null }), []],
    ['with exempt items', line({ tax_treatment: 'exempt', tax_rate: 0 }), []],
    ['with a sample for nothing', good({ lines: [gstLine({ unit_price: 0 }), gstLine()] }), []],
    ['with a discount', line({ discount_percent: 12.5, unit_price: 33.33 }), []],
    ['delivered elsewhere', good({ delivery: gstParty({ gstin: null }) }), []],
    ['a credit note', note(), []],
    ['a debit note', note({ kind: 'debit_note' }), []],
    [
      'the last note of a line, with what others left of its tax',
      note({
        lines: [{ ...gstLine(), cgst_amount: 90.02, sgst_amount: 90.02 }],
        cgst_amount: 90.02,
        sgst_amount: 90.02,
        tax_amount: 180.04,
        total_amount: 1180.04,
      }),
      [],
    ],
    ['a draft, whose number comes later', good({ number: 'DRAFT-17', status: 'draft' }), []],
    [
      'to a tax deductor',
      buyer({ gst_category: 'deductor', gstin: completeGstin('27AAAA00001A1D') }),
      [],
    ],
    ['an old one of a middling company', good({ date: '2026-09-01' }), []],
    ['without GST', good({ tax_mode: 'single', lines: [], place_of_supply: null }), []],
    ['where the turnover is unknown', buyer({ postal_code: null, city: null }), [], unknown],
  ])('%s', (_name, document, errors, with_ = basis) => {
    const all = preflight(document, with_);
    expect(all.filter(({ severity }) => severity === 'error').map(({ field }) => field)).toEqual(
      errors,
    );
  });
});

describe('bad documents are not', () => {
  it.each<Case>([
    ['no GSTIN of the company', seller({ gstin: null }), ['seller.gstin']],
    ['a wrong one', seller({ gstin: '27AAPFU0939F1ZX' }), ['seller.gstin']],
    ['one of another state', seller({ state_code: '29' }), ['seller.gstin', 'items.0.tax_rate']],
    ['no state of the company', seller({ state_code: null }), ['seller.state_code']],
    ['no name', seller({ legal_name: null, name: ' ' }), ['seller.legal_name']],
    ['no address', seller({ address: null }), ['seller.address']],
    ['no city', seller({ city: null }), ['seller.city']],
    ['no PIN code', seller({ postal_code: '4110' }), ['seller.postal_code']],
    ['no GSTIN of the buyer', buyer({ gstin: null }), ['customer.gstin']],
    ['a wrong one of the buyer', buyer({ gstin: '27AAAAA0000A1Z9' }), ['customer.gstin']],
    ['the GSTIN of another state', buyer({ gstin: otherState.gstin }), ['customer.gstin']],
    ["the company's own GSTIN", gstDocument(), ['customer.gstin']],
    ['no state of the buyer', buyer({ state_code: null }), ['customer.state_code']],
    [
      'a state that is none',
      buyer({ state_code: '77' }),
      ['customer.gstin', 'customer.state_code'],
    ],
    ['a name of two letters', buyer({ legal_name: 'AB' }), ['customer.company_name']],
    ['no address of the buyer', buyer({ address: null }), ['customer.address']],
    ['no city of the buyer', buyer({ city: 'X' }), ['customer.city']],
    ['no PIN code of the buyer', buyer({ postal_code: null }), ['customer.postal_code']],
    ['a SEZ without a GSTIN', toSez({ buyer: { ...otherState, gstin: null } }), ['customer.gstin']],
    ['no LUT', toSez({ supply_type: 'sez_without', lines: [untaxed()] }), ['lut_number']],
    ['an export within India', abroad({ place_of_supply: '27' }), ['place_of_supply']],
    [
      'an export to an Indian',
      abroad({ buyer: { ...foreigner, country: 'India' } }),
      ['customer.country'],
    ],
    [
      'an export to nowhere',
      abroad({ buyer: { ...foreigner, country: null } }),
      ['customer.country'],
    ],
    [
      'an export by reverse charge',
      abroad({ reverse_charge: true, lines: [untaxed()] }),
      ['reverse_charge'],
    ],
    [
      'no place of supply',
      away({ place_of_supply: null }),
      ['place_of_supply', 'items.0.tax_rate'],
    ],
    ['a place that is none', away({ place_of_supply: '77' }), ['place_of_supply']],
    ['a place abroad of no export', away({ place_of_supply: '96' }), ['place_of_supply']],
    ['taxes of another place', good({ place_of_supply: '29' }), ['items.0.tax_rate']],
    ['a day ahead', good({ date: '2026-11-24' }), ['invoice_date']],
    ['an old one of a large company', good({ date: '2026-10-01' }), ['invoice_date'], large],
    ['a number too long', good({ number: 'INVOICE-26-27-001' }), ['number']],
    ['a number beginning with 0', good({ number: '0017' }), ['number']],
    ['no items', good({ lines: [] }), ['items']],
    ['sums of other lines', good({ total_amount: 1 }), ['total_amount']],
    ['a round-off of a rupee', good({ round_off: 1, total_amount: 1181 }), ['round_off']],
    ['no HSN code', line({ hsn_code: null }), ['items.0.hsn_code']],
    ['an HSN code of 4 digits', line({ hsn_code: '7318' }), ['items.0.hsn_code']],
    ['an HSN code of 5 digits', line({ hsn_code: '73181' }), ['items.0.hsn_code'], small],
    [
      'no code of a person’s goods above ₹5 crore',
      toPerson({ lines: [gstLine({ hsn_code: null })] }),
      ['items.0.hsn_code'],
    ],
    ['services with a code of goods', line({ isService: true }), ['items.0.hsn_code']],
    ['no tax class', line({ tax_treatment: null, tax_rate: null }), ['items.0.tax_class_id']],
    ['no rate on the day', line({ tax_rate: null }), ['items.0.tax_class_id']],
    ['an unknown UQC', line({ uqc: 'XYZ' }), ['items.0.unit']],
    ['a description of two letters', line({ description: 'M8' }), ['items.0.description']],
    [
      'a wrong GSTIN of the delivery',
      good({ delivery: gstParty({ gstin: '27' }) }),
      ['delivery.gstin'],
    ],
    [
      'a delivery to no state',
      good({ delivery: gstParty({ gstin: null, state_code: null }) }),
      ['delivery.state_code'],
    ],
    ['a note on nothing', note({ original: null }), ['original']],
    [
      'a note before its invoice',
      note({ original: { id: 1, number: 'A1', date: '2026-11-05' } }),
      ['original'],
    ],
  ])('%s', (_name, document, errors, with_ = basis) => {
    const all = preflight(document, with_);
    expect(all.filter(({ severity }) => severity === 'error').map(({ field }) => field)).toEqual(
      errors,
    );
  });
});

describe('doubts are warnings', () => {
  it.each<Case>([
    [
      'a large sale to an unknown buyer',
      toPerson({
        buyer: { ...person, address: null, state_code: null },
        lines: [gstLine({ quantity: 500 })],
      }),
      ['customer.address', 'customer.state_code'],
    ],
    [
      'no address of a small company’s customer',
      buyer({ address: null }),
      ['customer.address'],
      small,
    ],
    ['a PIN code of elsewhere', buyer({ postal_code: '560001' }), ['customer.postal_code']],
    ['a unit without UQC', line({ uqc: null }), ['items.0.unit']],
    ['taxable at 0 %', line({ tax_rate: 0 }), ['items.0.tax_class_id']],
    ['nothing to pay', line({ unit_price: 0 }), ['total_amount']],
    ['all taken off', line({ discount_percent: 100 }), ['total_amount']],
    ['a category that does not fit', buyer({ gst_category: 'sez' }), ['supply_type']],
    [
      'a late credit note',
      note({ original: { id: 1, number: 'A1', date: '2025-03-31' } }),
      ['original'],
    ],
    ['no turnover band', good(), ['turnover_band'], unknown],
    [
      'a draft from before its company changed over',
      good({ tax_mode: 'single', status: 'draft' }),
      ['tax_mode'],
      { ...basis, tax_mode: 'gst' },
    ],
  ])('%s', (_name, document, warnings, with_ = basis) => {
    const all = preflight(document, with_);
    expect(all.map(({ severity, field }) => [severity, field])).toEqual(
      warnings.map((field) => ['warning', field]),
    );
  });
});

it('an e-invoice asks for everything, regardless of the turnover, and is not for everyone', () => {
  const fields = (document: TaxDocument) =>
    eInvoiceFindings(document, small).map(({ field }) => field);
  expect(fields(good())).toEqual([]);
  expect(fields(line({ hsn_code: '7318' }))).toEqual(['items.0.hsn_code']);
  expect(fields(buyer({ postal_code: null }))).toEqual(['customer.postal_code']);
  expect(fields(toPerson())).toEqual(['supply_type']);
  expect(fields(good({ status: 'draft' }))).toEqual(['status']);
  expect(fields(good({ status: 'cancelled' }))).toEqual(['status']);
  expect(fields(good({ tax_mode: 'single' }))).toEqual(['tax_mode']);
  expect(fields(line({ tax_treatment: 'exempt', tax_rate: 0 }))).toEqual(['items']);
});

it('says of each finding which screen fixes it, and is ready where only doubts are left', () => {
  const fixes = ({ fixIn }: { fixIn: string }) => `/${fixIn}`;
  const bad = checkResult(preflight(buyer({ gstin: null }), basis), fixes);
  expect(bad).toEqual({
    ready: false,
    findings: [
      {
        severity: 'error',
        field: 'customer.gstin',
        message: 'The customer has no GSTIN, which this supply type needs',
        fix: '/customer',
      },
    ],
  });
  expect(checkResult(preflight(line({ uqc: null }), basis), fixes).ready).toBe(true);
});

describe('letters that cannot be printed are warnings, with and without GST', () => {
  const printing = (doc: TaxDocument) =>
    preflight(doc, small).filter(({ message }) => message.includes('cannot be printed'));

  it.each<[string, TaxDocument, string, string]>([
    ['a description', line({ description: 'Bolt 🔧 漢字漢' }), 'items.0.description', '🔧 漢 字'],
    ['a unit', line({ unit: '箱' }), 'items.0.unit', '箱'],
    ['a name', buyer({ name: '東京 Pumps' }), 'customer.company_name', '東 京'],
    ['an address', seller({ address: 'Plot 5 ✅' }), 'seller.address', '✅'],
    ['notes without GST', good({ notes: 'ไทย', tax_mode: 'single' }), 'notes', 'ไ ท ย'],
  ])('%s', (_name, doc, field, letters) => {
    expect(printing(doc)).toEqual([
      {
        severity: 'warning',
        field,
        fixIn: expect.any(String),
        message: expect.stringContaining(`: ${letters}.`),
      },
    ]);
  });

  it('the account that is printed is looked at too', () => {
    const account = { type: 'bank', label: 'Main', account_holder: '東京 Pumps' } as PaymentMethod;
    expect(preflight(good({ tax_mode: 'single' }), { ...small, account })).toEqual([
      {
        severity: 'warning',
        field: 'account',
        fixIn: 'company',
        message: expect.stringContaining(
          'payment details has characters that cannot be printed: 東 京.',
        ),
      },
    ]);
  });

  it('no sign of a workshop and no script of India is one', () => {
    const text =
      '⌀ 12 ≤ 5 ≥ → √ ∅ ≈ ∞ △ ✓ ⅜ ⅝ ∆ ⁄ ₂ श्री தமிழ் ಕನ್ನಡ తెలుగు മലയാളം বাংলা ગુજરાતી ਪੰਜਾਬੀ ଓଡ଼ିଆ اردو';
    expect(printing(line({ description: text }))).toEqual([]);
  });
});
