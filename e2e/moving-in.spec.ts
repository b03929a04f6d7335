import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, test } from './product';

async function chooseFile(page: Page, list: string, name: string) {
  await page.goto(list);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog');
  const buffer = await readFile(new URL(`other-programs/${name}`, import.meta.url));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  return dialog;
}

test('exports of other programs go in by the screen, with what is left out in sight', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const leads = await chooseFile(page, '/leads', 'zoho-leads.csv');
  await expect(leads.getByText('Looks like a Zoho CRM leads export.')).toBeVisible();
  // Each unknown value has a choice.
  await leads.getByLabel('Sam Sales', { exact: true }).selectOption('Leave the cell empty');
  await expectAccessible(page);
  await leads.getByRole('button', { name: 'Preview' }).click();
  await expect(leads.getByRole('status')).toContainText('3 would be created');
  const notes = leads.getByRole('region', { name: 'Notes' });
  await expect(notes).toContainText('Columns left out: "Record Id", "Lead Owner.id"');
  await expect(notes).toContainText('"Mobile" has another value in 1 row');
  await leads.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(leads.getByRole('status')).toContainText('3 created');

  const customers = await chooseFile(page, '/customers', 'odoo-contacts.xlsx');
  await expect(customers.getByText('Looks like an Odoo contacts export.')).toBeVisible();
  await expect(customers.getByLabel('Company', { exact: true })).toHaveValue('');
  await customers.getByRole('button', { name: 'Preview' }).click();
  await customers.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(customers.getByRole('status')).toContainText('3 created');

  const products = await chooseFile(page, '/inventory/products', 'erpnext-item.csv');
  await expect(products.getByRole('region', { name: 'Notes' })).toContainText(
    'Looks like an ERPNext items export.',
  );
  await products.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(products.getByRole('status')).toContainText('3 created');
});
