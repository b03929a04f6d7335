import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gstParty } from '~/modules/sales/documents/print/tax-documents.builders';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { supplyTypes } from '~/modules/catalogue/tax/supply.rules';
import type { Gstr1, Sums } from './gstr1.fields';
import { gstr1 } from './gstr1.rules';
import { noSums, plus, type ReturnDocument } from './reported-lines.rules';
import { consumer, creditNote, november, returnDocument } from './returns.builders';

const tableOf = (doc: ReturnDocument) =>
  Object.entries(gstr1([doc], november).tables)
    .filter(([name, { rows }]) => name !== 'hsn' && name !== 'doc_issue' && rows.length > 0)
    .map(([name]) => name);

const big = [{ quantity: 1000 }];

describe('a document belongs to table', () => {
  it.each([
    ['b2b', 'a registered buyer', returnDocument({})],
    ['b2b', 'SEZ', returnDocument({ supply_type: 'sez_without', place_of_supply: '27' })],
    ['b2b', 'a deemed export', returnDocument({ supply_type: 'deemed' })],
    ['exp', 'an export', returnDocument({ supply_type: 'export_with', place_of_supply: '96' })],
    [
      'b2cl',
      'a large sale to another state',
      returnDocument({ supply_type: 'b2c', place_of_supply: '29' }, big),
    ],
    ['b2cs', 'a small one', returnDocument({ supply_type: 'b2c', place_of_supply: '29' })],
    ['b2cs', 'a large one within the state', returnDocument({ supply_type: 'b2c' }, big)],
    [
      'b2cs',
      'a sale that was not a large one before 2024-08',
      returnDocument({ supply_type: 'b2c', place_of_supply: '29', date: '2024-07-31' }, big),
    ],
    ['nil', 'exempt goods', returnDocument({}, [{ tax_treatment: 'exempt', tax_rate: 0 }])],
    [
      'b2b',
      'exempt goods to SEZ',
      returnDocument({ supply_type: 'sez_with' }, [{ tax_treatment: 'exempt', tax_rate: 0 }]),
    ],
    ['cdnr', 'a note to a registered buyer', returnDocument(creditNote({}))],
    ['cdnur', 'a note on an export', returnDocument(creditNote({ supply_type: 'export_without' }))],
    [
      'cdnur',
      'a note on a large sale',
      returnDocument(
        creditNote({ supply_type: 'b2c', place_of_supply: '29', original_total: 100_000.01 }),
      ),
    ],
    [
      'b2cs',
      'a note on a small sale',
      returnDocument(
        creditNote({ supply_type: 'b2c', place_of_supply: '29', original_total: 100_000 }),
      ),
    ],
  ] as const)('%s: %s', (table, _what, doc) => {
    expect(tableOf(doc)).toEqual([table]);
  });
});

it('a document has a row for each rate, and exempt lines are separate', () => {
  const { tables } = gstr1(
    [
      returnDocument({}, [
        {},
        { tax_rate: 5, quantity: 2 },
        { quantity: 1 },
        { tax_treatment: 'nil_rated', tax_rate: 0 },
      ]),
    ],
    november,
  );
  expect(tables.b2b.rows).toMatchObject([
    { rate: 18, taxable_value: 1100, cgst_amount: 99, sgst_amount: 99, section: '4A' },
    { rate: 5, taxable_value: 200, cgst_amount: 5, sgst_amount: 5 },
  ]);
  expect(tables.nil.rows).toMatchObject([{ nil_rated: 1000, exempt: 0, is_registered: true }]);
  expect(tables.b2b.documents).toBe(1);
});

it('by reverse charge the tax that the buyer owes is reported, separately from collected tax', () => {
  const { tables, totals } = gstr1([returnDocument({ reverse_charge: true })], november);
  expect(tables.b2b.rows).toMatchObject([{ section: '4B', cgst_amount: 90, sgst_amount: 90 }]);
  expect(totals).toMatchObject({ reverse_charge_tax: 180, total_amount: 1000 });
});

it('buyers without a GSTIN are summed up by place and rate, notes taken off, with what they lead to', () => {
  const small = { supply_type: 'b2c', buyer: consumer } as const;
  const { tables, documents } = gstr1(
    [
      returnDocument({ ...small, id: 1 }),
      returnDocument({ ...small, id: 2, place_of_supply: '29' }),
      returnDocument({ ...small, ...creditNote({}), id: 3, original_total: 500 }, [
        { quantity: 4 },
      ]),
    ],
    november,
  );
  expect(tables.b2cs.rows).toMatchObject([
    { place_of_supply: '27', taxable_value: 600, cgst_amount: 54, documents: [0, 2] },
    { place_of_supply: '29', taxable_value: 1000, igst_amount: 180, documents: [1] },
  ]);
  expect(documents.map(({ total_amount }) => total_amount)).toEqual([1180, 1180, -472]);
});

