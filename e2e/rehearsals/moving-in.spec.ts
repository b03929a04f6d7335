import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { patience } from '../../scripts/patience.mjs';
import { cellsOf, programFiles, storedFiles } from '../../src/app/testing/moving-in.builders';
import { severalSheets } from '../../src/modules/records/imports/server/imports.builders';
import { enter, expect, expectAccessible, test } from '../product';

const lists = { leads: '/leads', customers: '/customers', products: '/inventory/products' };

const csv = { mimeType: 'text/csv' };

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

async function exported(name: string): Promise<ChosenFile> {
  const buffer = await readFile(new URL(name, programFiles));
  return { name, mimeType: 'application/octet-stream', buffer };
}

async function choose(page: Page, file: ChosenFile): Promise<Locator> {
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(file);
  return dialog;
}

async function storedRows(page: Page, kind: string) {
  const response = await page.request.get(`/api/${kind}`);
  const { data }: { data: Record<string, unknown>[] } = await response.json();
  return cellsOf(data);
}

async function undo(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toBeHidden();
}

test('a person brings in each kind of export by the screen, cell by cell', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000 * patience());
  await enter(page, product);
  for (const [kind, path] of Object.entries(lists)) {
    await page.goto(path);
    for (const [name, stored] of await storedFiles()) {
      if (stored.kind !== kind) continue;
      const dialog = await choose(page, await exported(name));
      if (kind !== 'products') await dialog.getByRole('button', { name: 'Preview' }).click();
      const notes = dialog.getByRole('region', { name: 'Notes' }).getByRole('listitem');
      await expect(dialog.getByRole('status')).toContainText('Preview of the import');
      await expect(notes, name).toHaveText(stored.notes);
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(dialog.getByRole('status')).toContainText(`${stored.rows.length} created`);
      await expect(dialog.getByRole('status')).toContainText(`${stored.refused} refused`);
      expect(await storedRows(page, kind), name).toEqual(stored.rows);
      await undo(dialog);
    }
  }
});

test('a person gives a stock its unit, and companies their people', async ({ page, product }) => {
  await enter(page, product);
  await page.goto(lists.products);
  const stock = Buffer.from('Item,Qty,Rate\nEN8 bar 25 mm,1250.5,78.33');
  const products = await choose(page, { ...csv, name: 'stock.csv', buffer: stock });
  await expect(products.getByRole('region', { name: 'Refused rows' })).toContainText('1250.5');
  await products.getByRole('button', { name: 'Map Columns' }).click();
  await products
    .getByLabel('Set a field in all rows or in empty cells')
    .selectOption('Unit of Measure');
  await products.getByLabel('Unit of Measure, in all rows').selectOption('kg');
  await products.getByRole('button', { name: 'Preview' }).click();
  await products.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(products.getByRole('status')).toContainText('1 created');
  expect(await storedRows(page, 'products')).toContainEqual(
    expect.objectContaining({ stock_quantity: 1250.5, unit_of_measure: 'kg' }),
  );

  await page.goto(lists.customers);
  const people = [
    'Company,Contact,E-Mail,Town',
    'Kaveri Looms,Ravi Iyer,ravi@kaveri.example,',
    'Godavari Forge,Asha Verma,asha@godavari.example,',
    'Kaveri Looms,Om Puri,om@kaveri.example,Surat',
  ];
  const buffer = Buffer.from(people.join('\n'));
  const customers = await choose(page, { ...csv, name: 'people.csv', buffer });
  const choice = customers.getByLabel(
    'Make one customer of each company, and the other rows its contacts',
  );
  await expect(choice).not.toBeChecked();
  await customers
    .getByLabel('Set a field in all rows or in empty cells')
    .selectOption('City, where empty');
  await customers.getByLabel('City, where empty').fill('Pune');
  await choice.check();
  await expectAccessible(page);
  await customers.getByRole('button', { name: 'Preview' }).click();
  await expect(customers.getByRole('status')).toContainText('2 would become customers');
  await expect(customers.getByRole('status')).toContainText('1 would become contacts');
  await customers.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(customers.getByRole('status')).toContainText('1 became contacts');
  const rows = await storedRows(page, 'customers');
  expect(rows.map(({ company_name, city }) => [company_name, city])).toEqual([
    ['Kaveri Looms', 'Pune'],
    ['Godavari Forge', 'Pune'],
  ]);
  await customers.getByRole('button', { name: 'Import another file' }).click();
  const single = Buffer.from(people.slice(0, 3).join('\n'));
  await customers
    .locator('input[type=file]')
    .setInputFiles({ ...csv, name: 'single.csv', buffer: single });
  await expect(customers.getByLabel('E-Mail')).toHaveValue('email');
  await expect(choice).toBeHidden();
});

test('a person cuts a column at a colon, says what unknown values mean, and takes another sheet', async ({
  page,
  product,
}) => {
  await enter(page, product);
  await page.goto(lists.leads);
  const fair = Buffer.from(
    'Company,Contact,Place,Stage\nKaveri Looms,Ravi Iyer,"Plot 4, MIDC: Pune",Price talks\n',
  );
  const leads = await choose(page, { ...csv, name: 'fair.csv', buffer: fair });
  await leads.getByLabel('Price talks').selectOption('Negotiation');
  await leads.getByLabel('Place').selectOption('Split into two fields');
  await leads.getByLabel('Cut at').selectOption('the first colon');
  await leads.getByLabel('Place, first part').selectOption('Address');
  await leads.getByLabel('Place, the rest').selectOption('City');
  await leads.getByRole('button', { name: 'Preview' }).click();
  await leads.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(leads.getByRole('status')).toContainText('1 created');
  expect(await storedRows(page, 'leads')).toMatchObject([
    { address: 'Plot 4, MIDC', city: 'Pune', stage_name: 'Negotiation' },
  ]);

  await page.goto(lists.products);
  const stock = Buffer.from('Item,Rate,Unit,Status\nWire rod 5.5 mm,78,Reel,On hold\n');
  const products = await choose(page, { ...csv, name: 'stock.csv', buffer: stock });
  await products.getByRole('button', { name: 'Map Columns' }).click();
  await products.getByLabel('Reel').selectOption('roll');
  await products.getByLabel('On hold').selectOption('No');
  await products.getByRole('button', { name: 'Preview' }).click();
  await products.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(products.getByRole('status')).toContainText('1 created');
  expect(await storedRows(page, 'products')).toMatchObject([
    { unit_of_measure: 'roll', is_active: false },
  ]);

  await page.goto(lists.customers);
  const buffer = Buffer.from(await severalSheets());
  const customers = await choose(page, { ...csv, name: 'buyers.xlsx', buffer });
  await expect(customers.getByLabel('Sheet')).toHaveValue('Buyers');
  await customers.getByLabel('Sheet').selectOption('Old');
  await customers.getByRole('button', { name: 'Preview' }).click();
  await customers.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(customers.getByRole('status')).toContainText('1 created');
  expect(await storedRows(page, 'customers')).toMatchObject([{ company_name: 'Oldest Buyer' }]);
});
