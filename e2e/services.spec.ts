import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, test } from './product';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const card = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a service is made, priced or not, changed in the list and deleted', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await page.goto('/');
  await page.getByRole('link', { name: 'Services' }).click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(page.getByRole('heading', { name: 'Services' })).toBeVisible();
  await expect(page.getByText('No services found')).toBeVisible();
  for (const label of ['Type', 'Status'])
    await expect(page.getByLabel(label, { exact: true })).toHaveCount(1);

  const add = dialog(page, 'Add Service');
  const create = async (name: string, fill: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Add Service' }).first().click();
    await add.getByLabel('Service Name').fill(name);
    await fill();
    await add.getByRole('button', { name: 'Create Service' }).click();
    await expect(add).toBeHidden();
    await expect(row(page, name)).toBeVisible();
  };
  await create('Pump overhaul', async () => {
    await expect(add.getByLabel('Service Type')).toHaveValue('Product Installation');
    await expect(add.getByLabel('Priority')).toHaveValue('Medium');
    await expect(add.getByLabel('Pricing Model')).toHaveValue('Fixed');
    await expect(add.getByLabel('On-site')).toBeChecked();
    await expect(add.getByLabel('Remote')).not.toBeChecked();
    await expect(add.getByRole('group', { name: 'More fields' })).toBeVisible();
    await add.getByLabel('Price', { exact: true }).fill('-5');
    await add.getByLabel('Hourly Rate').focus();
    await expect(add.getByText('Price must be 0 or more')).toBeVisible();
    await add.getByLabel('Price', { exact: true }).fill('1,45,678.50');
    await expectAccessible(page);
  });
  await expect(page.getByText('Service created successfully').first()).toBeVisible();
  await create('Free demonstration', async () => {
    await add.getByLabel('Service Type').selectOption('Demo Request');
    await add.getByLabel('On-site').uncheck();
    await add.getByLabel('Remote').check();
  });
  await create('Plant move', async () => {
    await add.getByLabel('Price', { exact: true }).fill('99');
    await add.getByLabel('Quote Required').check();
    await expect(add.getByLabel('Price', { exact: true })).toBeDisabled();
    await add.getByLabel('Priority').selectOption('Critical');
  });
  await expect(row(page, 'Pump overhaul')).toContainText('₹1,45,678.50');
  await expect(row(page, 'Pump overhaul').getByRole('gridcell').nth(2)).toHaveText('Installation');
  await expect(row(page, 'Free demonstration')).toContainText('₹0.00');
  await expect(row(page, 'Plant move')).toContainText('Quote Required');
  for (const [label, count] of [
    ['Total Services', '3'],
    ['Active Services', '3'],
    ['On-site Services', '2'],
    ['Remote Services', '1'],
  ] as const) {
    await expect(card(page, label)).toContainText(count);
  }
  await expectAccessible(page);

  await row(page, 'Plant move').getByRole('button', { name: 'Edit' }).click();
  const edit = dialog(page, 'Edit Service');
  await expect(edit.getByLabel('Quote Required')).toBeChecked();
  await edit.getByLabel('Quote Required').uncheck();
  await edit.getByLabel('Notes').fill('Includes the crane');
  await edit.getByRole('button', { name: 'Update Service' }).click();
  await expect(row(page, 'Plant move')).toContainText('₹0.00');
  await expect(page.getByText('Service updated successfully').first()).toBeVisible();

  await row(page, 'Plant move').getByRole('gridcell').nth(4).dblclick();
  const price = page
    .getByRole('spinbutton', { name: 'Price' })
    .or(page.getByRole('textbox', { name: 'Price' }));
  await price.fill('-1');
  await price.press('Enter');
  await expect(page.getByText('Price must be 0 or more')).toBeVisible();
  await price.fill('');
  await price.press('Enter');
  await expect(row(page, 'Plant move')).toContainText('Quote Required');

  await page.reload();
  await expect(row(page, 'Plant move')).toContainText('Quote Required');
  await row(page, 'Free demonstration').getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Service' })
    .getByRole('button', { name: 'Delete Service' })
    .click();
  await expect(page.getByText('Service deleted successfully')).toBeVisible();
  await expect(row(page, 'Free demonstration')).toBeHidden();
});
