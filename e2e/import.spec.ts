import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, test } from './product';

const rows = 20_000;

function manyProducts(count: number, prefix: string): Buffer {
  const lines = Array.from(
    { length: count },
    (_, n) => `Hex bolt grade ${n},${prefix}-${n},Raw Materials,${n % 900}.50,${n % 50}\n`,
  );
  const header = 'product_name,sku_code,category,unit_price,stock_quantity\n';
  return Buffer.from(header + lines.join(''));
}

function fileOf(name: string, buffer: Buffer) {
  return { name, mimeType: 'text/csv', buffer };
}

async function openImport(page: Page) {
  await page.goto('/inventory/products');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  return page.getByRole('dialog', { name: 'Import Products' });
}

test('20,000 products come in while the bar moves; the end is seen after a reload in the middle', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const dialog = await openImport(page);
  await dialog
    .locator('input[type=file]')
    .setInputFiles(fileOf('bolts.csv', manyProducts(rows, 'BOLT')));
  await expect(dialog.getByText('Preview of the import')).toBeVisible({
    timeout: 30_000,
  });
  await expect(dialog.getByRole('status')).toContainText('20,000 would be created');
  expect((await (await page.request.get('/api/products')).json()).data).toEqual([]);

  const seen = await page.evaluate(() => {
    const values = new Set<string>();
    new MutationObserver(() => {
      const bar = document.querySelector('[role=progressbar]');
      if (bar) values.add(bar.getAttribute('aria-valuenow') ?? '');
      sessionStorage.setItem('seen', [...values].join());
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    return [...values];
  });
  expect(seen).toEqual([]);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => (sessionStorage.getItem('seen') ?? '').split(',').length))
    .toBeGreaterThan(2);
  await page.reload();
  await expect(dialog.getByText('Import finished')).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole('status')).toContainText('20,000 created');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Showing 20,000 of 20,000 products')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Showing 20,000 of 20,000 products')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('refused rows are shown with their reasons, downloaded, corrected and sent again', {
  tag: '@rehearsal',
}, async ({ page, product }) => {
  await enter(page, product);
  const dialog = await openImport(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a CSV file');
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles(fileOf('photo.png', Buffer.from('no CSV')));
  await expect(dialog.getByRole('alert')).toHaveText('Please select a CSV file');
  const csv = 'product_name,sku_code,unit_price\nSensor,PART-1,12.50\nRelay,PART-2,-1\n';
  await dialog.getByLabel('Stock as of').fill('2026-03-31');
  await input.setInputFiles(fileOf('two.csv', Buffer.from(csv)));
  await expect(dialog.getByRole('status')).toContainText('Stock as of 31 Mar 2026');
  await expect(dialog.getByRole('status')).toContainText('1 would be created');
  const refused = dialog.getByRole('row').filter({ hasText: 'unit_price' });
  await expect(refused).toHaveText('3unit_price-1Price must be a positive number');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText('1 created');

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download refused rows' }).click();
  const download = await downloading;
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('Relay,PART-2,-1,unit_price: Price must be a positive number');
  await dialog.getByRole('button', { name: 'Import another file' }).click();
  await input.setInputFiles(fileOf('mended.csv', Buffer.from(text.replace('-1', '1'))));
  await expect(dialog.getByRole('status')).toContainText('1 would be created');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText('1 created');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('Showing 2 of 2 products')).toBeVisible();

  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const exported = await exporting;
  expect(exported.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText('Products exported successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await input.setInputFiles(
    await exported.path().then(async (path) => fileOf('back.csv', await readFile(path))),
  );
  await expect(dialog.getByRole('status')).toContainText('2 would not change');
});

test('an import in a server that is killed ends as failed, and nothing of it is in', {
  tag: '@rehearsal',
}, async ({ page, product }) => {
  test.slow();
  await enter(page, product);
  const sending = page.request
    .post('/api/products/import', {
      multipart: { csvFile: fileOf('killed.csv', manyProducts(200_000, 'KILL')) },
      timeout: 60_000,
    })
    .catch(() => null);
  const jobs = async () => {
    const response = await page.request.get('/api/products/imports');
    return ((await response.json()) as { data: { status: string; created: number }[] }).data;
  };
  await expect
    .poll(async () => (await jobs())[0]?.created ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(0);
  await product.restart('SIGKILL');
  await sending;
  await expect.poll(async () => (await jobs())[0]?.status, { timeout: 30_000 }).toBe('failed');
  expect((await (await page.request.get('/api/products')).json()).data).toEqual([]);
  await page.goto('/inventory/products');
  await expect(page.getByText('No products found')).toBeVisible();
});
