import { expect, test } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import type { CsvFormat } from './formats.rules';
import { readHeading } from './heading.rules';
import {
  fieldOf,
  unknownValues,
  withColumn,
  withFixed,
  withSource,
  withSplit,
  withValue,
} from './mapping-edits.rules';
import { guessedMapping } from './guess.rules';
import { type Mapping, readMapping, type Source } from './mapping.rules';
import { rowCheck } from './rows.rules';

const text = (label: string) => field.text({ label, max: 100 });
const source = field.choice({
  label: 'Source',
  choices: [
    { value: 'website', label: 'Website' },
    { value: 'trade_show', label: 'Trade Show' },
  ],
});
const format: CsvFormat = {
  columns: [
    { name: 'company', field: text('Company') },
    { name: 'contact', field: text('Contact') },
    { name: 'city', field: text('City') },
    { name: 'state', field: text('State') },
    { name: 'source', field: source },
    { name: 'value', field: field.money({ label: 'Value', currency: 'INR', max: 1_000_000_000 }) },
  ],
  synonyms: {},
  key: 'company',
  isKeyNeeded: false,
};

const headings = ['Firm', 'First', 'Last', 'Place', 'Origin', 'Amount'];
const header = { line: 1, cells: headings };
const cells = ['Kaveri', ' Ravi ', 'Iyer', 'Pune, Maharashtra, India', 'WEB', '5'];

const read = (fields: Record<string, Source>, own = cells) =>
  rowCheck(readHeading(header, format, { fields }))({ line: 2, cells: own });

test.each<[string, Record<string, Source>, object]>([
  ['a column', { company: { columns: ['Firm'] } }, { company: 'Kaveri' }],
  ['two columns', { contact: { columns: ['First', 'Last'] } }, { contact: 'Ravi Iyer' }],
  [
    'two columns in their order with a separator',
    { contact: { columns: ['Last', 'First'], separator: ', ' } },
    { contact: 'Iyer, Ravi' },
  ],
  [
    'parts of a column',
    {
      city: { columns: ['Place'], separator: ',', part: 'first' },
      state: { columns: ['Place'], separator: ',', part: 'rest' },
    },
    { city: 'Pune', state: 'Maharashtra, India' },
  ],
  [
    'parts of a column without the separator',
    {
      city: { columns: ['Firm'], separator: ',', part: 'first' },
      state: { columns: ['Firm'], separator: ',', part: 'rest' },
    },
    { city: 'Kaveri', state: null },
  ],
  ['a fixed value', { source: { fixed: 'Trade Show' } }, { source: 'trade_show' }],
  [
    'a choice for a text',
    { source: { columns: ['Origin'], values: { Web: 'website' } } },
    { source: 'website' },
  ],
  [
    'no choice for a text',
    { source: { columns: ['Origin'], values: { web: '' } } },
    { source: null },
  ],
])('%s is read', (_what, fields, values) => {
  expect(read(fields)).toEqual({
    line: 2,
    key: (values as { company?: string }).company ?? '',
    values,
  });
});

test('the decimals of the file do not count for a fixed value', () => {
  const valueOf = (value: Source) => {
    const heading = readHeading(header, format, { fields: { value }, decimal: ',' });
    return rowCheck(heading)({ line: 2, cells: ['', '', '', '', '', '1.500,5'] });
  };
  expect(valueOf({ columns: ['Amount'] })).toMatchObject({ values: { value: 1500.5 } });
  expect(valueOf({ fixed: '1,500.5' })).toMatchObject({ values: { value: 1500.5 } });
});

test('the decimals of the file do not count for a number of a spreadsheet', () => {
  const fields = { value: { columns: ['Amount'] }, city: { columns: ['Place'] } };
  const check = rowCheck(readHeading(header, format, { fields, decimal: ',' }));
  const valuesOf = (amount: string) => ({ line: 2, cells: ['', '', '', '1.5', '', amount] });
  expect(check({ ...valuesOf('1.5'), numbers: [3, 5] })).toMatchObject({
    values: { value: 1.5, city: '1.5' },
  });
  expect(check(valuesOf('1.500'))).toMatchObject({ values: { value: 1500, city: '1.5' } });
});

