import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectToast, openOrders, rowOf, test } from '../orders';
import { expect, expectAccessible } from '../product';

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
