import type { Locator, Page } from '@playwright/test';
import { test } from './orders';
import { expect } from './product';

const company = 'Konkan Castings';

/** Presses a control as assistive technology does: it is found by its role and name, focused and triggered. */
async function trigger(within: Page | Locator, name: string): Promise<void> {
  await within.getByRole('button', { name, exact: true }).press('Enter');
}

/** A screen reader announces the text, since it is in a live region. */
async function expectAnnounced(page: Page, text: string): Promise<void> {
  const message = page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });
  await expect(message.first()).toBeAttached();
}

/** Follows a link of the menu, and arrives at the screen's heading. */
async function goTo(page: Page, link: string, heading: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
}

async function choose(form: Locator, picker: string, typed: string): Promise<void> {
  const field = form.getByRole('combobox', { name: picker, exact: true });
  await field.pressSequentially(typed);
  await expect(form.page().getByRole('listbox').getByRole('option').first()).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
}

async function winCustomer(page: Page): Promise<void> {
  await trigger(page, 'Add New Lead');
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  const name = form.getByRole('textbox', { name: 'Company Name' });
  await form.getByRole('textbox', { name: 'Contact Person' }).fill('Meera Kulkarni');
  await name.press('Tab');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/required/);
  await name.fill(company);
  await name.press('Enter');
  await expectAnnounced(page, `Lead "${company}" has been created successfully`);

  const card = page.getByRole('article', { name: company });
  await card.press('Space');
  await expect(page.getByText(/^Konkan Castings lifted\./)).toBeAttached();
  await card.press('ArrowRight');
  await card.press('Space');
  await expect(page.getByText(`${company} moved to Contacted`, { exact: true })).toBeAttached();
  const contacted = page.getByRole('group', { name: 'Contacted 1' });
  await expect(contacted.getByRole('article', { name: company })).toBeFocused();

  await trigger(page, 'List');
  const row = page.getByRole('row').filter({ hasText: company });
  await trigger(row, 'Convert');
  const question = page.getByRole('dialog', { name: 'Convert Lead to Customer' });
  await trigger(question, 'Convert to Customer');
  await expectAnnounced(page, `Lead "${company}" has been successfully converted`);
}

async function takeOrder(page: Page): Promise<void> {
  await goTo(page, 'Orders', 'Orders Management');
  await trigger(page, 'New Order');
  const form = page.getByRole('dialog', { name: 'Create New Order' });
  await choose(form, 'Customer', 'konk');
  await choose(form, 'Product', 'ball');
  const quantity = form.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.fill('2');
  await quantity.press('Enter');
  await trigger(page.getByRole('dialog', { name: 'Create Order', exact: true }), 'Create Order');
  await expectAnnounced(page, 'Order created successfully!');
  await expect(page.getByRole('button', { name: 'New Order', exact: true })).toBeFocused();
  const row = page.getByRole('row').filter({ hasText: company });
  await row.getByRole('gridcell', { name: 'Pending' }).press('Enter');
  const status = page.getByRole('combobox', { name: 'Status', exact: true });
  await status.press('c');
  await status.press('Enter');
  await expectAnnounced(page, 'Order status updated successfully!');
  await trigger(row, 'Generate Invoice');
  const invoice = page.getByRole('dialog', { name: /^Generate Invoice/ });
  await trigger(invoice, 'Generate Invoice');
  await expect(invoice).toBeHidden();
}

test('from a lead to its payment by roles and names alone, and all of it is announced', async ({
  page,
  orders,
}) => {
  expect(orders.product.name).toBe('Ball Bearing 6204');
  await page.goto('/leads');
  await expect(page.getByRole('heading', { level: 1, name: 'Lead Management' })).toBeVisible();
  await winCustomer(page);
  await takeOrder(page);
  await goTo(page, 'Invoices', 'Invoice Management');
  const row = page.getByRole('row').filter({ hasText: company });
  await trigger(row, 'Payment');
  const payment = page.getByRole('dialog', { name: 'Record Payment' });
  await payment.getByRole('spinbutton', { name: 'Amount' }).press('Enter');
  await expectAnnounced(page, 'Payment recorded successfully!');
  await expect(row.getByRole('gridcell', { name: 'Paid', exact: true })).toBeVisible();
  await expect(page.getByText('Showing 1 of 1 invoices')).toBeVisible();
});
