import type { Page } from '@playwright/test';
import { formatDay } from '../src/kit/shared/time/days';
import {
  card,
  cellOf,
  company,
  day,
  make,
  makeCustomer,
  makeInvoice,
  openList,
  outbox,
  pick,
  rowOf,
  rowsOf,
} from './invoices-page';
import { enter, expect, expectAccessible, test } from './product';
import { chooseMore } from './row-actions';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('an invoice is made from scratch, changed while a draft, and sent by email, twice', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await makeCustomer(page);
  await make(page, 'products', {
    product_name: 'Forged flange',
    sku_code: 'FF-1',
    unit_price: 99.5,
  });
  await openList(page, product, '/invoices');
  await expect(page.getByText('Track and manage customer invoices and payments')).toBeVisible();
  await expect(page.getByText('No invoices found')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New Invoice' }).first().click();
  const form = dialog(page, 'Create Invoice');
  const create = form.getByRole('button', { name: 'Create Invoice' });
  await create.click();
  await expect(form.getByRole('alert')).toHaveText('Please select a customer');
  await expectAccessible(page);
  await pick(form, 'Customer', company);
  await expect(form.getByLabel('Due Date')).toHaveValue(formatDay(day(15)));
  await form.getByLabel('Invoice Date').fill(day(-1));
  await expect(form.getByLabel('Due Date')).toHaveValue(formatDay(day(14)));
  await create.click();
  await expect(form.getByRole('alert')).toHaveText('Please add at least one item');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await create.click();
  await expect(form.getByRole('alert')).toHaveText(
    'Please fill in all required fields for each item',
  );
  const first = form.getByRole('group', { name: 'Item 1' });
  await pick(first, 'Product', 'Forged flange');
  await expect(first.getByLabel('Description')).toHaveValue('Forged flange');
  await first.getByLabel('Quantity').fill('0');
  await create.click();
  await expect(form.getByRole('alert')).toBeVisible();
  await first.getByLabel('Quantity').fill('10');
  await form.getByRole('button', { name: 'Add Item' }).click();
  const second = form.getByRole('group', { name: 'Item 2' });
  await second.getByLabel('Description').fill('Freight');
  await second.getByLabel('Unit Price').fill('5');
  await expect(form.getByText('₹1,180.00')).toBeVisible();
  await form.getByLabel('Due Date').fill(day(-2));
  await create.click();
  await expect(form.getByRole('alert')).toHaveText('Due date cannot be before the invoice date');
  await form.getByLabel('Due Date').fill(day(3));
  await page.keyboard.press('Escape');
  const unsaved = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(unsaved).toContainText(
    'Are you sure you want to close? All unsaved changes will be lost.',
  );
  await unsaved.getByRole('button', { name: 'Keep editing' }).click();
  await create.dblclick();
  await expect(page.getByText('Invoice created successfully')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(1);
  const row = rowOf(page, 'DRAFT-1');
  await expect(row).toContainText('Due in 3 days');
  await expect(row).toContainText('₹1,180.00');
  await expect(card(page, 'Total Revenue')).toContainText('₹0.00');

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = dialog(page, 'Edit Invoice');
  await edit.getByRole('group', { name: 'Item 2' }).getByLabel('Unit Price').fill('105');
  await edit.getByLabel('Notes').fill('Unload at gate 3');
  await edit.getByRole('button', { name: 'Update Invoice' }).click();
  await expect(page.getByText('Invoice updated successfully')).toBeVisible();
  await expect(row).toContainText('₹1,298.00');

  await row.getByRole('button', { name: 'Send', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Send Invoice' });
  await expect(question).toContainText('Send invoice DRAFT-1 to customer via email?');
  await question.getByRole('button', { name: 'Send Invoice' }).click();
  const number = /INV-\d\d-\d\d-00001/;
  await expect(page.getByText(/Invoice INV-\S+-00001 sent successfully to Godavari/)).toBeVisible();
  await expect(cellOf(page, 'invoice_number')).toHaveText(number);
  await expect(cellOf(page, 'status')).toHaveText('Sent');
  await expect(card(page, 'Total Revenue')).toContainText('₹1,298.00');
  const sent = page.locator('[data-row="0"]');
  for (const deleted of ['Edit', 'Delete', 'Issue'])
    await expect(sent.getByRole('button', { name: deleted })).toHaveCount(0);
  await sent.getByRole('button', { name: 'Send again' }).click();
  await question.getByRole('button', { name: 'Send Invoice' }).click();
  await expect(question).toBeHidden();
  await expect.poll(async () => (await outbox(product)).length).toBe(2);
  expect((await outbox(product))[0]).toContain('accounts@gf.example');

  await sent.getByRole('button', { name: 'View' }).click();
  const details = dialog(page, 'Invoice Details');
  await expect(details).toContainText('Freight');
  await expect(details).toContainText('Unload at gate 3');
  await expect(details).toContainText('Last email');
  await expectAccessible(page);
});

test('an invoice charges for what is left of an order, once', { tag: '@rehearsal' }, async ({
  page,
  product,
}) => {
  await enter(page, product);
  const customer = await makeCustomer(page);
  const flange = await make(page, 'products', {
    product_name: 'Forged flange',
    sku_code: 'FF-1',
    unit_price: 100,
  });
  const items = [{ product_id: flange.id, quantity: 4, unit_price: 100 }];
  const order = await make(page, 'orders', { customer_id: customer.id, items });
  await page.request.put(`/api/orders/${order.id}/status`, { data: { status: 'confirmed' } });
  await openList(page, product, '/invoices?new=1');
  const form = dialog(page, 'Create Invoice');
  await pick(form, 'From Order', order.order_number);
  await expect(form.getByRole('combobox', { name: 'Customer' })).toHaveValue(company);
  await expect(form.getByLabel('Tax Rate')).toHaveValue('10');
  const line = form.getByRole('group', { name: 'Item 1' });
  await expect(line.getByLabel('Description')).toHaveValue('Forged flange');
  await expect(line.getByLabel('Quantity')).toHaveValue('4');
  await form.getByRole('button', { name: 'Create Invoice' }).click();
  await expect(page.getByText('Invoice #DRAFT-1 generated successfully!')).toBeVisible();
  await expect(rowOf(page, 'DRAFT-1')).toContainText('₹440.00');

  await page.getByRole('button', { name: 'New Invoice' }).click();
  await pick(form, 'From Order', order.order_number);
  const nothing = `Everything on order ${order.order_number} has already been invoiced.`;
  await expect(page.getByText(nothing)).toBeVisible();
  await expect(form.getByRole('group', { name: 'Item 1' })).toHaveCount(0);
  await page.route('**/api/orders/*', (route) => route.abort());
  await pick(form, 'From Order', order.order_number);
  await expect(page.getByText('Failed to load order details')).toBeVisible();
});

test('a due date in the past is refused in its cell; drafts are deleted, issued ones cancelled', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const customer = await makeCustomer(page);
  const late = { invoice_date: day(-40), due_date: day(-10) };
  await makeInvoice(page, customer.id, { ...late, status: 'pending' });
  await openList(page, product, '/invoices');
  await expect(cellOf(page, 'due_date')).toContainText('10 days overdue');
  await expect(card(page, 'Overdue')).toContainText('1');
  await cellOf(page, 'due_date').dblclick();
  const editor = page.getByLabel('Due Date', { exact: true });
  await editor.fill(day(-1));
  await editor.press('Enter');
  await expect(cellOf(page, 'due_date').getByRole('alert')).toHaveText(
    'Due date should be today or in the future',
  );
  await editor.fill(day(1));
  await editor.press('Enter');
  await expect(page.getByText('Invoice updated successfully')).toBeVisible();
  await expect(cellOf(page, 'due_date')).toContainText('Due in 1 day');

  const question = page.getByRole('dialog', { name: 'Cancel Invoice' });
  await cellOf(page, 'status').dblclick({ position: { x: 4, y: 4 } });
  await cellOf(page, 'status').getByRole('combobox').selectOption('cancelled');
  await expect(question).toContainText('This cannot be undone.');
  await question.getByRole('button', { name: 'Keep Invoice' }).click();
  await expect(question).toBeHidden();
  await expect(cellOf(page, 'status')).not.toHaveText('Cancelled');
  await chooseMore(page.locator('[data-row="0"]'), 'Cancel Invoice');
  await question.getByRole('button', { name: 'Cancel Invoice' }).click();
  await expect(cellOf(page, 'status')).toHaveText('Cancelled');

  const draft = await makeInvoice(page, customer.id);
  const row = rowOf(page, `DRAFT-${draft.id}`);
  await chooseMore(row, 'Issue');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await chooseMore(row, 'Delete');
  const doom = page.getByRole('dialog', { name: 'Delete Invoice' });
  await expectAccessible(page);
  await doom.getByRole('button', { name: 'Delete Invoice' }).click();
  await expect(page.getByText(`Invoice DRAFT-${draft.id} deleted successfully!`)).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('link', { name: 'Number Series' }).click();
  await expect(page).toHaveURL(/\/invoices\/numbers$/);
  const series = page.getByRole('row').filter({ hasText: 'Invoices' });
  await expect(series).toContainText('0, complete');
  await expect(series).toContainText(/INV-\d\d-\d\d-00001/);
  await expectAccessible(page);
});
