import { expect, test } from 'vitest';
import { CsvReader, separatorOf } from '~/kit/shared/csv/csv-reader';
import * as field from '~/kit/shared/fields/fields';
import type { CsvFormat } from './formats.rules';
import { headingAt } from './heading-row.rules';

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