test('empty cells leave no separator behind', () => {
  const fields = { contact: { columns: ['First', 'Last'] } };
  expect(read(fields, ['', '', 'Iyer', '', '', ''])).toMatchObject({ values: { contact: 'Iyer' } });
});

test('gives empty cells a value, but not rows without a record', () => {
  const fields = {
    city: { columns: ['Place'], values: { '': 'Pune' } },
    source: { fixed: 'website' },
  };
  const check = rowCheck(readHeading(header, format, { fields, tidy: true }));
  const valuesOf = (city: string, firm = '') =>
    check({ line: 2, cells: [firm, '', '', city, '', ''] });
  expect(valuesOf('Latur')).toMatchObject({ values: { city: 'Latur', source: 'website' } });
  const company = { columns: ['Firm'] };
  const named = rowCheck(readHeading(header, format, { fields: { ...fields, company } }));
  expect(named({ line: 2, cells: ['Kaveri', '', '', ' ', '', ''] })).toMatchObject({
    values: { company: 'Kaveri', city: 'Pune' },
  });
  expect(valuesOf('N/A', 'Kaveri')).toBeNull();
});

test('fields are in the order of the file, fixed values last', () => {
  const fields = {
    source: { fixed: 'website' },
    city: { columns: ['Place'] },
    company: { columns: ['Firm'] },
  };
  const { columns } = readHeading(header, format, { fields });
  expect(columns.map(({ name }) => name)).toEqual(['company', 'city', 'source']);
});

test.each<[string, unknown, string]>([
  ['an unknown field', { size: { fixed: '9' } }, 'There is no field "size"'],
  ['an unknown column', { city: { columns: ['Town'] } }, 'The file has no column "Town"'],
  ['no source', { city: {} }, 'The field "city" needs either columns or a fixed value'],
  [
    'two sources',
    { city: { columns: ['Place'], fixed: 'Pune' } },
    'The field "city" needs either columns or a fixed value',
  ],
  [
    'a joined number',
    { value: { columns: ['Amount', 'Firm'] } },
    'The field "value" is not a text and takes one column only',
  ],
  [
    'a repeated column',
    { city: { columns: ['Place', 'Place'] } },
    'The field "city" takes each column only once',
  ],
  [
    'a part of nothing',
    { city: { columns: ['Place'], part: 'first' } },
    'A part for the field "city" needs one column and a separator',
  ],
  [
    'a wrong choice',
    { source: { columns: ['Origin'], values: { Web: 'internet' } } },
    '"internet" is not a value of the field "source"',
  ],
  [
    'another shape',
    { source: { column: 'Origin' } },
    'The mapping must be a JSON object of columns and their fields',
  ],
])('%s is refused', (_what, fields, problem) => {
  const { mapping, problems } = readMapping(JSON.stringify({ fields }), [header], format);
  expect(problems).toEqual([problem]);
  expect(mapping.fields).toEqual({});
});

test('columns with one heading, and those without, are separate columns', () => {
  const twice = { line: 1, cells: ['Firm', 'Town', 'Town', ''] };
  const readTwice = (sent: unknown, own = ['Kaveri', 'Pune', 'Goa', 'Ravi', 'Asha']) => {
    const { mapping, problems } = readMapping(JSON.stringify(sent), [twice], format);
    const wide = { ...twice, cells: [...twice.cells, ''] };
    return { problems, ...rowCheck(readHeading(wide, format, mapping))({ line: 2, cells: own }) };
  };
  const fields = {
    company: { columns: ['Firm'] },
    city: { columns: ['Town (column B)'] },
    state: { columns: ['Town (column C)'] },
    contact: { columns: ['Column D', 'Column E'] },
  };
  const values = { company: 'Kaveri', city: 'Pune', state: 'Goa', contact: 'Ravi Asha' };
  expect(readTwice({ fields })).toMatchObject({ problems: [], values });
  const names = { Firm: 'company', 'Town (column C)': 'city', 'Column D': 'contact' };
  expect(readTwice(names)).toMatchObject({
    problems: [],
    values: { city: 'Goa', contact: 'Ravi' },
  });
  expect(readTwice({ 'Town (column D)': 'city' })).toMatchObject({
    problems: ['The file has no column "Town (column D)"'],
  });
  // The heading alone means both.
  expect(readTwice({ Town: 'city' })).toMatchObject({ 0: { field: 'city', value: '' } });
});