it('the HSN summary tells registered buyers from others, and counts no services', () => {
  const service = { isService: true, hsn_code: '9987', uqc: null } as const;
  const { tables } = gstr1(
    [
      returnDocument({}, [{}, service, {}]),
      returnDocument({ supply_type: 'b2c', buyer: consumer }),
    ],
    november,
  );
  expect(tables.hsn.rows).toMatchObject([
    { part: 'b2b', hsn_code: '731815', uqc: 'NOS', quantity: 20, taxable_value: 2000 },
    { part: 'b2b', hsn_code: '9987', uqc: 'NA', quantity: 0, taxable_value: 1000 },
    { part: 'b2c', hsn_code: '731815', quantity: 10 },
  ]);
});

it('documents are counted by series; cancelled ones and those of one rate are in no other table', () => {
  const { tables, warnings, totals } = gstr1(
    [
      returnDocument({ number: 'INV-9' }),
      returnDocument({ number: 'INV-10', status: 'cancelled' }),
      returnDocument({ number: 'INV-11', tax_mode: 'single' }),
      returnDocument({ number: 'EXP-2', buyer: gstParty({ gstin: null }) }),
      returnDocument({ number: 'DRAFT-7', status: 'draft' }),
      returnDocument(creditNote({ number: 'CN-1' })),
    ],
    november,
  );
  expect(tables.doc_issue.rows).toEqual([
    { kind: 'invoice', first: 'EXP-2', last: 'EXP-2', total: 1, cancelled: 0, issued: 1 },
    { kind: 'invoice', first: 'INV-9', last: 'INV-11', total: 3, cancelled: 1, issued: 2 },
    { kind: 'credit_note', first: 'CN-1', last: 'CN-1', total: 1, cancelled: 0, issued: 1 },
  ]);
  expect(totals.documents).toBe(3);
  expect(warnings.map(({ number, message }) => `${number}: ${message}`)).toEqual([
    'INV-11: It has a single tax rate, so it is missing from all tables',
    'EXP-2: The buyer has no GSTIN, so the portal refuses it',
  ]);
});

it('table 13 lists unbroken runs of numbers, each with its own counts', () => {
  const numbered = (...numbers: number[]) =>
    numbers.map((number) =>
      returnDocument({ number: `INV-0000${number}`, status: number === 6 ? 'cancelled' : 'sent' }),
    );
  const rowsOf = (docs: ReturnDocument[]) =>
    gstr1(docs, november).tables.doc_issue.rows.map(({ first, last, ...counts }) => [
      first.slice(-1),
      last.slice(-1),
      counts.total,
      counts.cancelled,
      counts.issued,
    ]);
  expect(rowsOf(numbered(3, 5))).toEqual([
    ['3', '3', 1, 0, 1],
    ['5', '5', 1, 0, 1],
  ]);
  expect(rowsOf(numbered(7, 1, 6, 2, 9))).toEqual([
    ['1', '2', 2, 0, 2],
    ['6', '7', 2, 1, 1],
    ['9', '9', 1, 0, 1],
  ]);
});

it('table 12 has two decimals of a quantity, rounded once, half away from zero', () => {
  const quantitiesOf = (...docs: ReturnDocument[]) =>
    gstr1(docs, november).tables.hsn.rows.map(({ quantity }) => quantity);
  expect(quantitiesOf(returnDocument({}, [{ quantity: 1.004 }, { quantity: 1.004 }]))).toEqual([
    2.01,
  ]);
  expect(quantitiesOf(returnDocument({}, [{ quantity: 1.005 }]))).toEqual([1.01]);
  expect(quantitiesOf(returnDocument(creditNote({}), [{ quantity: 1.005 }]))).toEqual([-1.01]);
});

it('a line of text with a SAC counts as services in table 12', () => {
  const { tables, warnings } = gstr1(
    [returnDocument({}, [{ hsn_code: '998736', unit: null, uqc: null }])],
    november,
  );
  expect(tables.hsn.rows).toMatchObject([{ hsn_code: '998736', uqc: 'NA', quantity: 0 }]);
  expect(warnings).toEqual([]);
});

