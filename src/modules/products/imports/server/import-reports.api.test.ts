import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/test-server';
import type { ImportAnswer } from '../imports.fields';
import { csvOf, findBySku, importProducts, uploadOf } from './imports.builders';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn();
});
afterAll(() => server.close());

const header = ['product_name', 'sku_code', 'category', 'unit_price', 'stock_quantity'];

describe('bad input ends in a report, and the good rows are in', () => {
  const good = ['Good', '', 'Electronics', 5, 1];
  let made = 0;

  async function report(rows: (string | number)[][], separator = ','): Promise<ImportAnswer> {
    made += 1;
    const sku = `GOOD-${made}`;
    const answer = await importProducts(
      admin,
      csvOf([header, ...rows, good.with(1, sku)], separator),
    );
    expect(await findBySku(admin, sku)).toBeDefined();
    return answer;
  }

  test.each([
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
    const answer = await report([row]);
    const [error] = answer.errors;
    expect(error).toMatchObject({ row: 2, field, message });
  });

  test('doubled SKUs, differing in case', async () => {
    const answer = await report([
      ['First', 'Dup-1', '', 1, 1],
      ['Second', 'DUP-1', '', 2, 1],
    ]);
    expect(answer).toMatchObject({
      created: 2,
      failed: 1,
      errors: [
        {
          row: 3,
          field: 'sku_code',
          value: 'DUP-1',
          message: 'This SKU code is in the file already, on line 2',
        },
      ],
    });
    expect(await findBySku(admin, 'dup-1')).toMatchObject({ product_name: 'First' });
  });

  test('SKUs that look like numbers stay as they are', async () => {
    await report([
      ['Zeros', '000123', '', 1, 1],
      ['Exponent', '1.0E+12', '', 1, 1],
    ]);
    expect(await findBySku(admin, '000123')).toMatchObject({ product_name: 'Zeros' });
    expect(await findBySku(admin, '1.0E+12')).toMatchObject({ product_name: 'Exponent' });
  });

  test('formulas are taken as text, and the apostrophe in front is taken back', async () => {
    await report([
      ['=1+1', 'F-1', '', 1, 1],
      ["'=HYPERLINK(1)", 'F-2', '', 1, 1],
    ]);
    expect(await findBySku(admin, 'F-1')).toMatchObject({ product_name: '=1+1' });
    expect(await findBySku(admin, 'F-2')).toMatchObject({ product_name: '=HYPERLINK(1)' });
  });

  test('a row with too many or too few cells', async () => {
    const answer = await importProducts(
      admin,
      'product_name,sku_code,unit_price\nAa,W-1,1,2\nBb,W-2\nCc,W-3,3,\n',
    );
    expect(answer).toMatchObject({ created: 1, failed: 2 });
    expect(answer.errors.map((each) => [each.row, each.message])).toEqual([
      [2, 'The row has 4 cells, the header has 3'],
      [3, 'The row has 2 cells, the header has 3'],
    ]);
  });

  test('unknown and missing columns', async () => {
    const answer = await importProducts(admin, 'Product Name,SKU-Code,colour\nAa,U-1,red\n');
    expect(answer).toMatchObject({ created: 0, failed: 1 });
    expect(answer.errors).toMatchObject([
      { row: 1, field: 'colour', message: 'Unknown column "colour": it was left out' },
      { row: 2, field: 'unit_price', message: 'Unit price is required' },
    ]);
    const without = await importProducts(admin, 'product_name,unit_price\nAa,1\n');
    expect(without.errors).toMatchObject([
      {
        row: 1,
        field: 'sku_code',
        message: 'The column "sku_code" is missing: without it no row can be read',
      },
    ]);
  });

  test('a column twice: rows where the two differ are refused', async () => {
    const answer = await importProducts(
      admin,
      'product_name,sku_code,unit_price,unit_price\nAa,T-1,1,1\nBb,T-2,1,2\n',
    );
    expect(answer).toMatchObject({ created: 1, failed: 1 });
    expect(answer.errors).toMatchObject([
      { row: 1, field: 'unit_price' },
      { row: 3, field: 'unit_price', message: 'The two columns "unit_price" say different things' },
    ]);
  });

  test.each([
    ['an empty file', '', 'The file is empty'],
    ['blank lines alone', '\n\r\n  \n', 'The file is empty'],
    [
      'a picture',
      Uint8Array.from(Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex')),
      'This is not a CSV file',
    ],
  ])('%s', async (_what, content, message) => {
    const answer = await importProducts(admin, content);
    expect(answer).toMatchObject({ created: 0, errors: [{ row: 1, message }] });
  });

  test('Windows-1252, semicolons, quoted line breaks and CRLF are read', async () => {
    const text =
      'product_name;sku_code;unit_price;description\r\n"Schalter; groß";W52-1;5;"Preis €5\r\nit’s fine"\r\n';
    expect(
      await importProducts(admin, Uint8Array.from(iconv.encode(text, 'windows-1252'))),
    ).toMatchObject({
      created: 1,
      failed: 0,
    });
    expect(await findBySku(admin, 'W52-1')).toMatchObject({
      product_name: 'Schalter; groß',
      description: 'Preis €5\r\nit’s fine',
    });
    expect(
      await importProducts(admin, '\ufeffproduct_name\tsku_code\tunit_price\nTab\tTAB-1\t5\n'),
    ).toMatchObject({
      created: 1,
    });
  });

  test('the refused rows come back as they were, with their reasons, and can be mended', async () => {
    const answer = await importProducts(
      admin,
      csvOf([header, ['Bad "5""', 'MEND-1', '', '-1', 1], ['Fine', 'MEND-2', '', 1, 1]]),
    );
    const file = await admin.get<never>(`/products/imports/${answer.job_id}/refused`);
    const text = String(file.body);
    expect(text.split('\r\n')).toEqual([
      'product_name,sku_code,category,unit_price,stock_quantity,reason',
      '"Bad ""5""""",MEND-1,,-1,1,unit_price: Price must be a positive number',
      '',
    ]);
    expect(await importProducts(admin, text.replace('-1,1,unit', '1,1,unit'))).toMatchObject({
      created: 1,
      failed: 0,
      errors: [],
    });
  });
});

describe('a call that is no import', () => {
  test.each([
    ['no file', new FormData(), 400],
    ['another field', uploadOf('a', { field: 'file' }), 400],
    ['another ending', uploadOf('a', { name: 'products.xlsx' }), 400],
  ])('%s is refused', async (_what, form, status) => {
    const answer = await admin.upload('/products/import', form);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe('Please select a CSV file');
  });

  test('JSON is 415, a wrong dry_run 400, nobody 401, and a file elsewhere 415', async () => {
    expect((await admin.post('/products/import', {})).status).toBe(415);
    expect((await admin.upload('/products/import?dry_run=perhaps', uploadOf('a'))).status).toBe(
      400,
    );
    expect((await server.client().upload('/products/import', uploadOf('a'))).status).toBe(401);
    expect((await admin.upload('/products', uploadOf('a'))).status).toBe(415);
  });

  test('a file of more than 50 MB is 413', async () => {
    const answer = await admin.upload(
      '/products/import',
      uploadOf(new Uint8Array(50 * 1024 * 1024 + 1).fill(0x61)),
    );
    expect(answer.status).toBe(413);
    expect(answer.body.error).toBe('The file is larger than 50 MB');
  });
});
