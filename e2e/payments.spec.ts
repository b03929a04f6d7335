import type { Page } from '@playwright/test';
import {
  card,
  cellOf,
  company,
  day,
  makeCustomer,
  make,
  makeInvoice,
  openList,
  pick,
  rowOf,
  rowsOf,
} from './invoices-page';
import { enter, expect, expectAccessible, test } from './product';

const today = { payment_date: day() };

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

test('a pending payment is read, changed and deleted; a completed one keeps its amount', {
  tag: '@rehearsal',
}, async ({ page, product }) => {
  test.slow();
  await enter(page, product);
  const customer = await makeCustomer(page);
  const { id: invoice_id } = await makeInvoice(page, customer.id, { status: 'sent' });
  const notes = 'Paid by their accounts department, confirmed over the phone by Asha';
  const pending = {
    ...today,
    invoice_id,
    payment_method: 'check',
    amount: 300,
    status: 'pending',
    notes,
  };
  const done = { ...today, invoice_id, payment_method: 'cash', amount: 200 };
  await make(page, 'payments', pending);
  await make(page, 'payments', done);
  await openList(page, product, '/payments');
  const held = rowOf(page, 'Pending');
  const taken = rowOf(page, 'Completed');
  await expect(held).toContainText(`${notes.slice(0, 50)}…`);
  for (const action of ['Edit', 'Delete'])
    await expect(taken.getByRole('button', { name: action })).toHaveCount(0);
  await taken.getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog', { name: 'Payment Details' });
  await expect(details).toContainText('Recorded By');
  await expect(details).toContainText('Site Administrator');
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await details.getByRole('button', { name: 'Download Receipt' }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/);
  await details.getByRole('button', { name: 'Close', exact: true }).click();

  await taken.locator('[data-cell="reference_number"]').dblclick();
  const editor = page.getByLabel('Reference Number', { exact: true });
  await editor.fill('R-9');
  await editor.press('Enter');
  await expect(page.getByText('Payment reference number updated successfully!')).toBeVisible();

  await held.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: /^Edit Payment/ });
  await form.getByLabel('Amount').fill('981');
  await form.getByRole('button', { name: 'Save Payment' }).click();
  await expect(
    page.getByText(
      'Failed to update payment: Payment amount cannot exceed the outstanding balance',
    ),
  ).toBeVisible();
  await form.getByLabel('Amount').fill('980');
  await form.getByRole('button', { name: 'Save Payment' }).click();
  await expect(page.getByText('Payment updated successfully!')).toBeVisible();
  await expect(held).toContainText('₹980.00');

  await held.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Payment' });
  await question.getByRole('button', { name: 'Delete Payment' }).click();
  await expect(page.getByText(/^Payment #\d+ deleted successfully$/)).toBeVisible();
  await expect(held).toHaveCount(0);
});

test('payments are filtered, and read on a phone', { tag: '@rehearsal' }, async ({
  page,
  product,
}) => {
  await enter(page, product);
  const customer = await makeCustomer(page);
  const { id: invoice_id } = await makeInvoice(page, customer.id, { status: 'sent' });
  await openList(page, product, '/payments');
  await expect(page.getByText('No payments found')).toBeVisible();
  await expectAccessible(page);
  const paid = { ...today, invoice_id, payment_method: 'bank_transfer', amount: 200 };
  await make(page, 'payments', { ...paid, reference_number: 'UTR-1' });
  await make(page, 'payments', { ...paid, payment_method: 'cash' });
  await expect(page.getByText('Showing 2 of 2 payments')).toBeVisible();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Reconciliation' }).click();
  await page.getByRole('option', { name: /^Reconciled/ }).click();
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('Showing 1 of 2 payments')).toBeVisible();
  await expect(rowOf(page, 'UTR-1')).toBeVisible();
  const chips = page.getByRole('group', { name: 'Active filters' });
  await chips.getByRole('button', { name: 'Clear All' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('row').filter({ hasText: company }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record Payment' }).click();
  await expect(page.getByRole('dialog', { name: 'Record Payment' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
