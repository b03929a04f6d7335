import { pick } from './orders';
import { enter, expect, expectAccessible, test } from './product';

test('goods of a chosen order are received at its location, with what was typed before', async ({
  page,
  product,
}) => {
  await enter(page, product);
  const add = async (path: string, data: object): Promise<number> => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  const location_id = await add('/locations', { name: 'Paint Shop' });
  const vendor_id = await add('/vendors', { company_name: 'Deccan Steel' });
  const bolt = { product_name: 'Bolt', sku_code: 'B-1', unit_price: 9, cost_price: 6 };
  const items = [{ product_id: await add('/products', bolt), quantity: 10, unit_price: 6 }];
  await add('/purchase-orders', { vendor_id, location_id, status: 'ordered', items });

  await page.goto('/goods-receipts');
  await page.getByRole('button', { name: 'Receive Your First Goods' }).click();
  const form = page.getByRole('dialog', { name: 'Receive' });
  await expect(form.getByLabel('Location')).toHaveValue('1');
  await form.getByLabel('Date', { exact: true }).fill('yesterday');
  await form.getByLabel('Vendor Challan').fill('CH-78');
  const day = await form.getByLabel('Date', { exact: true }).inputValue();
  await pick(
    page,
    form.getByRole('combobox', { name: 'Purchase Order' }),
    'deccan',
    'Deccan Steel',
  );
  await expect(form.getByLabel('Received of Bolt')).toHaveValue('10');
  await expect(form.getByLabel('Date', { exact: true })).toHaveValue(day);
  await expect(form.getByLabel('Vendor Challan')).toHaveValue('CH-78');
  await expect(form.getByLabel('Location')).toHaveValue(String(location_id));

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  const received = form.getByLabel('Received of Bolt');
  await received.fill('abc');
  await received.press('Tab');
  await expect(received).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByText('Quantity must be a number', { exact: true })).toBeVisible();
  await form.getByLabel('Vendor Challan').press('Enter');
  await received.fill('10');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(sent).toEqual([]);

  await page.goto('/purchase-orders/1');
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await form.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(page.getByText('Goods received successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('goods without an order are received with their lots, and the order is made along', async ({
  page,
  product,
}) => {
  await enter(page, product);
  const add = async (path: string, data: object): Promise<number> => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  const sheet = { product_name: 'Steel Sheet', sku_code: 'SS-1', unit_price: 900, cost_price: 600 };
  const product_id = await add('/products', { ...sheet, tracking: 'lot' });
  await add('/vendors', { company_name: 'Deccan Steel' });

  await page.goto('/goods-receipts');
  await page.getByRole('button', { name: 'Receive Your First Goods' }).click();
  const form = page.getByRole('dialog', { name: 'Receive' });
  await form.getByLabel('Vendor Challan').fill('CH-77');
  await form.getByLabel('Without a purchase order').check();
  await expect(form.getByLabel('Vendor Challan')).toHaveValue('CH-77');
  await expect(form.getByText(/was restored/)).toHaveCount(0);
  await expect(form.getByText('Please select a vendor')).toBeVisible();
  await pick(page, form.getByRole('combobox', { name: 'Vendor' }), 'deccan', 'Deccan Steel');
  const first = form.getByRole('group', { name: 'Item 1' });
  await pick(page, first.getByRole('combobox', { name: 'Product' }), 'steel', 'Steel Sheet');
  await expect(first.getByLabel('Unit Price')).toHaveValue('600');
  await first.getByLabel('Quantity', { exact: true }).fill('10');
  await first.getByLabel('Unit Price').fill('0');
  await expect(first.getByText('Free of charge: the price of this item is ₹0.')).toBeVisible();
  await first.getByLabel('Unit Price').fill('620');
  await first.getByLabel('Rejected').fill('2');
  await first.getByLabel('Reject Reason').fill('Bent');
  await first.getByLabel('Lots').fill('H-7 x 5, H-8 x 3');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(page.getByText('Goods received successfully!')).toBeVisible();

  const row = page.getByRole('row', { name: /GRN-\d\d-\d\d-00001/ });
  await expect(row).toContainText('CH-77');
  await row.getByRole('button', { name: 'View' }).click();
  await expect(page.getByText('Lots: H-7 × 5, H-8 × 3')).toBeVisible();
  const stock = await page.request.get(`/api/products/${product_id}`);
  expect(await stock.json()).toMatchObject({ data: { stock_quantity: 8, stock_value: 4960 } });
  await page.goto('/purchase-orders/1');
  await expect(page.getByText('Created by Receipt')).toBeVisible();
  await expect(page.getByText('Rejected 2')).toBeVisible();

  // On a phone no heading says what a text or an amount is about.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/goods-receipts');
  await expect(row.locator('[data-badge]')).toHaveText(['Received']);
  await page.goto('/purchase-orders');
  const order = page.getByRole('row', { name: /PO-/ });
  await expect(order.locator('[data-badge]')).toHaveText(['Ordered']);
  await expect(order).toContainText('Partly received');
  await page.goto('/reports/stock-value');
  const value = page.getByRole('row', { name: /Steel Sheet/ });
  await expect(value).toContainText('Quantity 8 · Value ₹4,960.00');
});
