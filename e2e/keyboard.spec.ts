import type { Browser, Page } from '@playwright/test';
import { act, command, confirm, countingKeys, go, type Keys, moveTo, rowAt } from './keys';
import { cellOf, expectToast, test } from './orders';
import { mailTo } from './outbox';
import { enter, expect, type Product } from './product';

const company = 'Konkan Castings';

async function quote(page: Page, keys: Keys): Promise<void> {
  await command(page, keys, 'nl');
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  await expect(form.getByLabel('Company Name')).toBeFocused();
  await keys.type(company);
  await moveTo(keys, form.getByLabel('Contact Person'));
  await keys.type('Meera Kulkarni');
  await moveTo(keys, form.getByLabel('Email'));
  await keys.type('m@konkan.example');
  await keys.press('Enter');
  await expectToast(page, `Lead "${company}" has been created successfully`);
  await expect(form).toBeHidden();
  await command(page, keys, 'list');
  await act(page, keys, 'Create Quotation');
  const quotation = page.getByRole('dialog', { name: `Create Quotation for ${company}` });
  await moveTo(keys, quotation.getByRole('combobox', { name: 'Product' }));
  await keys.type('ball');
  await expect(page.getByRole('option', { name: 'Ball Bearing 6204' })).toBeVisible();
  await keys.press('ArrowDown', 'Enter');
  await moveTo(keys, quotation.getByLabel('Quantity'));
  await keys.type('10');
  await expect(quotation.getByLabel('Quantity')).toHaveValue('10');
  await keys.press('Enter');
  await expectToast(page, 'Quotation created successfully');
  await expect(quotation).toBeHidden();
  await go(page, keys, 'quo', /^Quotation/);
  await confirm(page, keys, 'Send');
  await expect(cellOf(page, company, 'status')).toHaveText('Sent');
}

/** The customer accepts on a phone, by touch. */
async function acceptOnPhone(browser: Browser, product: Product): Promise<void> {
  const mail = await mailTo(product, 'm@konkan.example');
  const link = /(\/q\/[\w-]+)/.exec(mail)?.[1] ?? '';
  const page = await browser.newPage({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.goto(link);
  await page.getByLabel('Name').fill('Meera Kulkarni');
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByRole('button')).toHaveText(['Accept Quotation', 'Decline']);
  await page.getByRole('button', { name: 'Accept Quotation' }).tap();
  await expect(page.getByText(/^Thank you\./)).toBeVisible();
  await page.close();
}

async function order(page: Page, keys: Keys): Promise<void> {
  await expect(cellOf(page, company, 'status')).toHaveText('Accepted');
  await confirm(page, keys, 'Create Order');
  await expect(cellOf(page, company, 'status')).toHaveText('Ordered');
  await go(page, keys, 'ord', /^Order/);
  await expect(rowAt(page, 0)).toContainText(company);
  await keys.press('ArrowDown');
  await expect(page.locator('[role="row"] :focus')).toHaveCount(1);
  await keys.press('ArrowRight', 'ArrowRight', 'Enter');
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toBeFocused();
  await keys.type('c');
  await keys.press('Enter');
  await expectToast(page, 'Order status updated successfully!');
}

async function deliverInTwo(page: Page, keys: Keys): Promise<void> {
  await act(page, keys, 'Deliver');
  const form = page.getByRole('dialog', { name: 'Deliver' });
  await moveTo(keys, form.getByLabel('Quantity of Ball Bearing 6204'));
  await keys.type('6');
  await moveTo(keys, form.getByRole('button', { name: 'Dispatch' }));
  await keys.press('Enter');
  await expectToast(page, 'Delivery dispatched successfully!');
  await expect(form).toBeHidden();
  await expect(cellOf(page, company, 'status')).toHaveText('Processing');
  await confirm(page, keys, 'Deliver All');
  await expect(cellOf(page, company, 'status')).toHaveText('Shipped');
}

async function invoiceBoth(page: Page, keys: Keys): Promise<void> {
  await go(page, keys, 'del', /^Deliver/);
  await confirm(page, keys, 'Create Invoice');
  await confirm(page, keys, 'Create Invoice', 1);
  await go(page, keys, 'invo', /^Invoice/);
  await confirm(page, keys, 'Issue');
  await confirm(page, keys, 'Issue', 1);
}

async function receive(page: Page, keys: Keys, total: string): Promise<void> {
  await command(page, keys, 'new rec');
  const form = page.getByRole('dialog', { name: 'Record Receipt' });
  await expect(form.getByLabel('Bank Line')).toBeFocused();
  await keys.press('Tab');
  await keys.type('konk');
  await expect(page.getByRole('option', { name: company })).toBeVisible();
  await keys.press('ArrowDown', 'Enter');
  await moveTo(keys, form.getByLabel('Amount Received'));
  await keys.type(total);
  await expect(form.getByText('Unallocated ₹0.00')).toBeVisible();
  await keys.press('Enter');
  await expectToast(page, 'Receipt recorded successfully');
  await expect(form).toBeHidden();
}

test('from a lead to its payment by the keyboard, in two minutes of a person’s time', async ({
  page,
  orders,
  product,
  browser,
}) => {
  test.slow();
  expect(orders.product.name).toBe('Ball Bearing 6204');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'CRM Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible();
  const keys = countingKeys(page, company);
  await quote(page, keys);
  await acceptOnPhone(browser, product);
  await order(page, keys);
  await deliverInTwo(page, keys);
  await invoiceBoth(page, keys);
  const response = await page.request.get('/api/invoices');
  const { data } = (await response.json()) as { data: { total_amount: number }[] };
  expect(data).toHaveLength(2);
  const total = data.reduce((sum, { total_amount }) => sum + total_amount, 0);
  await receive(page, keys, total.toFixed(2));
  await go(page, keys, 'invo', /^Invoice/);
  await expect(cellOf(page, company, 'status').first()).toHaveText('Paid');
  await expect(cellOf(page, company, 'status').last()).toHaveText('Paid');
  // At 0.3 seconds a key, as the issue counts.
  expect(keys.count() * 0.3).toBeLessThan(120);
});

test('a form that is cancelled returns the focus to its button', { tag: '@rehearsal' }, async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const forms = [
    ['/price-lists', 'New Price List'],
    ['/receipts', 'Record Receipt'],
    ['/credit-notes', 'New Credit Note'],
    ['/units', 'Add Unit'],
    ['/customers', 'Add Customer'],
  ] as const;
  for (const [path, name] of forms) {
    await page.goto(path);
    const button = page.getByRole('main').getByRole('button', { name });
    await button.press('Enter');
    await expect(page.getByRole('dialog').locator('input:focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('a removed row of a form leaves the focus at the next button', { tag: '@rehearsal' }, async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const dialog = page.getByRole('dialog');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  await page.goto('/invoices?new=1');
  await button('Add Item').press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Product' })).toBeFocused();
  await button('Add Item').press('Enter');
  await button('Remove Item 1').press('Enter');
  await expect(button('Remove Item 1')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Add Item')).toBeFocused();
  await page.goto('/price-lists');
  await page.getByRole('main').getByRole('button', { name: 'New Price List' }).press('Enter');
  await button('Remove Item 1').press('Enter');
  await expect(button('Add Product')).toBeFocused();
});
