import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCell } from '~/kit/shared/csv/csv';
import { CsvReader } from '~/kit/shared/csv/csv-reader';
import * as field from '~/kit/shared/fields/fields';
import { columnsFromFields } from './columns';
import { openSheets } from '~/kit/shared/sheets/xlsx-reader';
import { csvOfRows, fileOfRows, type RowsFormat } from './rowsFile';

const fields = {
  invoice_number: field.text({ label: 'Invoice Number', required: true, max: 50 }),
  customer_name: field.text({ label: 'Customer Name', required: true, max: 100 }),
  due_date: field.day({ label: 'Due Date' }),
  total_amount: field.money({ label: 'Total', currency: 'INR', max: 1e12 }),
  item_count: field.wholeNumber({ label: 'Items', max: 1e6 }),
  status: field.choice({
    label: 'Status',
    choices: [{ value: 'partially_paid', label: 'Partially Paid' }],
  }),
  is_open: field.flag({ label: 'Open', required: true }),
  created_at: field.instant({ label: 'Created' }),
} satisfies field.Fields;

type Row = field.RowOf<typeof fields>;

const columns = columnsFromFields<typeof fields, Row>(fields, {
  timeZone: 'Asia/Kolkata',
  today: '2026-11-21',
  overrides: { due_date: { text: () => '24 Nov 2026 · Overdue' } },
});
const row: Row = {
  invoice_number: 'INV-26-27-00001',
  customer_name: 'Acme "Tools", Pune',
  due_date: '2026-11-24',
  total_amount: 123456.7,
  item_count: 1200,
  status: 'partially_paid',
  is_open: true,
  created_at: '2026-11-20T20:05:00.000Z',
};
const titles = 'Invoice Number,Customer Name,Due Date,Total,Items,Status,Open,Created\r\n';

it('writes amounts, days and moments for spreadsheets, all else as it is read', () => {
  expect(csvOfRows([row], columns)).toBe(
    `${titles}INV-26-27-00001,"Acme ""Tools"", Pune",2026-11-24,123456.7,1200,Partially Paid,Yes,2026-11-21 01:35\r\n`,
  );
});

it('leaves empty what has no value, and lets no spreadsheet run a text', () => {
  const formula = {
    ...row,
    customer_name: '=1+1',
    due_date: null,
    total_amount: -5,
    item_count: null,
  };
  expect(csvOfRows([formula], columns)).toBe(
    `${titles}INV-26-27-00001,'=1+1,,-5,,Partially Paid,Yes,2026-11-21 01:35\r\n`,
  );
});

it.each(['csv', 'xlsx'] as const)(
  'heads an own field in %s as an import knows it',
  async (format) => {
    const own = {
      key: 'custom.grade',
      title: 'Grade',
      own: field.text({ label: 'Grade', max: 9 }),
    };
    const file = await fileOfRows(format, [{ grade: 'EN8' }], [{ ...own, text: () => 'EN8' }]);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(await linesOf(format, bytes)).toEqual([['custom.grade'], ['EN8']]);
  },
);

it('is a header alone where there are no rows', () => {
  expect(csvOfRows([], columns)).toBe(titles);
});

async function linesOf(format: RowsFormat, bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const lines: string[][] = [];
  if (format === 'csv') {
    const reader = new CsvReader(',');
    const rows = [...reader.push(new TextDecoder().decode(bytes)), ...reader.end()];
    return rows.map(({ cells }) => cells);
  }
  const read = async (from: number, to: number) => bytes.slice(from, to);
  const [sheet] = await openSheets({ size: bytes.byteLength, read });
  for await (const { cells } of sheet?.rows() ?? []) lines.push(cells);
  return lines;
}

const measured = {
  quantity: field.quantity({ label: 'Quantity', max: 1e9 }),
  unit_price: field.money({ label: 'Unit Price', currency: 'INR', max: 1e12 }),
} satisfies field.Fields;
type Measured = field.RowOf<typeof measured>;

it('keeps each decimal of quantities and prices, as CSV and as Excel file', async () => {
  const shown = columnsFromFields<typeof measured, Measured>(measured, {
    timeZone: 'Asia/Kolkata',
    today: '2026-11-21',
  });
  const decimals = (positions: number) =>
    fc.integer({ min: 0, max: 10 ** 11 }).map((whole) => Number(`${whole}e-${positions}`));
  const rows = fc.array(fc.record({ quantity: decimals(3), unit_price: decimals(4) }), {
    minLength: 1,
    maxLength: 20,
  });
  const read = ([quantity = '', price = '']: readonly string[]) => ({
    quantity: parseCell(measured.quantity, quantity),
    unit_price: parseCell(measured.unit_price, price),
  });
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      for (const format of ['csv', 'xlsx'] as const) {
        const bytes = await (await fileOfRows(format, all, shown)).arrayBuffer();
        const lines = await linesOf(format, new Uint8Array(bytes));
        expect(lines.slice(1).map(read)).toEqual(all);
      }
    }),
    { numRuns: 25 },
  );
});
