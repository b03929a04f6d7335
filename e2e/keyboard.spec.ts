import type { Locator, Page } from '@playwright/test';
import { expectToast, rowOf, test } from './orders';
import { expect } from './product';

const company = 'Konkan Castings';

/** A keyboard that counts: a shortcut is one keystroke, and so is each character. */
function countingKeys(page: Page) {
  const keys = { pressed: 0, typed: 0 };
  return {
    keys,
    press: async (...names: string[]) => {
      for (const name of names) {
        keys.pressed += 1;
        await page.keyboard.press(name);
      }
    },
    type: async (text: string) => {
      keys.typed += text.length;
      await page.keyboard.type(text);
    },
  };
}

type Keys = ReturnType<typeof countingKeys>;

/** Goes on by Tab until this has the focus. */
async function tabTo({ press }: Keys, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let most = 12; most > 0 && !(await isThere()); most -= 1) await press('Tab');
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

/** The row that comes first, and in it the button that many after "View". */
async function actOnFirstRow(page: Page, { press }: Keys, name: string, step: number) {
  await expect(page.locator('[role="row"][data-row="0"]')).toContainText(name);
  await press('ArrowDown', 'End');
  for (let at = 0; at < step; at += 1) await press('ArrowRight');
  await press('Enter');
}

async function winCustomer(page: Page, hands: Keys): Promise<void> {
  await command(page, hands, 'nl');
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  await expect(form.getByLabel('Company Name')).toBeFocused();
  await hands.type(company);
  await tabTo(hands, form.getByLabel('Contact Person'));
  await hands.type('Meera Kulkarni');
  await hands.press('Enter');
  await expectToast(page, `Lead "${company}" has been created successfully`);
  await expect(form).toBeHidden();
  await command(page, hands, 'list');
  await actOnFirstRow(page, hands, company, 2);
  const question = page.getByRole('dialog', { name: 'Convert Lead to Customer' });
  await expect(question.getByRole('button', { name: 'Convert to Customer' })).toBeFocused();
  await hands.press('Enter');
  await expectToast(page, `Lead "${company}" has been successfully converted to a customer!`);
  await expect(question).toBeHidden();
}

async function takeOrder(page: Page, hands: Keys): Promise<void> {
  await command(page, hands, 'new o');
  const form = page.getByRole('dialog', { name: 'Create New Order' });
  await expect(form.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await hands.type('konk');
  await expect(page.getByRole('option', { name: company })).toBeVisible();
  await hands.press('ArrowDown', 'Enter');
  await tabTo(hands, form.getByRole('combobox', { name: 'Product' }));
  await hands.type('ball');
  await expect(page.getByRole('option', { name: 'Ball Bearing 6204' })).toBeVisible();
  await hands.press('ArrowDown', 'Enter');
  await tabTo(hands, form.getByLabel('Quantity'));
  await hands.type('2');
  await hands.press('Enter');
  const question = page.getByRole('dialog', { name: 'Create Order', exact: true });
  await expect(question.getByRole('button', { name: 'Create Order' })).toBeFocused();
  await hands.press('Enter');
  await expectToast(page, 'Order created successfully!');
  await expect(form).toBeHidden();
}

async function confirmOrder(page: Page, hands: Keys): Promise<void> {
  await expect(page.locator('[role="row"][data-row="0"]')).toContainText(company);
  await hands.press('ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter');
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toBeFocused();
  await hands.type('c');
  await hands.press('Enter');
  await expectToast(page, 'Order status updated successfully!');
}

async function invoiceAndBePaid(page: Page, hands: Keys): Promise<void> {
  await hands.press('End', 'ArrowRight', 'ArrowRight', 'Enter');
  const invoice = page.getByRole('dialog', { name: /^Generate Invoice/ });
  await expect(invoice.getByRole('button', { name: 'Generate Invoice' })).toBeEnabled();
  await hands.press('Tab', 'Enter');
  await expect(invoice).toBeHidden();
  await command(page, hands, 'go invo');
  await expect(page.getByRole('heading', { name: 'Invoice Management' })).toBeVisible();
  await actOnFirstRow(page, hands, company, 4);
  const payment = page.getByRole('dialog', { name: 'Record Payment' });
  await expect(payment.getByLabel('Amount')).toBeFocused();
  await hands.press('Enter');
  await expectToast(page, 'Payment recorded successfully!');
}

test('from a lead to its payment without a mouse, keystrokes counted', async ({ page, orders }) => {
  expect(orders.product.name).toBe('Ball Bearing 6204');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'CRM Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible();
  const hands = countingKeys(page);
  await winCustomer(page, hands);
  await takeOrder(page, hands);
  await confirmOrder(page, hands);
  await invoiceAndBePaid(page, hands);
  await expect(rowOf(page, company)).toContainText('Paid');
  const { pressed, typed } = hands.keys;
  expect(pressed).toBeLessThanOrEqual(70);
  expect(typed).toBeLessThanOrEqual(60);
});
