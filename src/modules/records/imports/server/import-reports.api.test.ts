import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { ImportResponse } from '../imports.fields';
import { csvOf } from './imports.builders';
import {
  findBySku,
  importProducts,
} from '~/modules/catalogue/products/imports/server/product-files.builders';

const test = fileServer();

const header = ['product_name', 'sku_code', 'category', 'unit_price', 'stock_quantity'];

describe('bad input ends in a report, and the good rows are in', () => {
  const good = ['Good', '', 'Electronics', 5, 1];
  let count = 0;

  async function report(rows: (string | number)[][], separator = ','): Promise<ImportResponse> {
    count += 1;
    const sku = `GOOD-${count}`;
    const response = await importProducts(
      test.admin,
      csvOf([header, ...rows, good.with(1, sku)], separator),
    );
    expect(await findBySku(test.admin, sku)).toBeDefined();
    return response;
  }

  it.each([
    [
      'a negative price',
      ['Bad', 'B-1', '', '-1', 0],
      'unit_price',
      'Price must be a positive number',
    ],
    [
      'a price of 15 digits',
      ['Bad', 'B-2', '', '999999999999999', 0],
      'unit_price',
      'Unit Price cannot exceed 999,999,999,999',
    ],
    [
      'a third decimal',
      ['Bad', 'B-3', '', '1.005', 0],
      'unit_price',
      'Unit Price cannot have more than two decimals',
    ],
    [
      'a decimal comma',
      ['Bad', 'B-4', '', '12,50', 0],
      'unit_price',
      'Price must be a positive number',
    ],
    ['no price', ['Bad', 'B-5', '', '', 0], 'unit_price', 'Unit price is required'],
    ['no name', ['', 'B-6', '', 1, 0], 'product_name', 'Product name is required'],
    ['no SKU', ['Bad', '', '', 1, 0], 'sku_code', 'SKU code is required'],
    [
      'stock below zero',
      ['Bad', 'B-7', '', 1, -5],
      'stock_quantity',
      'Stock quantity must be a non-negative number',
    ],
    [
      'half a piece',
      ['Bad', 'B-8', '', 1, '1.5'],
      'stock_quantity',
      'Stock Quantity must be a whole number',
    ],
    ['NaN', ['Bad', 'B-9', '', 'NaN', 1], 'unit_price', 'Price must be a positive number'],
    [
      'a null byte',
      ['Bad\u0000', 'B-10', '', 1, 1],
      'product_name',
      'Product Name contains characters that cannot be stored',
    ],
  ])('%s', async (_what, row, field, message) => {
    const response = await report([row]);
    const [error] = response.errors;
    expect(error).toMatchObject({ row: 2, field, message });
  });

  it('doubled SKUs, differing in case', async () => {
    const response = await report([
      ['First', 'Dup-1', '', 1, 1],
      ['Second', 'DUP-1', '', 2, 1],
    ]);
    expect(response).toMatchObject({
      created: 2,
      failed: 1,
      errors: [
        {
          row: 3,
          field: 'sku_code',
          value: 'DUP-1',
          message: 'Duplicate SKU code: already on line 2',
        },
      ],
    });
    expect(await findBySku(test.admin, 'dup-1')).toMatchObject({ product_name: 'First' });
  });

  it('SKUs that look like numbers stay as they are', async () => {
    await report([
      ['Zeros', '000123', '', 1, 1],
      ['Exponent', '1.0E+12', '', 1, 1],
    ]);
    expect(await findBySku(test.admin, '000123')).toMatchObject({ product_name: 'Zeros' });
    expect(await findBySku(test.admin, '1.0E+12')).toMatchObject({ product_name: 'Exponent' });
  });

  it('formulas are taken as text, and the apostrophe in front is taken back', async () => {
    await report([
      ['=1+1', 'F-1', '', 1, 1],
      ["'=HYPERLINK(1)", 'F-2', '', 1, 1],
    ]);
    expect(await findBySku(test.admin, 'F-1')).toMatchObject({ product_name: '=1+1' });
    expect(await findBySku(test.admin, 'F-2')).toMatchObject({ product_name: '=HYPERLINK(1)' });
  });

  it.each([
    ['an empty file', '', 'The file is empty'],
    ['blank lines alone', '\n\r\n  \n', 'The file is empty'],
    [
      'a picture',
      Uint8Array.from(Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex')),
      'This is not a CSV or Excel file',
    ],
  ])('%s', async (_what, content, message) => {
    const response = await importProducts(test.admin, content);
    expect(response).toMatchObject({ created: 0, errors: [{ row: 1, message }] });
  });
});
