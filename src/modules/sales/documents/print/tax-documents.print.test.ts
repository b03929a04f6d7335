import { describe, expect, it } from 'vitest';
import { gstDocument, gstLine, gstParty } from './tax-documents.builders';
import type { TaxDocument } from './tax-documents.fields';
import { taxPrintDocument } from './tax-documents.print';

const extras = { account: null, upi_id: null, logo: null };
const print = (change: Partial<TaxDocument> = {}) => taxPrintDocument(gstDocument(change), extras);
const labels = (printed: ReturnType<typeof print>) =>
  printed.table?.columns.map(({ label }) => label);
const detail = (printed: ReturnType<typeof print>, name: string) =>
  [...printed.head, ...printed.totals].find(({ label }) => label === name)?.value;

describe('a tax invoice', () => {
  it('names both parties with GSTIN and state, place of supply, reverse charge and signature', () => {
    const printed = print({
      delivery: gstParty({ name: 'Gate 3', legal_name: null, gstin: null, state_code: '29' }),
    });
    expect(printed.heading).toBe('TAX INVOICE');
    expect(printed.copy).toBe('ORIGINAL FOR RECIPIENT');
    expect(printed.issuer).toContain('GSTIN: 27AAPFU0939F1ZV');
    expect(printed.issuer).toContain('State: Maharashtra (27)');
    expect(printed.parties.map(({ heading }) => heading)).toEqual(['Bill To', 'Ship To']);
    expect(printed.parties[0]?.lines).toContain('Pune Tools Private Limited');
    expect(printed.parties[1]?.lines).toContain('State: Karnataka (29)');
    expect(detail(printed, 'Place of Supply')).toBe('Maharashtra (27)');
    expect(detail(printed, 'Reverse Charge')).toBe('No');
    expect(printed.signature).toEqual({
      name: 'Deccan Fasteners Limited',
      role: 'Authorised Signatory',
    });
  });

  it('has each line with HSN, quantity and unit, value, and rate and amount of both taxes', () => {
    const printed = print();
    expect(printed.table?.rows).toEqual([
      [
        '1',
        'Hex Bolt M8',
        '731815',
        { text: '10', after: 'pieces' },
        '100.00',
        '1,000.00',
        { before: '9%', text: '90.00' },
        { before: '9%', text: '90.00' },
      ],
    ]);
    expect(printed.table?.sums).toEqual(['', 'Total', '', '', '', '1,000.00', '90.00', '90.00']);
    expect(printed.summary?.table.rows).toEqual([
      ['731815', '10 NOS', '18%', '1,000.00', '90.00', '90.00', '180.00'],
    ]);
    expect(detail(printed, 'Total')).toBe('₹1,180.00');
    expect(printed.aside?.text).toBe('Rupees One Thousand One Hundred Eighty Only');
  });

  it.each<[string, Partial<TaxDocument>, string[]]>([
    ['within a state', {}, ['CGST', 'SGST']],
    ['within a union territory', { place_of_supply: '04' }, ['CGST', 'UTGST']],
    ['within Delhi, which has a legislature', { place_of_supply: '07' }, ['CGST', 'SGST']],
    ['between states', { lines: [gstLine({}, 'between')] }, ['IGST']],
    ['by reverse charge', { reverse_charge: true, lines: [gstLine({}, 'none')] }, ['GST Rate']],
  ])('has %s the columns of its taxes', (_name, change, expected) => {
    expect(labels(print(change))?.slice(6)).toEqual(expected);
  });

  it('says of lines without tax why they have none', () => {
    const untaxed = (tax_treatment: 'exempt' | 'nil_rated' | 'non_gst') =>
      gstLine({ tax_treatment, tax_rate: 0 });
    const lines = [gstLine(), untaxed('exempt'), untaxed('nil_rated'), untaxed('non_gst')];
    const rows = print({ lines }).table?.rows.map((row) => row.at(-1));
    expect(rows).toMatchObject([
      { before: '9%' },
      { before: 'Exempt', text: '0.00' },
      { before: 'Nil-rated', text: '0.00' },
      { before: 'Non-GST', text: '0.00' },
    ]);
  });

  it('shows discounts where there is one, and the half of a rate to three decimals', () => {
    const printed = print({
      lines: [gstLine({ discount_percent: 5, tax_rate: 0.25 }), gstLine({ discount_amount: 1 })],
    });
    expect(labels(printed)).toContain('Discount');
    expect(printed.table?.rows[0]).toContainEqual({ before: '5%', text: '50.00' });
    expect(printed.table?.rows[0]).toContainEqual({ before: '0.125%', text: '1.19' });
    expect(printed.table?.rows[1]).toContainEqual('1.00');
  });

  it('carries what the lines come to from page to page', () => {
    const carried = print({ lines: [gstLine(), gstLine(), gstLine()] }).table?.carried;
    expect(carried?.[1]).toBe('Taxable Value ₹2,000.00   Tax ₹360.00');
    expect(carried).toHaveLength(3);
  });

  it('says the round-off where there is one', () => {
    expect(detail(print(), 'Round-off')).toBeUndefined();
    expect(detail(print({ round_off: -0.25 }), 'Round-off')).toBe('-₹0.25');
  });
});

