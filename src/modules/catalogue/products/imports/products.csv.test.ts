import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvReader } from '~/kit/shared/csv/csv-reader';
import { printCell, printRow } from '~/kit/shared/csv/csv';
import { readHeading } from '~/modules/records/imports/heading.rules';
import { missingForNew, rowCheck } from '~/modules/records/imports/rows.rules';
import { storable } from '~/modules/records/imports/texts.rules';
import { csvColumns, productFormat, sampleCsv } from './products.csv';

function headingOf(cells: string[]) {
  return readHeading({ line: 1, cells }, productFormat);
}

test('a header is read without regard to case, blanks, hyphens and the names of the API', () => {
  const heading = headingOf([
    'Product Name',
    ' SKU-Code ',
    'CATEGORY_NAME',
    'brand_name',
    '',
    'reason',
  ]);
  expect(heading.columns.map((column) => column.name)).toEqual([
    'product_name',
    'sku_code',
    'category',
    'brand',
  ]);
  expect(heading.problems).toEqual([]);
});

test('a header of another program is read without regard to punctuation', () => {
  const { columns, problems } = headingOf([
    'SKU Code:',
    'Unit Price (₹)',
    '"HSN" Code.',
    'मूल्य',
    '%',
  ]);
  // A file without names may name products by their codes.
  const names = columns.map(({ name }) => name);
  expect(names).toEqual(['sku_code', 'unit_price', 'hsn_code', 'product_name']);
  expect(problems.map(({ field }) => field)).toEqual(['मूल्य', '%']);
});

test('a unit that is written after the stock is read where no column has it', () => {
  const rows = [
    { line: 2, cells: ['Bolt', '1,200 Nos', 'box'] },
    { line: 3, cells: ['Oil', '12.5 ltr', 'box'] },
    { line: 4, cells: ['Pin', '7', 'box'] },
  ];
  const read = (headings: string[]) => {
    const heading = readHeading({ line: 1, cells: headings }, productFormat, null, { rows });
    const checked = rows.map(rowCheck(heading)) as { values: Record<string, unknown> }[];
    return checked.map(({ values }) => [values['stock_quantity'], values['unit_of_measure']]);
  };
  expect(read(['Item', 'Qty', 'Packing'])).toEqual([
    [1200, 'Nos'],
    [12.5, 'ltr'],
    [7, undefined],
  ]);
  expect(read(['Item', 'Qty', 'Unit'])).toEqual([
    [1200, 'box'],
    [12.5, 'box'],
    [7, 'box'],
  ]);
});

test('an HSN code gets back the zero that a spreadsheet drops', () => {
  const check = rowCheck(headingOf(['sku_code', 'hsn_code']));
  const read = (code: string) => check({ line: 2, cells: ['A', code] });
  expect(read('401')).toMatchObject({ values: { sku_code: 'A', hsn_code: '0401' } });
  expect(read('4012010')).toMatchObject({ values: { sku_code: 'A', hsn_code: '04012010' } });
  expect(read('8471')).toMatchObject({ values: { sku_code: 'A', hsn_code: '8471' } });
  expect(read('12')).toMatchObject({ doubts: [{ field: 'hsn_code' }] });
});

test('what no row says and a new product needs is named once', () => {
  expect(missingForNew(headingOf(['sku_code']), productFormat)).toEqual([
    { field: 'product_name', message: 'Product name is required' },
    { field: 'unit_price', message: 'Unit price is required' },
  ]);
  expect(
    missingForNew(headingOf(['sku_code', 'unit_price', 'product_name']), productFormat),
  ).toEqual([]);
});

test('an empty cell keeps what has a default, clears what may be empty, and is refused elsewhere', () => {
  const check = rowCheck(headingOf(['sku_code', 'stock_quantity', 'description', 'product_name']));
  expect(check({ line: 2, cells: ['A1', '', '', 'Name'] })).toEqual({
    line: 2,
    key: 'A1',
    values: { sku_code: 'A1', description: null, product_name: 'Name' },
  });
  expect(check({ line: 3, cells: ['A1', '', '', ''] })).toEqual([
    { field: 'product_name', value: '', message: 'Product name is required' },
  ]);
});

test.each(['single', 'gst'] as const)('the sample has no mistake (%s)', (taxMode) => {
  const [header, ...rows] = new CsvReader(',').push(sampleCsv(taxMode));
  expect(header?.cells.includes('hsn_code')).toBe(taxMode === 'gst');
  expect(header?.cells.includes('tax_class')).toBe(taxMode === 'gst');
  const heading = readHeading(header ?? { line: 1, cells: [] }, productFormat);
  expect(heading.problems).toEqual([]);
  for (const row of rows) expect(rowCheck(heading)(row)).toHaveProperty('key');
});

test('every value that a column takes comes back from a file as it was', () => {
  const texts = fc.string({ unit: fc.constantFrom(...`ab'"=+-@,; \n€`), maxLength: 12 });
  const codes = fc.constantFrom('8471', '010129', '84713010');
  const textOf = (name: string) => (name === 'hsn_code' ? codes : texts);
  for (const { name, field } of csvColumns) {
    const check = rowCheck(headingOf(['sku_code', ...(name === 'sku_code' ? [] : [name])]));
    const at = name === 'sku_code' ? 0 : 1;
    const raw =
      field.kind === 'flag'
        ? fc.boolean()
        : field.column === 'text'
          ? textOf(name)
          : fc.integer({ min: 1, max: 999_999 });
    const values = raw
      .map((value) => field.read(value, 'form'))
      .filter((reading) => reading.ok && reading.value !== null)
      .map((reading) => (reading.ok ? reading.value : null));
    fc.assert(
      fc.property(values, (value) => {
        const line = printRow([
          at === 0 ? printCell(value) : 'SKU',
          ...(at === 0 ? [] : [printCell(value)]),
        ]);
        const [row] = new CsvReader(',').push(line);
        expect(check({ line: 2, cells: row?.cells ?? [] })).toMatchObject({
          values: { sku_code: 'SKU', [name]: value },
        });
      }),
      { numRuns: 50 },
    );
  }
});

test('nothing in a report breaks the database’s JSON', () => {
  expect(storable('a\u0000b\ud800c\udc00d😀')).toBe('a\ufffdb\ufffdc\ufffdd😀');
});
