import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { cellOf, dayFrom, expectToast, openOrders, rowOf, test } from '../orders';
import { expect, expectAccessible } from '../product';

test('cells are changed in place: wrong values stay with their reason, Escape gives up', async ({
  page,
  orders,
}) => {
  const { order_number, id } = await orders.add();
  await openOrders(page);
  await expectAccessible(page);
  for (const name of ['Services', 'Created By', 'Notes']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  const open = async (key: string) => {
    const cell = cellOf(page, order_number, key);
    await cell.scrollIntoViewIfNeeded();
    await cell.dblclick({ position: { x: 4, y: 4 } });
  };
  await open('delivery_date');
  const date = page.getByRole('textbox', { name: 'Delivery Date', exact: true });
  await date.fill(await dayFrom(page, -3));
  await date.press('Enter');
  await expectToast(page, 'Failed to update order: Delivery date cannot be in the past');
  await expect(date).toBeVisible();
  const soon = await dayFrom(page, 2);
  await date.fill(soon);
  await date.press('Enter');
  await expectToast(page, 'Order delivery date updated successfully!');

  await open('status');
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('confirmed');
  await expectToast(page, 'Order status updated successfully!');
  await open('notes');
  const notes = page.getByRole('textbox', { name: 'Notes', exact: true });
  await notes.fill('Forget this');
  await notes.press('Escape');
  await expect(notes).toBeHidden();
  expect(await orders.get(id)).toMatchObject({
    status: 'confirmed',
    delivery_date: soon,
    notes: null,
  });
  await orders.change(id, { notes: 'Gate 4' });
  await expect(cellOf(page, order_number, 'notes')).toContainText('Gate 4');
});

test('the tax of an order follows from its form, not from its cells', async ({ page, orders }) => {
  const { order_number } = await orders.add();
  await openOrders(page);
  await page.goto('/orders?columns=order_number,tax_mode,supply_type,notes');
  for (const [key, label] of [
    ['tax_mode', 'Tax Mode'],
    ['supply_type', 'Supply Type'],
  ] as const) {
    await cellOf(page, order_number, key).focus();
    await page.keyboard.press('F2');
    await expect(page.getByRole('combobox', { name: label, exact: true })).toHaveCount(0);
  }
  await cellOf(page, order_number, 'notes').focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Notes', exact: true })).toBeVisible();
});

test('an order past its delivery date is marked until it is delivered', async ({
  page,
  orders,
  database,
}) => {
  const { order_number, id } = await orders.add({ status: 'shipped' });
  await openOrders(page);
  await database.query(`update orders set delivery_date = order_date - 2 where id = $1`, [id]);
  await page.reload();
  await expect(rowOf(page, order_number)).toContainText('Overdue');
  await orders.change(id, { status: 'delivered' });
  await expect(rowOf(page, order_number)).toContainText('Delivered');
  await expect(rowOf(page, order_number)).not.toContainText('Overdue');
});

test('what is shown is saved as CSV', async ({ page, orders }) => {
  const one = await orders.add({ notes: '=SUM(A1:A9)' });
  await orders.add({ customer_id: orders.other.id });
  await openOrders(page);
  await page.getByRole('searchbox', { name: 'Search Order Number' }).fill(one.order_number);
  await expect(page.getByRole('row').filter({ hasText: 'ORD-' })).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const [header, line, ...rest] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(header).toMatch(/^\ufeffOrder Number,Customer,Status,Items,Services,Total,Delivery Date,/);
  expect(line).toMatch(
    new RegExp(`^${one.order_number},${one.customer_name},Pending,1,,${one.total_amount},`),
  );
  expect(line).toContain("'=SUM(A1:A9)");
  expect(rest).toEqual(['']);
});

test('columns are searched, filters narrow the list, and each has its way back', async ({
  page,
  orders,
}) => {
  const one = await orders.add({ notes: 'Gate 4' });
  const big = await orders.add({
    customer_id: orders.other.id,
    items: [{ product_id: orders.second.id, quantity: 5000, unit_price: 12.5 }],
    status: 'confirmed',
  });
  await orders.add({ status: 'cancelled' });
  await openOrders(page);
  const rows = page.getByRole('row').filter({ hasText: 'ORD-' });
  await expect(rows).toHaveCount(3);
  await expectAtRightEdge(page, rows.first().getByRole('gridcell').last());
  const cards = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(cards('Total Orders')).toContainText('3');
  await expect(cards('Pending Orders')).toContainText('1');
  await expect(cards('Delivered')).toContainText('0');
  await expect(cards('Total Revenue')).toContainText('₹69,190.00');

  await page.getByRole('searchbox', { name: 'Search Customer' }).fill('malabar');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(big.order_number);
  await expect(cards('Total Orders')).toContainText('(1 shown)');
  await expect(page).toHaveURL(/in_customer_name=malabar/);
  await page.getByRole('searchbox', { name: 'Search Status' }).fill('pend');
  await expect(page.getByText('No orders found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all searches' }).click();
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Clear all searches' })).toBeHidden();

  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  await expect(panel.getByText('0 filter(s) active')).toBeVisible();
  await expect(panel.getByRole('group', { name: 'Quick select: Customer' })).toContainText(
    'Deccan Pumps',
  );
  await panel.getByRole('button', { name: 'Malabar Textiles' }).click();
  await panel.getByRole('combobox', { name: 'Amount Range' }).click();
  await page.getByRole('option', { name: '₹50,000 and above' }).click();
  await panel.getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: /^High/ }).click();
  await expect(panel.getByText('3 filter(s) active')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('Customer: Malabar Textiles')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Customer: Malabar Textiles' }).click();
  await page.getByRole('button', { name: 'Filters, 2 active' }).click();
  await panel.getByRole('button', { name: 'Clear All' }).click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rowOf(page, one.order_number)).toContainText('Gate 4');
});