it.each<[string, Partial<TaxDocument>, string]>([
  [
    'export under an LUT',
    { supply_type: 'export_without', lut_number: 'AD27' },
    'Supply meant for export under bond or letter of undertaking without payment of integrated tax. LUT number AD27',
  ],
  [
    'export with tax',
    { supply_type: 'export_with', lut_number: 'AD27' },
    'Supply meant for export on payment of integrated tax',
  ],
  [
    'SEZ with tax',
    { supply_type: 'sez_with' },
    'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax',
  ],
  [
    'reverse charge',
    { reverse_charge: true },
    'Tax on this supply is payable by the recipient under reverse charge',
  ],
])('says what the law wants said: %s', (_name, change, message) => {
  expect(print(change).statements).toEqual([message]);
});

it.each(['gst', 'single'] as const)('prints a cover text as one letter: %s', (tax_mode) => {
  const cover_text = 'Dear Asha,\n\nthank you.';
  const source = { ...gstDocument({ tax_mode }), cover_text };
  const printed = taxPrintDocument(source, extras);
  expect([printed.cover, printed.statements ?? []]).toEqual([cover_text, []]);
});

const exempt = gstLine({ tax_treatment: 'exempt', tax_rate: 0 });

it.each<[string, Partial<TaxDocument>]>([
  ['BILL OF SUPPLY', { lines: [exempt] }],
  ['BILL OF SUPPLY', { seller: gstParty({ gst_category: 'composition' }) }],
  ['TAX INVOICE', { lines: [exempt, gstLine()] }],
  ['TAX INVOICE', { lines: [exempt], supply_type: 'export_without' }],
  ['CREDIT NOTE', { kind: 'credit_note' }],
  ['DEBIT NOTE', { kind: 'debit_note' }],
])('is headed %s', (heading, change) => {
  const printed = print(change);
  expect(printed.heading).toBe(heading);
  if (heading === 'BILL OF SUPPLY') expect(detail(printed, 'Value of Supply')).toBe('₹1,000.00');
});

it('a note names its invoice and why, is not a copy and asks for no money', () => {
  const note = gstDocument({
    kind: 'credit_note',
    number: 'CN-26-27-00001',
    due_date: null,
    original: { id: 7, number: 'INV-26-27-00007', date: '2026-10-02' },
    reason: 'Goods returned',
  });
  const printed = taxPrintDocument(note, { ...extras, upi_id: 'a@b' });
  expect(detail(printed, 'Credit Note Number')).toBe('CN-26-27-00001');
  expect(detail(printed, 'Original Invoice')).toBe('INV-26-27-00007');
  expect(detail(printed, 'Original Invoice Date')).toBe('2 Oct 2026');
  expect(detail(printed, 'Reason')).toBe('Goods returned');
  expect(printed.copy).toBeUndefined();
  expect(printed.payment).toBeUndefined();
});

it('asks by UPI for exactly what the document comes to, of an issued one alone', () => {
  const codeOf = (status: string) =>
    taxPrintDocument(gstDocument({ status }), { ...extras, upi_id: 'deccan@hdfcbank' }).payment
      ?.code?.content;
  expect(codeOf('pending')).toBe(
    'upi://pay?pa=deccan%40hdfcbank&pn=Deccan%20Fasteners&am=1180.00&cu=INR&tn=INV-26-27-00001',
  );
  expect(codeOf('draft')).toBeUndefined();
  expect(codeOf('cancelled')).toBeUndefined();
});

it('bears the number and the code that the portal has given', () => {
  const irn = {
    irn: '35054c',
    ackNumber: '1120',
    ackDate: '2026-11-02',
    signedQr: 'eyJ.x.y',
    isVerified: true,
  };
  const printed = (change: object) =>
    taxPrintDocument(gstDocument(), { ...extras, irn: { ...irn, ...change } }).registration;
  const details = ['35054c', '1120', '2026-11-02'];
  const valuesOf = (change: object) => printed(change)?.details.map(({ value }) => value);
  expect(printed({})?.content).toBe('eyJ.x.y');
  expect(valuesOf({})).toEqual(details);
  expect(valuesOf({ isVerified: false })).toEqual([...details, 'signature not verified']);
  expect(valuesOf({ signedQr: 'x'.repeat(2332) })).toEqual([...details, 'too long to print']);
});

it('without GST has one rate, and none of this', () => {
  const printed = print({ tax_mode: 'single', status: 'draft' });
  expect(printed.heading).toBe('INVOICE');
  expect(labels(printed)).toEqual(['#', 'Description', 'Quantity', 'Unit Price', 'Total']);
  expect(printed.totals.map(({ label }) => label)).toEqual([
    'Subtotal',
    'Tax (18%)',
    'Total',
    'Balance Due',
  ]);
  expect(printed.mark).toBe('DRAFT');
  expect(printed.summary ?? printed.signature ?? printed.copy).toBeUndefined();
});
