import { pick } from './orders';
import { enter, expect, expectAccessible, test } from './product';

test('goods that are received by lot are found again at the customer', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const send = async <T>(method: 'post' | 'put', path: string, data: object): Promise<T> => {
    const response = await page.request[method](`/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: T }).data;
  };
  const goods = await send<{ id: number }>('post', '/products', {
    product_name: 'Steel coil',
    sku_code: 'COIL-2',
    unit_price: 68,
    unit_of_measure: 'kg',
  });

  // Nothing shows before it is needed.
  await page.goto('/inventory/products');
  const menu = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(menu.getByRole('link', { name: 'Products', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Lots' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /search/i }).fill('godown');
  await page.getByRole('option', { name: 'Go to Locations' }).click();
  await page.getByRole('button', { name: 'New Location' }).click();
  const location = page.getByRole('dialog', { name: 'New Location' });
  await location.getByLabel('Name').fill('Yard');
  await expectAccessible(page);
  await location.getByRole('button', { name: 'Create Location' }).click();
  await expect(page.getByText('Location created successfully')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Locations' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Transfers' })).toBeVisible();

  await page.goto('/lots');
  await page.getByRole('button', { name: 'Track Your First Product' }).click();
  const tracking = page.getByRole('dialog', { name: 'Track a Product' });
  await pick(page, tracking.getByRole('combobox', { name: 'Product' }), 'steel', 'Steel coil');
  await expectAccessible(page);
  await tracking.getByRole('button', { name: 'Track Product' }).click();
  await expect(page.getByText('"Steel coil" is now tracked')).toBeVisible();

  await page.goto(`/inventory/products/${goods.id}`);
  for (const [lot, quantity] of [
    ['H-7', '60'],
    ['H-8', '40'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: 'Adjust Stock' }).click();
    const form = page.getByRole('dialog', { name: 'Adjust Stock: Steel coil' });
    await form.getByLabel('Quantity').fill(quantity);
    await form.getByLabel('Lot Number').fill(lot);
    await expect(form.getByRole('status').last()).toContainText(`In Main, Lot ${lot}: 0 kg`);
    await form.getByRole('button', { name: 'Adjust Stock' }).click();
    await expect(form).toBeHidden();
  }
  await page.getByRole('tab', { name: 'Stock' }).click();
  await expect(page.getByRole('table', { name: 'Stock by Location and Lot' })).toContainText('H-8');

  const customer = await send<{ id: number }>('post', '/customers', {
    company_name: 'Deccan Pumps',
    contact_person: 'Bo Li',
  });
  const order = await send<{ id: number; items: { id: number }[] }>('post', '/orders', {
    customer_id: customer.id,
    items: [{ product_id: goods.id, quantity: 70, unit_price: 68 }],
  });
  await send('put', `/orders/${order.id}/status`, { status: 'confirmed' });
  const delivery = await send<{ delivery_number: string }>('post', '/deliveries', {
    order_id: order.id,
    status: 'dispatched',
  });

  await page.goto('/lots');
  await expectAccessible(page);
  const row = page.getByRole('row').filter({ hasText: 'H-7' });
  await row.getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'H-7' })).toBeVisible();
  await page.getByRole('tab', { name: 'Trace' }).click();
  const went = page.getByRole('list', { name: 'Where It Went' });
  await expect(went).toContainText(delivery.delivery_number);
  await expect(went).toContainText('Deccan Pumps');
  await expect(page.getByRole('list', { name: 'Customers' })).toContainText('60 kg');
  await expectAccessible(page);
  const recall = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Recall List (CSV)' }).click();
  expect((await recall).suggestedFilename()).toBe('recall-H-7.csv');
});
