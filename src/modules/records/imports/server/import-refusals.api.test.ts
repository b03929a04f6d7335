import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import type { ImportResponse } from '../imports.fields';
import { csvOf, uploadOf } from './imports.builders';
import {
  findBySku,
  importProducts,
} from '~/modules/catalogue/products/imports/server/product-files.builders';

const test = fileServer();

const header = ['product_name', 'sku_code', 'category', 'unit_price', 'stock_quantity'];

describe('a file of another shape ends in a report, and the good rows are in', () => {
  it('a row with too many or too few cells', async () => {
    const response = await importProducts(
      test.admin,
      'product_name,sku_code,unit_price\nAa,W-1,1,2\nBb,W-2\nCc,W-3,3,\n',
    );
    expect(response).toMatchObject({ created: 1, failed: 2 });
    expect(response.errors.map((each) => [each.row, each.message])).toEqual([
      [2, 'The row has 4 cells, the header has 3. A text with a separator in it needs quotes'],
      [3, 'The row has 2 cells, the header has 3'],
    ]);
  });

  it('unknown and missing columns', async () => {
    const response = await importProducts(test.admin, 'Product Name,SKU-Code,colour\nAa,U-1,red\n');
    expect(response).toMatchObject({ created: 0, failed: 1 });
    expect(response.errors).toMatchObject([
      { row: 1, field: 'colour', message: 'Unknown column "colour" was ignored' },
      { row: 2, field: 'unit_price', message: 'Unit price is required' },
    ]);
    const without = await importProducts(test.admin, 'product_name,unit_price\nAa,1\n');
    expect(without.errors).toMatchObject([
      {
        row: 1,
        field: 'sku_code',
        message: 'Required column "sku_code" is missing',
      },
    ]);
  });

  it('choices of an own field, named as people read them', async () => {
    const choices = [
      { value: 'n', label: 'Nickel' },
      { value: 'z', label: 'Zinc' },
      { value: 'c', label: 'Chrome', is_active: false },
    ];
    await makeRecord(test.admin, '/custom-fields', {
      kind: 'products',
      label: 'Plating',
      type: 'choice',
      choices,
    });
    const header = 'product_name,sku_code,unit_price,Plating\n';
    const rows = 'Aa,P-1,1,zinc\nBb,P-2,1,Gold\nCc,P-3,1,Chrome\n';
    const message = 'Plating must be one of Nickel, Zinc';
    const { created, errors } = await importProducts(test.admin, header + rows);
    expect([created, errors]).toEqual([
      1,
      ['Gold', 'Chrome'].map((value, at) => ({
        row: at + 3,
        field: 'custom.plating',
        value,
        message,
      })),
    ]);
    const mapping = {
      fields: {
        product_name: { columns: ['product_name'] },
        sku_code: { columns: ['sku_code'] },
        unit_price: { columns: ['unit_price'] },
        'custom.plating': { fixed: 'c' },
      },
    };
    const form = uploadOf(`${header}Dd,P-4,1,\n`);
    form.append('mapping', JSON.stringify(mapping));
    const fixed = await test.admin.upload<ImportResponse>('/products/import', form);
    expect(fixed.body.data.errors).toMatchObject([{ value: 'Chrome', message }]);
  });

  it('a column twice: rows where the two differ are refused', async () => {
    const response = await importProducts(
      test.admin,
      'product_name,sku_code,unit_price,unit_price\nAa,T-1,1,1\nBb,T-2,1,2\n',
    );
    expect(response).toMatchObject({ created: 1, failed: 1 });
    expect(response.errors).toMatchObject([
      { row: 1, field: 'unit_price' },
      {
        row: 3,
        field: 'unit_price',
        message: 'The two "unit_price" columns have different values',
      },
    ]);
  });

  it('Windows-1252, semicolons, quoted line breaks and CRLF are read', async () => {
    const text =
      'product_name;sku_code;unit_price;description\r\n"Schalter; groß";W52-1;5;"Preis €5\r\nit’s fine"\r\n';
    expect(
      await importProducts(test.admin, Uint8Array.from(iconv.encode(text, 'windows-1252'))),
    ).toMatchObject({
      created: 1,
      failed: 0,
    });
    expect(await findBySku(test.admin, 'W52-1')).toMatchObject({
      product_name: 'Schalter; groß',
      description: 'Preis €5\r\nit’s fine',
    });
    expect(
      await importProducts(test.admin, '\ufeffproduct_name\tsku_code\tunit_price\nTab\tTAB-1\t5\n'),
    ).toMatchObject({
      created: 1,
    });
  });

  it('reads a file by the encoding of its mapping', async () => {
    const text = 'product_name;sku_code;unit_price\r\nПодшипник;KOI-1;5\r\n';
    const names = { product_name: 'product_name', sku_code: 'sku_code', unit_price: 'unit_price' };
    const fields = Object.fromEntries(
      Object.entries(names).map(([name, column]) => [name, { columns: [column] }]),
    );
    const form = uploadOf(Uint8Array.from(iconv.encode(text, 'koi8-r')));
    form.append('mapping', JSON.stringify({ encoding: 'koi8-r', fields }));
    const { body } = await test.admin.upload('/products/import', form);
    expect(body.data).toMatchObject({ created: 1, failed: 0 });
    expect(await findBySku(test.admin, 'KOI-1')).toMatchObject({ product_name: 'Подшипник' });
  });

  it('the refused rows come back as they were, with their reasons, and can be fixed', async () => {
    const response = await importProducts(
      test.admin,
      csvOf([header, ['Bad "5""', 'PART-1', '', '-1', 1], ['Fine', 'PART-2', '', 1, 1]]),
    );
    const file = await test.admin.get<never>(`/products/imports/${response.job_id}/refused`);
    const text = String(file.body);
    expect(text.split('\r\n')).toEqual([
      'product_name,sku_code,category,unit_price,stock_quantity,reason',
      '"Bad ""5""""",PART-1,,-1,1,unit_price: Price must be a positive number',
      '',
    ]);
    expect(await importProducts(test.admin, text.replace('-1,1,unit', '1,1,unit'))).toMatchObject({
      created: 1,
      failed: 0,
      errors: [],
    });
  });
});

describe('a call that is not an import', () => {
  it.each([
    ['no file', new FormData(), 400],
    ['another field', uploadOf('a', { field: 'file' }), 400],
    ['another ending', uploadOf('a', { name: 'products.xlsx' }), 400],
  ])('%s is refused', async (_what, form, status) => {
    const response = await test.admin.upload('/products/import', form);
    expect(response.status).toBe(status);
    expect(response.body.error).toBe('Please select a CSV file');
    const kinds = expect.stringMatching(/\.csv, \.tsv.*\.xlsx/);
    expect(response.body.details).toEqual([{ field: 'csvFile', message: kinds }]);
  });

  it('JSON is 415, a wrong dry_run 400, no one 401, and a file elsewhere 415', async () => {
    expect((await test.admin.post('/products/import', {})).status).toBe(415);
    expect(
      (await test.admin.upload('/products/import?dry_run=perhaps', uploadOf('a'))).status,
    ).toBe(400);
    expect((await test.server.client().upload('/products/import', uploadOf('a'))).status).toBe(401);
    expect((await test.admin.upload('/products', uploadOf('a'))).status).toBe(415);
  });

  it('a file of more than 50 MB is 413', async () => {
    const response = await test.admin.upload(
      '/products/import',
      uploadOf(new Uint8Array(50 * 1024 * 1024 + 1).fill(0x61)),
    );
    expect(response.status).toBe(413);
    expect(response.body.error).toBe('The file is larger than 50 MB');
  });
});