test('an order is deleted after a question; what forbids it is said', async ({ page, orders }) => {
  const deleted = await orders.add();
  const stored = await orders.add({ status: 'delivered' });
  const moving = await orders.add();
  await openOrders(page);
  await expect(
    rowOf(page, stored.order_number).getByRole('button', { name: 'Delete' }),
  ).toBeHidden();
  await rowOf(page, deleted.order_number).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Order' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete Order' }).click();
  await expectToast(page, 'Order deleted successfully!');
  await expect(rowOf(page, deleted.order_number)).toBeHidden();

  await rowOf(page, moving.order_number).getByRole('button', { name: 'Delete' }).click();
  await orders.change(moving.id, { status: 'delivered' });
  await question.getByRole('button', { name: 'Delete Order' }).click();
  await expectToast(page, 'Failed to delete order: A delivered order cannot be deleted');
  await expect(question).toContainText('A delivered order cannot be deleted');
  expect(await orders.list()).toHaveLength(2);
});

test('an invoice is created from a confirmed order, with its lines and its rate', async ({
  page,
  orders,
}) => {
  const pending = await orders.add();
  const { order_number, id } = await orders.add({
    status: 'confirmed',
    services: [{ service_id: orders.service.id, quantity: 1, unit_price: 1500 }],
    tax_rate: 12,
  });
  await openOrders(page);
  const invoice = (number: string) =>
    rowOf(page, number).getByRole('button', { name: 'Generate Invoice' });
  await expect(invoice(pending.order_number)).toBeHidden();
  let sent: unknown;
  await page.route('**/api/invoices', (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ status: 201, json: { success: true, data: { id: 1 } } });
  });
  await invoice(order_number).click();
  const form = page.getByRole('dialog', { name: `Generate Invoice for Order ${order_number}` });
  await expect(form.getByText('Tax (12%)')).toBeVisible();
  await expect(form.getByLabel('Tax Rate')).toHaveValue('12');
  await expectAccessible(page);
  for (const _line of ['goods', 'service'])
    await form.getByRole('button', { name: 'Remove Item 1' }).click();
  await form.getByRole('button', { name: 'Generate Invoice' }).click();
  await expect(form.getByRole('alert')).toHaveText(
    'Please select a customer and add at least one item',
  );
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
  await invoice(order_number).click();
  const first = form.getByRole('group', { name: 'Item 1' });
  await first.getByLabel('Quantity').fill('3');
  await form.getByRole('button', { name: 'Generate Invoice' }).click();
  await expect(form.getByRole('alert')).toHaveText(
    'Item 1: Only 2 of this line can still be invoiced',
  );
  await first.getByLabel('Quantity').fill('2');
  await form.getByRole('button', { name: 'Generate Invoice' }).click();
  await expectToast(page, `Invoice generated successfully for Order ${order_number}`);
  await expect(form).toBeHidden();
  expect(sent).toMatchObject({
    order_id: id,
    customer_id: orders.customer.id,
    tax_rate: 12,
    terms_conditions: 'Net 30 days',
    items: [
      { product_id: orders.product.id, service_id: null, quantity: 2, line_total: 400 },
      { product_id: null, service_id: orders.service.id, quantity: 1, line_total: 1500 },
    ],
  });
});

test('on a phone an order is read, changed and made', async ({ page, orders }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const { order_number, id } = await orders.add();
  await page.goto('/orders');
  const row = rowOf(page, order_number);
  await expect(row).toContainText('₹440.00');
  await expectAccessible(page);
  await row.getByRole('button', { name: /Deccan Pumps/ }).click();
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details.getByRole('rowheader')).toContainText('Ball Bearing 6204');
  await details.getByRole('button', { name: 'Edit Order' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Order' });
  await form.getByRole('group', { name: 'Item 1' }).getByLabel('Quantity').fill('4');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Update Order' }).click();
  await page
    .getByRole('dialog', { name: 'Update Order' })
    .getByRole('button', { name: 'Update Order' })
    .click();
  await expectToast(page, 'Order updated successfully!');
  expect((await orders.get(id)).items).toMatchObject([{ quantity: 4 }]);
  await orders.change(id, { status: 'confirmed' });
  await row.getByRole('button', { name: /Deccan Pumps/ }).click();
  const invoice = details.getByRole('button', { name: 'Generate Invoice' });
  await expect(invoice).toBeVisible();
  const isCut = (button: Element) =>
    [button, ...button.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth);
  expect(await invoice.evaluate(isCut)).toBe(false);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

/** The actions of a row stay visible, regardless of the width of its other columns. */
async function expectAtRightEdge(page: Page, cell: Locator): Promise<void> {
  const edges = async () => {
    const [grid, own] = [
      await page.locator('[data-scroller]').boundingBox(),
      await cell.boundingBox(),
    ];
    return grid && own && Math.abs(grid.x + grid.width - own.x - own.width);
  };
  await expect.poll(edges).toBeLessThanOrEqual(2);
}
