import type { Page } from '@playwright/test';
import { pick } from './orders';
import { enter, expect, expectAccessible, test } from './product';

async function add<T>(page: Page, path: string, data: object): Promise<T> {
  const response = await page.request.post(`/api${path}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as { data: T }).data;
}

test('a bill of an order is compared, accepted, booked and credited', async ({ page, product }) => {
  await enter(page, product);
  const { id: vendor_id } = await add<{ id: number }>(page, '/vendors', {
    company_name: 'Deccan Steel Traders',
  });
  const order = await add<{ id: number; purchase_number: string }>(page, '/purchase-orders', {
    vendor_id,
    status: 'ordered',
    items: [{ description: 'Machine service', quantity: 2, unit_price: 500 }],
  });
  await page.goto(`/purchase-orders/${order.id}`);
  await page.getByRole('button', { name: 'Enter Bill' }).click();
  const form = page.getByRole('dialog', { name: 'New Bill' });
  await form.getByLabel('Bill Number').fill('DST/0042');
  await form.getByLabel('Unit Price').fill('510');
  await expectAccessible(page);
  await form.getByLabel('Book at once').uncheck();
  await form.getByRole('button', { name: 'Create Bill' }).click();
  await expect(page.getByText('Bill created successfully')).toBeVisible();

  await page.goto('/bills');
  await expect(page.getByText('Check and book vendor bills')).toBeVisible();
  const row = page.getByRole('row', { name: /DST\/0042/ });
  await row.getByRole('button', { name: 'Book' }).click();
  const question = page.getByRole('dialog', { name: 'Book Bill' });
  await question.getByRole('button', { name: 'Book' }).click();
  await expect(question.getByText(/₹510.00 is billed, ₹500.00 was ordered/).first()).toBeVisible();
  await question.getByRole('button', { name: 'Accept and Book' }).click();
  await expect(page.getByText('Bill booked successfully')).toBeVisible();

  await row.getByRole('button', { name: 'Credit' }).click();
  const credit = page.getByRole('dialog', { name: /^Credit for PB-/ });
  await credit.getByLabel('Reason of Machine service').selectOption('price');
  await credit.getByLabel('Amount of Machine service').fill('20');
  await expectAccessible(page);
  await credit.getByRole('button', { name: 'Book Credit' }).click();
  await expect(page.getByText('Credit booked successfully')).toBeVisible();
  await expectAccessible(page);
});

test('a cash purchase is booked, ordered and received with its lots', async ({ page, product }) => {
  await enter(page, product);
  const sheet = { product_name: 'Steel Sheet', sku_code: 'SS-1', unit_price: 900, tracking: 'lot' };
  const { id } = await add<{ id: number }>(page, '/products', sheet);
  await add(page, '/vendors', { company_name: 'Deccan Steel' });
  await page.goto('/bills?new=1');
  const form = page.getByRole('dialog', { name: 'New Bill' });
  await pick(page, form.getByRole('combobox', { name: 'Vendor' }), 'deccan', 'Deccan Steel');
  await form.getByLabel('Bill Number').fill('CASH-1');
  const item = form.getByRole('group', { name: 'Item 1' });
  await pick(page, item.getByRole('combobox', { name: 'Product' }), 'steel', 'Steel Sheet');
  await item.getByLabel('Quantity', { exact: true }).fill('5');
  await item.getByLabel('Unit Price').fill('600');
  await expect(item.getByLabel('Lots')).toBeHidden();
  await form.getByLabel('Order and receive these goods too').check();
  await item.getByLabel('Lots').fill('H-7 x 4');
  await form.getByRole('button', { name: 'Book Bill' }).click();
  await expect(form.getByText('The lots of "Steel Sheet" add up to 4, not to 5')).toBeVisible();
  await item.getByLabel('Lots').fill('H-7 x 4, H-8 x 1');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Book Bill' }).click();
  await expect(page.getByText('Bill booked successfully')).toBeVisible();
  const stock = await page.request.get(`/api/products/${id}/stock`);
  expect(await stock.json()).toMatchObject({
    data: {
      levels: [
        { lot_number: 'H-7', quantity: 4 },
        { lot_number: 'H-8', quantity: 1 },
      ],
    },
  });

  const { id: vendor_id } = await add<{ id: number }>(page, '/vendors', { company_name: 'Ambika' });
  const items = [{ product_id: id, quantity: 2, unit_price: 600 }];
  await add(page, '/bills', { vendor_id, bill_number: 'CASH-2', items });
  const row = page.getByRole('row', { name: /CASH-2/ });
  await row.getByRole('button', { name: 'Book' }).click();
  const question = page.getByRole('dialog', { name: 'Book Bill' });
  await question.getByLabel('Order and receive these goods too').check();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Book' }).click();
  await expect(question).toBeHidden();
  const received = await page.request.get(`/api/products/${id}`);
  expect(await received.json()).toMatchObject({ data: { stock_quantity: 7 } });
});
