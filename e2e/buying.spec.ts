import type { Page } from '@playwright/test';
import { act, command, countingKeys, type Keys, moveTo } from './keys';
import { mailTo } from './outbox';
import { enter, expect, expectAccessible, test } from './product';

const party = 'Deccan Plating Works';
const barcode = '8901234567894';

async function add(page: Page, path: string, data: object, method = 'POST'): Promise<number> {
  const response = await page.request.fetch(`/api${path}`, { method, data });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as { data: { id: number } }).data.id;
}

/** A product below its reorder level, and who sells it; contract work, of which TDS is withheld. */
async function makeShortage(page: Page): Promise<void> {
  const product_id = await add(page, '/products', {
    product_name: 'Plated Housing',
    sku_code: 'PH-1',
    barcode,
    unit_price: 30_000,
    reorder_level: 2,
  });
  const vendor = await add(page, '/vendors', {
    company_name: party,
    email: 'orders@deccan.example',
    pan: 'AABCD1234E',
    tds_code: 'CONTRACT',
  });
  const items = [{ product_id, unit: 'each', factor: 1, price: 20_000 }];
  await add(page, `/vendors/${vendor}/products`, { items }, 'PUT');
}

async function open(page: Page, keys: Keys, initials: string, title: string): Promise<void> {
  await command(page, keys, initials);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
}

async function plan(page: Page, keys: Keys): Promise<void> {
  await open(page, keys, 'pla', 'Planning');
  await moveTo(keys, page.getByRole('checkbox', { name: 'Select all' }));
  await keys.press('Space');
  await moveTo(keys, page.getByRole('button', { name: 'Create Purchase Orders' }), 'Shift+Tab');
  await keys.press('Enter');
  await expect(page.getByText('1 purchase order created successfully')).toBeVisible();
}

async function send(page: Page, keys: Keys): Promise<void> {
  await act(page, keys, 'Send');
  const dialog = page.getByRole('dialog', { name: 'Send Purchase Order' });
  await moveTo(keys, dialog.getByRole('button', { name: 'Send Purchase Order' }));
  await keys.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: party })).toContainText('Ordered');
}

async function receive(page: Page, keys: Keys): Promise<void> {
  await act(page, keys, 'Receive');
  const form = page.getByRole('dialog', { name: 'Receive' });
  await moveTo(keys, form.getByLabel('Scan or type a code'));
  // A scanner types, and no person does.
  for (const piece of ['1', '2']) {
    await page.keyboard.type(`${barcode}\n`);
    await expect(form.getByLabel('Received of Plated Housing')).toHaveValue(piece);
  }
  await moveTo(keys, form.getByRole('button', { name: 'Receive' }));
  await keys.press('Enter');
  await expect(page.getByText('Goods received successfully!')).toBeVisible();
  await expect(page.getByRole('row', { name: party })).toContainText('Received');
}

async function enterBill(page: Page, keys: Keys): Promise<void> {
  await act(page, keys, 'Enter Bill');
  const form = page.getByRole('dialog', { name: 'New Bill' });
  await expect(form.getByLabel('Bill Number')).toBeFocused();
  await keys.type('D-7');
  await expect(form.getByText(/^CONTRACT at 2%: ₹800.00 on ₹40,000.00/)).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByText('Bill booked successfully')).toBeVisible();
}

async function pay(page: Page, keys: Keys): Promise<void> {
  await open(page, keys, 'gtb', 'Bills');
  await act(page, keys, 'Pay');
  const form = page.getByRole('dialog', { name: 'Record Payment' });
  // 40,000, 10 % of tax, and 800 less that the state gets.
  await expect(form.getByLabel('Amount Paid')).toHaveValue('43200');
  await expect(form.getByText('Unallocated ₹0.00')).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByText('Payment recorded successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: party })).toContainText('Paid');
}

test('a shortage becomes an order, a scanned receipt, a bill with TDS and a payment in under 90 keys', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await makeShortage(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible();
  const keys = countingKeys(page, party);
  await plan(page, keys);
  await open(page, keys, 'gtpo', 'Purchase Orders');
  await send(page, keys);
  await receive(page, keys);
  await enterBill(page, keys);
  await pay(page, keys);
  expect(keys.count()).toBeLessThan(90);
  expect(await mailTo(product, 'orders@deccan.example')).toContain('PO-');

  await page.goto('/goods-receipts');
  await expect(page.getByText('What came, and what went back')).toBeVisible();
  const receipt = page.getByRole('row', { name: /GRN-\d\d-\d\d-00001/ });
  await expectAccessible(page);
  await receipt.getByRole('button', { name: 'Return to Vendor' }).click();
  const form = page.getByRole('dialog', { name: /^Return Goods of GRN-/ });
  await form.getByLabel('Quantity of Plated Housing').fill('1');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Return to Vendor' }).click();
  await expect(page.getByRole('row', { name: /RTN-\d\d-\d\d-00001/ })).toBeVisible();
  await expectAccessible(page);
});
