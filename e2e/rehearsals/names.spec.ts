import type { Locator, Page } from '@playwright/test';
import { enter, expect, test } from '../product';

test.use({ sampleData: true });

/** Each locator finds exactly one element. */
async function expectOne(...things: readonly Locator[]): Promise<void> {
  for (const thing of things) await expect(thing).toHaveCount(1);
}

async function openLeadList(page: Page): Promise<void> {
  await page.goto('/leads');
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('row').nth(1).waitFor();
}

test('a part of a name finds one element: sign-in, menu and dashboard', async ({
  page,
  product,
}) => {
  await page.goto('/login');
  await expectOne(page.getByLabel('Username'), page.getByLabel('Password'));
  await enter(page, product);
  await page.goto('/');
  await page.getByRole('region', { name: 'Top Customers' }).getByRole('link').first().waitFor();
  for (const name of ['Leads', 'Customers', 'Invoices']) {
    await expectOne(page.getByRole('link', { name }));
  }
  // The company buys: there are also "Purchase Orders" and "Vendor Payments".
  for (const name of ['Orders', 'Payments']) {
    await expectOne(page.getByRole('link', { name, exact: true }));
  }
  await expectOne(page.getByText('This Month'));
  await expect(page.getByRole('link', { name: 'View All', exact: true })).toHaveCount(3);
  await page.getByRole('button', { name: 'profile menu' }).click();
  await expectOne(page.getByText('Notifications'));
});

test('a part of a name finds one element: dialogs and filters', async ({ page, product }) => {
  await enter(page, product);
  await openLeadList(page);
  await page.getByRole('button', { name: 'View', exact: true }).first().click();
  const lead = page.getByRole('dialog', { name: 'Lead Details' });
  const company = await lead.getByRole('definition').first().innerText();
  await expectOne(lead.getByText(company, { exact: true }), lead.getByText('Lead Details'));
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add New Lead' }).click();
  await expectOne(page.getByLabel('Email'), page.getByLabel('Phone'));
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  await panel.getByLabel('Search').fill('no lead is called so');
  await panel.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Active', exact: true }).click();
  await expect(panel.getByText('2 filter(s) active')).toBeVisible();
  await expectOne(panel.getByLabel('Search'), panel.getByLabel('Status'));
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('No leads found', { exact: true })).toBeVisible();
  await expectOne(page.getByRole('button', { name: 'Clear All' }));

  await page.goto('/customers');
  await page.getByRole('button', { name: 'View', exact: true }).first().click();
  const customer = page.getByRole('dialog', { name: 'Customer Details' });
  const name = await customer.getByRole('definition').first().innerText();
  await expectOne(customer.getByText(name, { exact: true }));
});

test.describe('an empty company', () => {
  test.use({ sampleData: false });

  test('offers the first step next to the button that always makes one, under another name', async ({
    page,
    product,
  }) => {
    await enter(page, product);
    for (const [path, name, first] of [
      ['/customers', 'Add Customer', 'Add Your First Customer'],
      ['/services', 'Add Service', 'Add Your First Service'],
      ['/inventory/products', 'Add New Product', 'Add Your First Product'],
      ['/payments', 'Record Payment', 'Record Your First Payment'],
      ['/receipts', 'Record Receipt', 'Record Your First Receipt'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: first })).toBeVisible();
      await expectOne(page.getByRole('button', { name }));
    }
    await page.goto('/leads');
    await page.getByRole('button', { name: 'List' }).click();
    await expect(page.getByRole('button', { name: 'Add Your First Lead' })).toBeVisible();
    await expectOne(page.getByRole('button', { name: 'Add New Lead' }));
  });
});
