import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cellOf, expectToast, openLeads, test } from './leads';
import { expect, expectAccessible } from './product';

const names = ['Deccan Pumps', 'Konkan Valves', 'Malabar Textiles', 'Nilgiri Tools'];

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all' });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });

test.beforeEach(async ({ page, leads }) => {
  for (const company_name of names) await leads.add({ company_name });
  await openLeads(page, 'List');
  await expect(page.getByRole('row')).toHaveCount(names.length + 1);
  const heading = page.getByRole('columnheader', { name: 'Company Name' }).getByRole('button');
  await heading.click();
  await expect(page.getByRole('row').nth(1)).toContainText('Deccan Pumps');
});

test('rows are selected by box, range, all and key, and stay so while the list is searched', {
  tag: '@rehearsal',
}, async ({ page, leads }) => {
  await box(page, 'Deccan Pumps').check();
  await expect(bar(page)).toContainText('1 selected');
  await expectAccessible(page);
  await box(page, 'Malabar Textiles').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 selected');
  await expect(box(page, 'Konkan Valves')).toBeChecked();
  await expect(all(page)).toHaveJSProperty('indeterminate', true);
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('Nilgiri');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(bar(page)).toContainText('3 selected');
  await expect(bar(page)).toContainText('3 hidden by the filters');
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('');
  await all(page).check();
  await expect(bar(page)).toContainText('4 selected');
  const [deleted] = await page.evaluate(async () => {
    const response = await fetch('/api/leads');
    return ((await response.json()) as { data: { id: number }[] }).data;
  });
  await leads.remove(deleted?.id ?? 0);
  await expect(bar(page)).toContainText('3 selected');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
});

test('the keys of a list select, extend, clear, search, make and edit, and can be switched off', {
  tag: '@rehearsal',
}, async ({ page }) => {
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(box(page, 'Deccan Pumps')).toBeChecked();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar(page)).toContainText('2 selected');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press('e');
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Company Name')).toHaveValue('Konkan Valves');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toBeFocused();
  await page.keyboard.type('nex?/');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('nex?/');
  await page.getByRole('heading', { name: 'Lead Management' }).click();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog').getByLabel('Company Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await expect(sheet).toContainText('Search the list');
  await expectAccessible(page);
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();
});

/** Chooses one field of the selected rows, and its value. */
async function changeSelected(page: Page, field: string, value: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  await dialog.getByLabel('Field').selectOption(field);
  await dialog.getByLabel(field, { exact: true }).selectOption(value);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
}

test('selected rows are changed, put back, exported and deleted, each under its own rules', async ({
  page,
  leads,
}) => {
  const converted = await leads.add({ company_name: 'Satara Forge' });
  await leads.convert(converted.id);
  await expect(await cellOf(page, 'Satara Forge', 'Status')).toHaveText('Converted');
  for (const name of ['Deccan Pumps', 'Konkan Valves']) await box(page, name).check();
  await changeSelected(page, 'Status', 'Qualified');
  await expectToast(page, '2 leads changed');
  await expect(await cellOf(page, 'Konkan Valves', 'Status')).toHaveText('Qualified');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, '2 leads restored');
  await expect(await cellOf(page, 'Konkan Valves', 'Status')).toHaveText('Active');

  await box(page, 'Satara Forge').check();
  const saved = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    'Company Name',
    'Deccan Pumps',
    'Konkan Valves',
    'Satara Forge',
  ]);
  await bar(page).getByRole('button', { name: 'File type' }).click();
  const sheet = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Excel' }).click();
  expect((await sheet).suggestedFilename()).toMatch(/^leads-.*\.xlsx$/);
  await changeSelected(page, 'Lead Source', 'Referral');
  const outcome = page.getByRole('dialog', { name: '1 lead not changed' });
  await expect(outcome).toContainText('2 leads changed.');
  await expectAccessible(page);
  await outcome.getByRole('link', { name: 'Satara Forge' }).click();
  await expect(page.getByText('Satara Forge', { exact: true }).last()).toBeVisible();
  await openLeads(page, 'List');

  await expect(page.getByRole('row')).toHaveCount(6);
  await all(page).check();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 5 leads' }).click();
  await expect(page.getByRole('dialog', { name: '1 lead not deleted' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(bar(page)).toContainText('1 selected');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, '4 leads restored');
  await expect(page.getByRole('row')).toHaveCount(6);
});
