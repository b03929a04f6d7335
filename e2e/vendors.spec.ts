import { pick } from './orders';
import { enter, expect, expectAccessible, test } from './product';

test('a first vendor is added from the search, gets products, and shows on their page', async ({
  page,
  product,
}) => {
  await enter(page, product);
  const data = { product_name: 'Bracket', sku_code: 'BR-1', unit_price: 40 };
  const response = await page.request.post('/api/products', { data });
  expect(response.ok(), await response.text()).toBe(true);
  const { id } = ((await response.json()) as { data: { id: number } }).data;
  await page.goto('/customers');
  const menu = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(menu.getByRole('link', { name: 'Customers', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Vendors', exact: true })).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search all records' }).fill('New Vendor');
  await page.getByRole('option', { name: 'New Vendor', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New Vendor' });
  await form.getByLabel('Company Name').fill('Deccan Steel Traders');
  await form.getByLabel('GSTIN', { exact: true }).fill('27AAPFU0939F1ZV');
  await expect(form.getByLabel('PAN', { exact: true })).toHaveValue('AAPFU0939F');
  await form.getByLabel('Bank Account').fill('50100234567890');
  await form.getByLabel('IFSC').fill('HDFC1000104');
  await form.getByRole('button', { name: 'Create Vendor' }).click();
  await expect(form.getByText(/^IFSC must be four letters/).first()).toBeVisible();
  await form.getByLabel('IFSC').fill('HDFC0000104');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Vendor' }).click();
  await expect(page.getByText('Vendor created successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: /Deccan Steel Traders/ })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Vendors', exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/vendors/1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deccan Steel Traders');
  await expect(page.getByText('VEND-00001').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Products' }).click();
  await page.getByRole('button', { name: 'Edit Products' }).click();
  const terms = page.getByRole('dialog', { name: 'Products of a Vendor' });
  const first = terms.getByRole('group', { name: 'Item 1' });
  await pick(page, first.getByRole('combobox', { name: 'Product' }), 'bracket', 'Bracket');
  await first.getByLabel('Unit', { exact: true }).fill('box');
  await first.getByLabel('Factor').fill('12');
  await first.getByLabel('Price').fill('336');
  await first.getByLabel('Lead Days').fill('5');
  await first.getByLabel('Preferred').check();
  await expectAccessible(page);
  await terms.getByRole('button', { name: 'Save Products' }).click();
  await expect(page.getByText('Products saved successfully')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'box of 12 each' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/inventory/products/${id}`);
  await page.getByRole('tab', { name: 'Vendors' }).click();
  await expect(page.getByRole('row', { name: /Deccan Steel Traders.*Preferred/ })).toContainText(
    '336',
  );
  await expectAccessible(page);
});
