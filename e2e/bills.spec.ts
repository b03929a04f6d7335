import type { Page } from '@playwright/test';
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
