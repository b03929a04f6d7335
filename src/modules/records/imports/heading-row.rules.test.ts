import { expect, test } from 'vitest';
import { CsvReader, separatorOf } from '~/kit/shared/csv/csv-reader';
import * as field from '~/kit/shared/fields/fields';
import type { CsvFormat } from './formats.rules';
import { headingAt, headingRow } from './heading-row.rules';

const format: CsvFormat = {
  columns: ['company', 'contact', 'city'].map((name) => ({
    name,
    field: field.text({ label: name, max: 100 }),
  })),
  synonyms: { customer: 'company' },
  key: 'company',
  isKeyNeeded: false,
};

test.each([
  ['known names', 'company,contact\nA,B', 'company'],
  ['a single known column', 'company\nGodavari Forge', 'company'],
  ['one known name above wider rows', 'company\nA,B,C', 'company'],
  ['unknown names', 'Firm,Who\nA,B', 'Firm'],
  ['a title above known names', 'Customers\n\ncompany,contact\nA,B', 'company'],
  ['a title that is a known name', 'Customer,,\ncompany,contact,city\nA,B,C', 'company'],
  ['titles above unknown names', 'List\nAs of,31-Mar\nFirm,Who,Mail,Town\nA,B,C,D', 'Firm'],
  ['a separator line', 'sep=;\ncompany;contact\nA;B', 'company'],
  ['a separator line above unknown names', 'sep=;\nFirm;Who\nA;B', 'Firm'],
  ['nothing but titles', 'sep=;\nList', 'List'],
])('%s are found', (_what, text, first) => {
  const rows = new CsvReader(separatorOf(text)).push(`${text}\n`);
  expect(rows[headingAt(rows, format)]?.cells[0]).toBe(first);
});

test('a first row that cannot be read is not passed over', () => {
  const broken = { line: 1, cells: ['a'], problem: 'This row has an unclosed quote' };
  expect(headingAt([broken, { line: 2, cells: ['company', 'contact'] }], format)).toBe(0);
  expect(headingAt([], format)).toBe(0);
});

const headingsOf = (text: string) => {
  const rows = new CsvReader(',').push(`${text}\n`);
  const found = headingRow(rows, headingAt(rows, format));
  return found && [found.header.cells, rows[found.next]?.cells[0]];
};

test.each([
  [
    'Title,,,\nParticulars,Closing Balance,,\n,Quantity,Rate,Value\nBolt,160 Nos,400,64000',
    [
      'Particulars',
      'Closing Balance / Quantity',
      'Closing Balance / Rate',
      'Closing Balance / Value',
    ],
    'Bolt',
  ],
  [
    'Particulars,,Closing Balance,\n,,Debit,Credit\nKaveri,,1200.50,\nLotus,,,4500',
    ['Particulars', '', 'Closing Balance / Debit', 'Closing Balance / Credit'],
    'Kaveri',
  ],
  [
    'company,Billing,,Shipping,,city\n,Street,PIN,Street,PIN,\nKaveri,A,411001,B,411002,Pune',
    ['company', 'Billing / Street', 'Billing / PIN', 'Shipping / Street', 'Shipping / PIN', 'city'],
    'Kaveri',
  ],
])('reads headings in two rows', (text, headings, first) => {
  expect(headingsOf(text)).toEqual([headings, first]);
});

test.each([
  ['a title above the headings', 'Customers,,\ncompany,contact,city\nKaveri,Ravi,1', 'Kaveri'],
  ['a row of texts below a gap', 'company,,city\nKaveri,Ravi,\nLotus,Asha,Goa', 'Kaveri'],
  ['a row with a digit', 'company,Phone,,city\nKaveri,Plot 3,MIDC,\nLotus,1,2,3', 'Kaveri'],
  ['a row that is filled below a heading', 'company,Phone,\nKaveri,,Pune\nLotus,1,2', 'Kaveri'],
  ['a gap between the lines', 'company,Sum,\n\n,Debit,Credit\nKaveri,1,2', ''],
])('%s does not continue the headings', (_what, text, first) => {
  expect(headingsOf(text)?.[1]).toBe(first);
});