it('rows of zeros are left out', () => {
  const small = { supply_type: 'b2c', buyer: consumer } as const;
  const exempt = [{ tax_treatment: 'exempt' as const, tax_rate: 0 }];
  const note = creditNote({ id: 2, original_total: 1180 });
  const { tables } = gstr1(
    [
      ...[{}, note].map((of) => returnDocument({ ...small, ...of })),
      ...[{}, note].map((of) => returnDocument({ ...small, ...of }, exempt)),
    ],
    november,
  );
  expect([tables.b2cs, tables.nil, tables.hsn].map(({ rows }) => rows)).toEqual([[], [], []]);
  const given = gstr1([returnDocument({}, [{ unit_price: 0 }])], november);
  expect(given.tables.hsn.rows).toMatchObject([{ quantity: 10, taxable_value: 0 }]);
});

it('documents that the portal would refuse are named', () => {
  const doc = returnDocument(
    { place_of_supply: null, seller: gstParty({ gstin: '29AAPFU0939F1ZR' }) },
    [{ hsn_code: null, uqc: null }],
  );
  const messages = gstr1([{ ...doc, subtotal: 1000.01 }], november).warnings.map(
    (each) => each.message,
  );
  expect(messages).toEqual([
    'It was issued under another GSTIN: 29AAPFU0939F1ZR',
    'It has no place of supply',
    'A line has no HSN or SAC code',
    'The unit of a line has no code for GST files',
    'Its lines do not add up to its totals',
  ]);
});

describe('for any documents of a month', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 999_999 }).map((n) => n / 1000),
    unit_price: fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 100),
    tax_rate: fc.constantFrom(0, 0.25, 5, 18),
    tax_treatment: fc.constantFrom('taxable' as const, 'exempt' as const, 'non_gst' as const),
    hsn_code: fc.constantFrom('731815', '8481'),
  });
  const documents = fc.array(
    fc
      .record({
        kind: fc.constantFrom('invoice' as const, 'credit_note' as const, 'debit_note' as const),
        supply_type: fc.constantFrom(...supplyTypes.map(({ value }) => value)),
        place_of_supply: fc.constantFrom('27', '29', '96'),
        reverse_charge: fc.boolean(),
        original_total: fc.constantFrom(1, 200_000),
        lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      })
      .map(({ lines, ...change }) => returnDocument(change, lines)),
    { maxLength: 12 },
  );

  it('its tables come to the sums of its documents to the paisa', () => {
    fc.assert(
      fc.property(documents, (docs) => {
        const month = gstr1(docs, november);
        const { hsn, doc_issue: _issued, ...taxed } = month.tables;
        const all = Object.values(taxed).reduce<Sums>((sum, { sums }) => plus(sum, sums), noSums);
        expect(all).toEqual(plus(noSums, hsn.sums));
        expect(all).toEqual(plus(noSums, month.totals));
        const total = (of: (doc: ReturnDocument) => number) =>
          sumOf(docs.map((doc) => (doc.kind === 'credit_note' ? -1 : 1) * of(doc)));
        const { taxable_value, igst_amount, cgst_amount, sgst_amount } = all;
        expect(taxable_value).toBe(total(({ subtotal }) => subtotal));
        expect(
          sumOf([igst_amount, cgst_amount, sgst_amount, -month.totals.reverse_charge_tax]),
        ).toBe(total(({ tax_amount }) => tax_amount));
        expect(month.totals.total_amount).toBe(total(({ total_amount }) => total_amount));
      }),
    );
  });

  it('its rows come to the sums of their table and lead to its documents', () => {
    fc.assert(
      fc.property(documents, (docs) => {
        const { tables, documents: reported } = gstr1(docs, november);
        const tableSums = ({ doc_issue: _issued, ...rest }: Gstr1['tables']) => Object.values(rest);
        for (const { rows, sums } of tableSums(tables)) {
          const each: readonly Sums[] = rows;
          expect(each.reduce((sum, row) => plus(sum, row), noSums)).toEqual(sums);
        }
        expect(reported).toHaveLength(docs.length);
        // Without notes no row of one document takes off what another adds.
        const charged = docs.filter(({ subtotal }) => subtotal > 0);
        const invoices = charged.map((doc) => ({ ...doc, kind: 'invoice' as const }));
        const named = gstr1(invoices, november).tables.hsn.rows.flatMap((row) => row.documents);
        expect(new Set(named).size).toBe(charged.length);
      }),
    );
  });
});
