import { cellOf, expectToast, rowOf, test } from './orders';
import { expect, expectAccessible } from './product';

test('an order goes out in two deliveries, and each is invoiced', async ({ page, orders }) => {
  test.slow();
  const line = { product_id: orders.product.id, quantity: 10, unit_price: 200 };
  const order = await orders.add({ items: [line], status: 'confirmed' });

  await page.goto(`/orders/${order.id}`);
  await page.getByRole('button', { name: 'Deliver', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Deliver' });
  const quantity = form.getByLabel('Quantity of Ball Bearing 6204');
  await expect(quantity).toHaveValue('10');
  await quantity.fill('11');
  await expect(form.getByRole('button', { name: 'Dispatch' })).toBeDisabled();
  await quantity.fill('6');
  await form.getByLabel('Vehicle Number').fill('MH12AB1234');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Dispatch' }).click();
  await expectToast(page, 'Delivery dispatched successfully!');
  await expect(
    page.getByText('Ordered 10 · Reserved 4 · Delivered 6 · Invoiced 0 · Open 4'),
  ).toBeVisible();
  await expect(page.getByText('Processing')).toBeVisible();
  expect((await orders.get(order.id)).items).toMatchObject([{ open_quantity: 4 }]);

  await page.getByRole('button', { name: 'Deliver All' }).click();
  const all = page.getByRole('dialog', { name: 'Deliver All' });
  await all.getByRole('button', { name: 'Deliver All' }).click();
  await expect(page.getByText('Shipped')).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await expect(page.getByRole('link', { name: /^DC-/ })).toHaveCount(2);
  expect(requests).toContain(`/api/orders/${order.id}/deliveries`);
  expect(requests).not.toContain('/api/deliveries');

  await page.goto('/deliveries');
  for (const at of [0, 1]) {
    const row = rowOf(page, 'Deccan Pumps').nth(at);
    await row.getByRole('button', { name: 'Create Invoice' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Invoice' });
    await dialog.getByRole('button', { name: 'Create Invoice' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row.getByRole('button', { name: 'Create Invoice' })).toHaveCount(0);
  }
  const row = rowOf(page, 'Deccan Pumps').first();
  await row.getByRole('button', { name: 'Mark as Delivered' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Delivered' }).click();
  await expect(cellOf(page, 'Deccan Pumps', 'status').first()).toHaveText('Delivered');

  await page.goto(`/orders/${order.id}`);
  await expect(
    page.getByText('Ordered 10 · Reserved 0 · Delivered 10 · Invoiced 10 · Open 0'),
  ).toBeVisible();
});
