import type { Browser, Locator, Page } from '@playwright/test';
import { cellOf, expectToast, test } from './orders';
import { mailTo } from './outbox';
import { enter, expect, type Product } from './product';

const company = 'Konkan Castings';

/** A keyboard that counts: a shortcut is one keystroke, and so is each character. */
function countingKeys(page: Page) {
  let keys = 0;
  return {
    count: () => keys,
    press: async (...names: string[]) => {
      keys += names.length;
      for (const name of names) await page.keyboard.press(name);
    },
    type: async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    },
  };
}

type Keys = ReturnType<typeof countingKeys>;

/** Presses a key until this has the focus. */
async function moveTo({ press }: Keys, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  // Some keys move the focus with the next frame.
  const isThere = () =>
    target.evaluate(
      (element) =>
        new Promise<boolean>((done) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() => done(element === document.activeElement)),
          );
        }),
    );
  for (let most = 14; most > 0 && !(await isThere()); most -= 1) await press(key);
  await expect(target).toBeFocused();
}

/** By the initials of the command or the beginning of its words. */
async function command(page: Page, { press, type }: Keys, typed: string): Promise<void> {
  await press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Search all records' });
  await expect(palette).toBeFocused();
  await type(typed);
  await press('Enter');
  await expect(palette).toBeHidden();
}

/** A screen by its command; on the screen before, the keys would still act. */
async function go(page: Page, keys: Keys, to: string, title: RegExp): Promise<void> {
  await command(page, keys, `go ${to}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
}

const rowAt = (page: Page, at: number) => page.locator(`[role="row"][data-row="${at}"]`);

/** An action of the row below, which is the first where no row has the focus. */
async function act(page: Page, keys: Keys, label: string, at = 0): Promise<void> {
  await expect(rowAt(page, at)).toContainText(company);
  await keys.press('ArrowDown', 'End');
  const row = rowAt(page, at);
  const icon = row.getByRole('button', { name: label, exact: true });
  const more = row.getByRole('button', { name: 'More actions' });
  await expect(icon.or(more).first()).toBeVisible();
  if ((await icon.count()) > 0) await moveTo(keys, icon, 'ArrowRight');
  else {
    await moveTo(keys, more, 'ArrowRight');
    await keys.press('Enter');
    await moveTo(keys, row.getByRole('menuitem', { name: label, exact: true }), 'ArrowDown');
  }
  await keys.press('Enter');
}

/** Such an action, and its question's answer. */
async function confirm(page: Page, keys: Keys, label: string, at = 0): Promise<void> {
  await act(page, keys, label, at);
  const dialog = page.getByRole('dialog', { name: label });
  await moveTo(keys, dialog.getByRole('button', { name: label }));
  await keys.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('[role="row"] :focus')).toHaveCount(1);
}

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
  const keys = countingKeys(page);
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
