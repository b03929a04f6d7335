import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { type SheetCell, sheetFile } from '~/kit/shared/sheets/xlsx-writer';
import { findBySku } from '~/modules/catalogue/products/imports/server/product-files.builders';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { ImportResponse } from '../imports.fields';
import { bytesOf, severalSheets, uploadOf } from './imports.builders';

const test = fileServer();

async function send(
  content: string | Uint8Array<ArrayBuffer>,
  { fields, sheet }: { fields?: Record<string, { columns: string[] }>; sheet?: string } = {},
) {
  const form = uploadOf(content, { name: 'customers.csv' });
  if (fields) form.append('mapping', JSON.stringify({ fields, stand_ins: true }));
  if (sheet !== undefined) form.append('sheet', sheet);
  return test.admin.upload<ImportResponse>('/customers/import', form);
}

async function sendSheet(rows: SheetCell[][], options: Parameters<typeof send>[1] = {}) {
  const [titles = [], ...others] = rows;
  const bytes = await bytesOf(sheetFile({ titles: titles.map(String), rows: others }));
  const { status, body } = await send(bytes, options);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

async function named(name: string): Promise<Customer | undefined> {
  const all = (await test.admin.get<Customer[]>('/customers')).body.data;
  return all.find(({ company_name }) => company_name === name);
}

it('a list of debtors goes in: headings in two rows, credit balances, no totals', async () => {
  const response = await sendSheet(
    [
      ['Sahyadri Precision Pvt Ltd (2026-27)'],
      ['Group Summary: Sundry Debtors'],
      ['Particulars', null, 'Closing Balance'],
      [null, null, 'Debit', 'Credit'],
      ['Kaveri Pumps Pvt Ltd', null, 125_000.5],
      ['Lotus Looms - Coimbatore', null, null, 4500],
      ['M/s. Sharma & Sons', null, 1_234_567.89],
      ['Total Energies Ltd', null, 1],
      ['Grand Total', null, 1_359_569.39, 4500],
    ],
    {
      fields: {
        company_name: { columns: ['Particulars'] },
        city: { columns: ['Closing Balance / Credit'] },
      },
    },
  );
  expect(response).toMatchObject({ created: 4, failed: 1 });
  expect(response.errors).toEqual([
    { row: 9, field: null, value: expect.any(String), message: 'This is a row of totals' },
  ]);
  expect(await named('Lotus Looms - Coimbatore')).toMatchObject({ city: '4500' });
});

it('the items of a stock summary go in, and not their groups', async () => {
  const titles = ['Sahyadri Precision Pvt Ltd (2026-27)'];
  const rows: SheetCell[][] = [
    ['Stock Summary'],
    ['Particulars', 'Closing Balance'],
    [null, 'Quantity', 'Rate', 'Value'],
    ['Couplings', 160, 400, 64_000],
    ['Coupling 40 mm', 120, 350, 42_000],
    ['Coupling 63 mm', 40, 550, 22_000],
    ['EN8 bar 25 mm', 1250, 78.33, 97_912.5],
    ['Grand Total', null, null, 161_912.5],
  ];
  const form = uploadOf(await bytesOf(sheetFile({ titles, rows })));
  const fields = {
    sku_code: { columns: ['Particulars'] },
    product_name: { columns: ['Particulars'] },
    category: { fixed: 'Parts' },
    unit_price: { fixed: '1' },
    stock_quantity: { columns: ['Closing Balance / Quantity'] },
    cost_price: { columns: ['Closing Balance / Rate'] },
  };
  form.append('mapping', JSON.stringify({ fields }));
  const { body } = await test.admin.upload<ImportResponse>('/products/import', form);
  expect(body.error).toBeUndefined();
  expect(body.data).toMatchObject({ created: 3, failed: 2 });
  expect(body.data.errors).toMatchObject([
    { row: 5, message: 'This row is the sum of the rows below it' },
    { row: 9, message: 'This is a row of totals' },
  ]);
  expect(await findBySku(test.admin, 'EN8 bar 25 mm')).toMatchObject({
    stock_quantity: 1250,
    cost_price: 78.33,
  });
});

it('a cell without a heading is left out of a sheet with a note, and taken where it is mapped', async () => {
  const rows = [
    ['Company Name', 'Contact Person', 'Phone'],
    ['Wide One', 'Asha Rao', '9000000611', null, 'also 9000000613'],
    ['Wide Two', 'Ravi Iyer', '9000000612'],
  ];
  const first = await sendSheet(rows);
  expect(first).toMatchObject({ created: 2, failed: 0 });
  expect(first.errors).toEqual([
    {
      row: 1,
      field: 'Column E',
      value: 'also 9000000613',
      message: 'Column E has no heading and was left out',
    },
  ]);
  const fields = {
    company_name: { columns: ['Company Name'] },
    contact_person: { columns: ['Contact Person'] },
    city: { columns: ['Column E'] },
  };
  const mapped = rows.map(([name, ...cells]) => [
    name === 'Wide One' ? 'Wide Three' : name,
    ...cells,
  ]);
  expect(await sendSheet(mapped.slice(0, 2) as SheetCell[][], { fields })).toMatchObject({
    created: 1,
    errors: [],
  });
  expect(await named('Wide Three')).toMatchObject({ city: 'also 9000000613' });
});

it('a separator too many in a text shifts no cells into other fields', async () => {
  const { body } = await send('Company Name,Contact Person\nRao, Sons,Asha Rao\n');
  expect(body.data).toMatchObject({ created: 0, failed: 1 });
  expect(body.data.errors[0]?.message).toBe(
    'The row has 3 cells, the header has 2. A text with a separator in it needs quotes',
  );
});

it('of several sheets the one with the data is read, or the one that is named', async () => {
  const bytes = await severalSheets();
  const { data } = (await send(bytes)).body;
  expect([data.created, await named('Newest Buyer')]).toEqual([1, expect.anything()]);
  expect(data.errors).toMatchObject([
    { message: 'The sheet "Buyers" is read. The file also has "Instructions", "Old"' },
  ]);
  const chosen = (await send(bytes, { sheet: 'old' })).body.data;
  expect([chosen.created, chosen.errors]).toEqual([1, []]);
  expect(await named('Oldest Buyer')).toBeDefined();
  const wrong = await send(bytes, { sheet: 'Chart' });
  expect([wrong.status, wrong.body.code, wrong.body.error]).toEqual([
    400,
    'import.wrong_mapping',
    'The file has no sheet "Chart"',
  ]);
});