test('a screen gives columns to fields, joins, splits and leaves them out', () => {
  const empty: Mapping = { fields: {} };
  const joined = withColumn(withColumn(empty, 'Last', 'contact'), 'First', 'contact');
  expect(joined.fields).toEqual({ contact: { columns: ['Last', 'First'] } });
  expect(withColumn(joined, 'Last', null).fields).toEqual({ contact: { columns: ['First'] } });
  expect(withColumn(withColumn(joined, 'Last', null), 'First', 'city').fields).toEqual({
    city: { columns: ['First'] },
  });
  expect(withSource(joined, 'contact', { separator: ', ' }).fields).toEqual({
    contact: { columns: ['Last', 'First'], separator: ', ' },
  });
  const split = withSplit(joined, 'Place', { first: 'city', rest: 'state', separator: ',' });
  expect([fieldOf(split, 'Place'), fieldOf(split, 'Place', true), fieldOf(split, 'Firm')]).toEqual([
    'city',
    'state',
    null,
  ]);
  expect(withColumn(split, 'Place', 'state').fields['city']).toBeUndefined();
  expect(withColumn(split, 'Place', 'state').fields['state']).toEqual({ columns: ['Place'] });
  expect(withFixed(empty, 'city', 'Pune').fields).toEqual({ city: { fixed: 'Pune' } });
  expect(withColumn(withFixed(empty, 'city', 'Pune'), 'Place', 'city').fields).toEqual({
    city: { columns: ['Place'] },
  });
  expect(withFixed(withFixed(empty, 'city', 'Pune'), 'city', null).fields).toEqual({});
});

test('gives a choice to each unknown text, once for all spellings', () => {
  const column = { name: 'source', field: source };
  const mapping = withColumn({ fields: {} }, 'Origin', 'source');
  const texts = ['Web', 'web ', 'trade show', '', 'Fair'];
  expect(unknownValues(column, {}, texts)).toEqual(['Web', 'Fair']);
  const given = withValue(mapping, 'source', { text: 'Web', value: 'website' });
  expect(given.fields['source']).toEqual({ columns: ['Origin'], values: { Web: 'website' } });
  expect(unknownValues(column, given.fields['source'] ?? {}, ['Fair'])).toEqual(['Web', 'Fair']);
  const back = withValue(given, 'source', { text: 'WEB', value: null });
  expect(back.fields['source']?.values).toEqual({});
});

test('a guess goes by the names of the columns', () => {
  expect(guessedMapping(['Company', 'City', 'company', 'Size'], format).fields).toEqual({
    company: { columns: ['Company', 'company'], pick: 'first_filled' },
    city: { columns: ['City'] },
  });
});

test('a guess takes the first filled one of two columns with one heading, by their letters', () => {
  expect(guessedMapping(['Company', 'City', 'City'], format).fields).toMatchObject({
    city: { columns: ['City (column B)', 'City (column C)'], pick: 'first_filled' },
  });
});

test('takes no ids of another program for ours', () => {
  const withId = { ...format, columns: [...format.columns, { name: 'id', field: text('ID') }] };
  const row = (id: string) => ({ line: 2, cells: ['Acme', id] });
  const guessed = (rows: { line: number; cells: string[] }[]) =>
    Object.keys(guessedMapping(['Company', 'Id'], withId, rows).fields);
  expect(guessed([row('41'), row('')])).toEqual(['company', 'id']);
  expect(guessed([row('41'), row('00Q5g00000xyz')])).toEqual(['company']);
});

test.each([
  ['Grand Total', '', '', '', '', '1,23,000.00 Dr'],
  ['', '', '', '', 'Total:', '₹300'],
  ['Sub-total', '2', '', '', '', '(300)'],
])('a row of totals is refused', (...own) => {
  const message = 'This is a row of totals';
  expect(read({ company: { columns: ['Firm'] } }, own)).toMatchObject([{ field: null, message }]);
});

test.each([
  ['Total', 'Asha', '', '', '', '300'],
  ['Total', '', '', '', '', ''],
  ['Total Works', '', '', '', '', '300'],
])('a company with a name like a total is taken', (...own) => {
  expect(read({ company: { columns: ['Firm'] } }, own)).toMatchObject({
    values: { company: own[0] },
  });
});
