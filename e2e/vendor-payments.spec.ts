import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, test } from './product';

async function add<T>(page: Page, path: string, data: object): Promise<T> {
  const response = await page.request.post(`/api${path}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as { data: T }).data;
}

test('two bills of a vendor are paid with one sum, and the statement shows it', async ({
  page,
  product,
}) => {
  await enter(page, product);
  const { id: vendor_id } = await add<{ id: number }>(page, '/vendors', {
    company_name: 'Deccan Steel Traders',
  });
  for (const unit_price of [1000, 500])
    await add(page, '/bills', {
      vendor_id,
      status: 'open',
      bill_number: `DST/${unit_price}`,
      items: [{ description: 'Machine service', quantity: 1, unit_price }],
    });
  await page.goto('/payables');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payables');
  await expect(page.getByText('What is owed to vendors, by age')).toBeVisible();
  const row = page.getByRole('row', { name: /Deccan Steel Traders/ });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Pay', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Record Payment' });
  await form.getByLabel('Amount Paid').fill('1200');
  const first = form.getByRole('group', { name: /^DST\/1000/ });
  await expect(first.getByLabel('Amount')).toHaveValue('1100.00');
  await expect(form.getByRole('group', { name: /^DST\/500/ }).getByLabel('Amount')).toHaveValue(
    '100.00',
  );
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Record Payment' }).click();
  await expect(page.getByText('Payment recorded successfully')).toBeVisible();

  const menu = page.getByRole('navigation').first();
  await menu.getByRole('link', { name: 'Vendor Payments' }).click();
  await expect(page.getByText('Pay many bills at once')).toBeVisible();
  const paid = page.getByRole('row', { name: /VP-\d\d-\d\d-00001/ });
  await expect(paid).toContainText('1,200');
  await expectAccessible(page);

  await page.goto(`/vendors/${vendor_id}?tab=statement`);
  await expect(page.getByText('Closing Balance')).toBeVisible();
  await expect(page.getByRole('row', { name: /VP-\d\d-\d\d-00001/ })).toContainText('1,200');
  await expectAccessible(page);
});
