import type { Locator } from '@playwright/test';
import { openLeads, test } from '../leads';
import { expect, expectAccessible } from '../product';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('on a phone what a list can do besides its first choice waits behind one button', async ({
  page,
  leads,
}) => {
  await leads.add({ company_name: 'Deccan Pumps' });
  await openLeads(page, 'Kanban');
  await expect(page.getByRole('button', { name: 'Add New Lead' })).toBeVisible();
  // The cards have such a button too.
  const more = page.locator('main header').getByRole('button', { name: 'More actions' });
  const columns = page.getByRole('button', { name: 'Customize Columns' });
  await expect(columns).toBeHidden();
  await more.click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await expect(page.getByRole('dialog', { name: 'Import Leads' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();

  await page.keyboard.press('Enter');
  await columns.click();
  const chooser = page.getByRole('dialog', { name: 'Customize Columns' });
  await chooser.getByRole('button', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
  await expect(chooser).toBeHidden();
  await expect(columns).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(columns).toBeHidden();
  await expect(more).toBeFocused();

  await page.getByRole('button', { name: /^Search/ }).click();
  await page.getByRole('combobox', { name: 'Search all records' }).fill('find dup');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/duplicates\?type=leads/);
});

test('a name of one long word breaks, in the heading of its page and in a question', async ({
  page,
  leads,
}) => {
  const company = 'W'.repeat(100);
  const lead = await leads.add({ company_name: company, contact_person: company });
  await page.goto(`/leads/${lead.id}`);
  const fits = (part: Locator) =>
    expect
      .poll(() => part.evaluate((each) => each.getBoundingClientRect().right))
      .toBeLessThanOrEqual(390);
  await fits(page.getByRole('heading', { level: 1, name: company }));
  await fits(page.locator('main header').getByRole('button', { name: 'Help' }));
  await page.locator('main header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await fits(page.getByRole('dialog', { name: 'Delete Lead' }).getByText(company));
});
