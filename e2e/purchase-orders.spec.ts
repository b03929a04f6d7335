import { pick } from './orders';
import { chooseMore } from './row-actions';
import { enter, expect, expectAccessible, test } from './product';

test('a purchase order follows the terms of its vendor, is placed, changed and cancelled', async ({
  page,
  product,
}) => {
  await enter(page, product);
  const make = async (path: string, data: object): Promise<number> => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  const bar = { product_name: 'Steel Bar', sku_code: 'SB-1', unit_price: 40, cost_price: 30 };
  const product_id = await make('/products', bar);
  const vendor = await make('/vendors', { company_name: 'Deccan Steel' });
  const terms = { items: [{ product_id, unit: 'Bundle', factor: 12, price: 330 }] };
  await page.request.put(`/api/vendors/${vendor}/products`, { data: terms });

  await page.goto('/purchase-orders');
  await page.getByRole('button', { name: 'New Purchase Order' }).click();
  const form = page.getByRole('dialog', { name: 'New Purchase Order' });
  await pick(page, form.getByRole('combobox', { name: 'Vendor' }), 'deccan', 'Deccan Steel');
  const first = form.getByRole('group', { name: 'Item 1' });
  await pick(page, first.getByRole('combobox', { name: 'Product' }), 'steel', 'Steel Bar');
  await expect(first.getByLabel('Unit Price')).toHaveValue('330');
  await expect(first.getByLabel('Unit', { exact: true })).toHaveValue('Bundle');
  await first.getByLabel('Quantity', { exact: true }).fill('5');
  await form.getByRole('button', { name: 'Add Item' }).click();
  const second = form.getByRole('group', { name: 'Item 2' });
  await second.getByLabel('Description').fill('Freight');
  await second.getByLabel('Unit Price').fill('250');
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Purchase Order' }).click();
  await expect(page.getByText('Purchase order created successfully')).toBeVisible();

  const row = page.getByRole('row', { name: /PO-\d\d-\d\d-00001/ });
  await expect(row).toContainText('Draft');
  await expect(page.getByRole('link', { name: 'Purchase Orders' })).toBeVisible();
  await expectAccessible(page);
  await chooseMore(row, 'Mark as Ordered');
  const question = page.getByRole('dialog', { name: 'Mark as Ordered' });
  await question.getByRole('button', { name: 'Mark as Ordered' }).click();
  await expect(row).toContainText('Ordered');

  await page.goto('/purchase-orders/1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^PO-\d\d-\d\d-00001$/);
  await expect(page.getByText('60 each into stock')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const cancelling = page.getByRole('dialog', { name: 'Cancel Purchase Order' });
  await cancelling.getByRole('button', { name: 'Cancel Purchase Order' }).click();
  await expect(page.getByText(/Purchase order PO-.* cancelled successfully/)).toBeVisible();
});
