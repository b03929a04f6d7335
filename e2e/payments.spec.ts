import type { Page } from '@playwright/test';
import {
  card,
  cellOf,
  company,
  makeCustomer,
  makeInvoice,
  openList,
  pick,
  rowsOf,
} from './invoices-page';
import { enter, expect, expectAccessible, test } from './product';

/** The paths of all that is read from now on. */
function readPaths(page: Page): string[] {
  const read: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') read.push(new URL(request.url()).pathname);
  });
  return read;
}

test('two part payments settle an invoice, and no more than its balance is taken', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const customer = await makeCustomer(page);
  await makeInvoice(page, customer.id, { status: 'sent' });
  await openList(page, product, '/invoices');
  await page.locator('[data-row="0"]').getByRole('button', { name: 'Payment' }).click();
  const form = page.getByRole('dialog', { name: 'Record Payment' });
  const amount = form.getByLabel('Amount', { exact: true });
  await expect(amount).toHaveValue('1180');
  await amount.fill('0');
  await expect(form.getByRole('button', { name: 'Record Payment' })).toBeDisabled();
  const notPayable = form.getByText('Please enter a valid payment amount', { exact: true });
  await expect(notPayable).toBeVisible();
  await form.getByLabel('Reference Number').focus();
  await expect(amount).toHaveAccessibleDescription('Please enter a valid payment amount');
  await expect(notPayable).toHaveCount(1);
  await amount.fill('1180.01');
  await form.getByLabel('Reference Number').focus();
  await expect(
    form.getByText('Payment amount cannot exceed the outstanding balance'),
  ).toBeVisible();
  await amount.fill('180.005');
  await expect(amount).toHaveValue('180.01');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Record Payment' }).dblclick();
  await expect(page.getByText('Payment recorded successfully!')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(cellOf(page, 'status')).toHaveText('Partially Paid');
  await expect(cellOf(page, 'balance_due')).toHaveText('₹999.99');

  await page.goto('/payments');
  await expect(page.getByText('Track and manage payment transactions')).toBeVisible();
  const read = readPaths(page);
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Record Payment' }).click();
  await expect(form.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await expect(form.getByText('Customer is required')).toBeHidden();
  await expect(form.getByRole('combobox', { name: 'Invoice' })).toBeDisabled();
  await expect(form.getByPlaceholder('Select a customer first')).toBeVisible();
  await expect(
    form.getByText('Please select an invoice and enter a valid payment amount'),
  ).toBeVisible();
  await pick(form, 'Customer', company);
  await pick(form, 'Invoice', 'INV-');
  await expect(amount).toHaveValue('999.99');
  await amount.fill('5');
  await form.getByRole('button', { name: 'Pay Full Amount' }).click();
  await expect(amount).toHaveValue('999.99');
  await form.getByLabel('Payment Method').selectOption('Bank transfer');
  await form.getByLabel('Reference Number').fill('UTR-77');
  await form.getByRole('button', { name: 'Record Payment' }).click();
  await expect(form).toBeHidden();
  expect(read).toContain(`/api/customers/${customer.id}/unpaid-invoices`);
  expect(read).not.toContain('/api/invoices');
  await expect(card(page, 'Total Amount')).toContainText('₹1,180.00');
  await expect(card(page, 'Payment Methods')).toContainText('2');
  await expect(cellOf(page, 'created_at')).toHaveText('Today');
  await page.getByRole('link', { name: 'Invoices' }).click();
  await expect(cellOf(page, 'status')).toHaveText('Paid');
  await expect(page.locator('[data-row="0"]').getByRole('button', { name: 'Payment' })).toHaveCount(
    0,
  );
});

test('an invoice is paid and written off on its page, without the lists', {
  tag: '@rehearsal',
}, async ({ page, product }) => {
  await enter(page, product);
  const customer = await makeCustomer(page);
  const { id } = await makeInvoice(page, customer.id, { status: 'sent' });
  await page.goto(`/invoices/${id}`);
  const read = readPaths(page);
  for (const [action, submit, fill] of [
    ['Payment', 'Record Payment', { Amount: '1000' }],
    ['Write Off', 'Write Off', { Reason: 'Goodwill' }],
  ] as const) {
    await page.getByRole('button', { name: action, exact: true }).click();
    const form = page.getByRole('dialog', { name: submit });
    for (const [label, value] of Object.entries(fill))
      await form.getByLabel(label, { exact: true }).fill(value);
    await form.getByRole('button', { name: submit }).click();
    await expect(form).toBeHidden();
  }
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Write Off' })).toHaveCount(0);
  expect(read).toContain(`/api/invoices/${id}`);
  for (const list of ['/api/invoices', '/api/payments', '/api/customers'])
    expect(read).not.toContain(list);
});
