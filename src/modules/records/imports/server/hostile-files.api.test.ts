import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { sheetBytes } from '~/kit/server/testing/test-sheets';
import type { ImportResponse } from '../imports.fields';
import { uploadOf } from './imports.builders';
import { importProducts } from '~/modules/catalogue/products/imports/server/product-files.builders';

const test = fileServer();

async function importSheet(parts: Parameters<typeof sheetBytes>[0]) {
  const form = uploadOf(await sheetBytes(parts), { name: 'products.xlsx' });
  return test.admin.upload<ImportResponse>('/products/import?dry_run=true', form);
}

async function refusedOf(job: number): Promise<string> {
  return String((await test.admin.get<never>(`/products/imports/${job}/refused`)).body);
}

const header = 'product_name,sku_code,unit_price,unit_of_measure';

it.each([
  ['header', `${'a,'.repeat(160_000)}\n1,2\n`, 1],
  ['quoted header', `${'"a",'.repeat(160_000)}\n1,2\n`, 1],
  ['row', `${header}\n${'1,'.repeat(160_000)}\n`, 2],
])('a CSV file with a %s of 160,000 cells is refused in a sentence', async (_name, text, row) => {
  const { created, failed, errors } = await importProducts(test.admin, text, '?dry_run=true');
  expect({ created, failed }).toEqual({ created: 0, failed: 1 });
  expect(errors).toMatchObject([{ row, message: 'The row has more than 500 cells' }]);
});

it('an import stores a limited amount of errors, for any rows', async () => {
  const unknown = Array.from({ length: 450 }, (_, n) => `c${n}`).join(',');
  const long = 'u'.repeat(30_000);
  const rows = Array.from({ length: 400 }, (_, n) => `A,S-${n},1,${long}${','.repeat(450)}\n`);
  const text = `${header},${unknown}\n${rows.join('')}`;
  const response = await importProducts(test.admin, text, '?dry_run=true');
  expect(response.failed).toBe(400);
  expect(response.errors).toHaveLength(1000);
  for (const { message, value } of response.errors) {
    expect(`${message}${value}`.length).toBeLessThan(800);
  }
  expect((await refusedOf(response.job_id)).length).toBeLessThan(5_100_000);
});

it('a text that many cells share is kept no longer than a cell, and no longer than a row', async () => {
  const cell = (text: number) => `<c t="s"><v>${text}</v></c>`;
  const titles = header.split(',').map((title) => `<c t="str"><v>${title}</v></c>`);
  const response = await importSheet({
    shared: [`<si><t>${'y'.repeat(4_000_000)}</t></si>`],
    sheet: [`<row>${titles.join('')}</row>`, `<row>${cell(0).repeat(100)}</row>`.repeat(20)],
  });
  expect([response.status, response.body.data.failed]).toEqual([200, 20]);
  expect(response.body.data.errors[0]?.message).toBe('The cell A2 has more than 32767 characters');
  expect((await refusedOf(response.body.data.job_id)).length).toBeLessThan(5_100_000);
});

it('an Excel file of tags that are never closed is answered', async () => {
  const response = await importSheet({ sheet: [`<row>${'<c>'.repeat(300_000)}</row>`] });
  expect([response.status, response.body.data.errors[0]?.message]).toEqual([
    200,
    'The file is empty',
  ]);
  const links = '<Relationship '.repeat(200_000);
  const refused = await importSheet({ sheet: [], links });
  expect([refused.status, refused.body.code]).toEqual([400, 'import.unreadable_file']);
});
