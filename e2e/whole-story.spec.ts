import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { startMailServer } from '../src/kit/server/testing/test-mail-server';
import { pagesOf } from '../src/kit/server/testing/test-pdf';
import { make } from './invoices-page';
import { cellOf, expectToast, pick, rowOf } from './orders';
import { enter, expect, expectAccessible, startProduct, test as base } from './product';

const company = 'Konkan Castings';

const test = base.extend<{ mailServer: Awaited<ReturnType<typeof startMailServer>> }>({
  mailServer: async ({ browserName: _ }, use) => {
    const server = await startMailServer();
    await use(server);
    await server.close();
  },
  product: async ({ mailServer }, use) => {
    const product = await startProduct({ SMTP_URL: mailServer.url });
    await use(product);
    await product.stop();
  },
});

const card = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

async function goTo(page: Page, entry: string, heading: string): Promise<void> {
  await page.getByRole('link', { name: entry, exact: true }).click();
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
}

/** What a details dialog says under a label. */
const detailOf = (details: Locator, label: string): Locator =>
  details
    .locator('div')
    .filter({ has: details.page().getByText(label, { exact: true }) })
    .last();

async function expectStock(page: Page, name: string, onHand: number, reserved: number) {
  await goTo(page, 'Products', 'Product Management');
  await rowOf(page, name).getByRole('button', { name: 'View' }).click();
  const details = dialog(page, 'Product Details');
  await expect(detailOf(details, 'On Hand')).toHaveText(`On Hand${onHand} each`);
  await expect(detailOf(details, 'Reserved')).toHaveText(`Reserved${reserved} each`);
  return details;
}

async function setStatus(page: Page, order: string, status: string): Promise<void> {
  await goTo(page, 'Orders', 'Orders Management');
  await cellOf(page, order, 'status').dblclick({ position: { x: 4, y: 4 } });
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption(status);
  await expectToast(page, 'Order status updated successfully!');
}

async function textOf(download: Download): Promise<string> {
  return (await pagesOf(await readFile(await download.path()))).join(' ');
}

async function expectCard(page: Page, name: string, text: string): Promise<void> {
  await goTo(page, 'Dashboard', 'CRM Dashboard');
  await expect(card(page, name)).toContainText(text);
}

/** A lead without an address becomes a customer, who then gets one. */
async function winCustomer(page: Page): Promise<void> {
  await goTo(page, 'Leads', 'Lead Management');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('button', { name: 'Add New Lead' }).first().click();
  const form = dialog(page, 'Create New Lead');
  await form.getByLabel('Company Name').fill(company);
  await form.getByLabel('Contact Person').fill('Meera Kulkarni');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expectToast(page, `Lead "${company}" has been created successfully`);
  await rowOf(page, company).getByRole('button', { name: 'Convert' }).click();
  await page
    .getByRole('dialog', { name: 'Convert Lead to Customer' })
    .getByRole('button', { name: 'Convert to Customer' })
    .click();
  await expectToast(page, `Lead "${company}" has been successfully converted to a customer!`);
  await goTo(page, 'Customers', 'Customer Management');
  await cellOf(page, company, 'email').dblclick({ position: { x: 4, y: 4 } });
  const editor = page.getByRole('textbox', { name: 'Email', exact: true });
  await editor.fill('accounts@konkan.example');
  await editor.press('Enter');
  await expectToast(page, 'Customer updated successfully');
}

/** Two products and a service, every figure as it is typed; gives the order's number. */
async function takeOrder(page: Page): Promise<string> {
  await goTo(page, 'Dashboard', 'CRM Dashboard');
  await page.getByRole('link', { name: 'Create Order' }).click();
  const form = dialog(page, 'Create New Order');
  await pick(page, form.getByRole('combobox', { name: 'Customer' }), 'konkan', company);
  const lines = [
    { typed: 'bear', name: 'Ball Bearing 6204', quantity: '3', stock: 'On hand 10' },
    { typed: 'bolt', name: 'Hex Bolt M8', quantity: '17', stock: 'On hand 1,000' },
  ];
  for (const [index, { typed, name, quantity, stock }] of lines.entries()) {
    if (index > 0) await form.getByRole('button', { name: 'Add Item' }).click();
    const item = form.getByRole('group', { name: `Item ${index + 1}` });
    await pick(page, item.getByRole('combobox', { name: 'Product' }), typed, name);
    await expect(item).toContainText(stock);
    await item.getByLabel('Quantity').fill(quantity);
  }
  await form.getByRole('button', { name: 'Add Service' }).click();
  const service = form.getByRole('group', { name: 'Service 1' });
  await pick(page, service.getByRole('combobox', { name: 'Service' }), 'amc', 'Annual maintenance');
  await form.getByLabel('Tax Rate').selectOption('18');
  // 3 × 199.99 + 17 × 12.35 + 1500.55, and 18 % of it to the paisa.
  for (const sum of ['₹2,310.47', '₹415.88', '₹2,726.35'])
    await expect(form.getByText(sum, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Order' }).click();
  const question = page.getByRole('dialog', { name: 'Create Order' });
  await expect(question).toContainText(`${company}: 2 items and 1 service, ₹2,726.35 with tax?`);
  await question.getByRole('button', { name: 'Create Order' }).click();
  await expectToast(page, 'Order created successfully!');
  const list = (await (await page.request.get('/api/orders')).json()) as {
    data: { order_number: string }[];
  };
  const [order, ...others] = list.data;
  expect(others).toEqual([]);
  return order?.order_number ?? '';
}

async function shipOrder(page: Page, order: string): Promise<void> {
  await setStatus(page, order, 'confirmed');
  const held = await expectStock(page, 'Ball Bearing 6204', 10, 3);
  await held.getByRole('button', { name: 'Close', exact: true }).click();
  await setStatus(page, order, 'shipped');
  const sold = await expectStock(page, 'Ball Bearing 6204', 7, 0);
  const movement = sold
    .getByRole('list', { name: 'Stock Movements' })
    .getByRole('listitem')
    .first();
  await expect(movement).toContainText('−3');
  await expect(movement).toContainText(`Order ${order}`);
  await expect(movement).toContainText('10 → 7');
  await sold.getByRole('button', { name: 'Close', exact: true }).click();
  const bolts = await expectStock(page, 'Hex Bolt M8', 983, 0);
  await bolts.getByRole('button', { name: 'Close', exact: true }).click();
}

/** The order's invoice, as a draft and as mailed; gives its legal number. */
async function chargeFor(page: Page, order: string): Promise<string> {
  await goTo(page, 'Orders', 'Orders Management');
  await rowOf(page, order).getByRole('button', { name: 'Generate Invoice' }).click();
  const form = dialog(page, `Generate Invoice for Order ${order}`);
  await expect(form.getByText('₹2,726.35', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Generate Invoice' }).click();
  await expectToast(page, `Invoice generated successfully for Order ${order}`);
  await goTo(page, 'Invoices', 'Invoice Management');
  const draft = rowOf(page, 'DRAFT-1');
  await expect(draft).toContainText('₹2,726.35');
  await expect(card(page, 'Total Revenue')).toContainText('₹0.00');
  await draft.getByRole('button', { name: 'Send', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Send Invoice' });
  await question.getByRole('button', { name: 'Send Invoice' }).dblclick();
  await expect(question).toBeHidden();
  await expect(rowOf(page, 'INV-')).toContainText('Sent');
  await expect(card(page, 'Total Revenue')).toContainText('₹2,726.35');
  return cellOf(page, 'INV-', 'invoice_number').innerText();
}

async function pay(page: Page, invoice: string, paid: { before: string; amount: string }) {
  await goTo(page, 'Invoices', 'Invoice Management');
  await rowOf(page, invoice).getByRole('button', { name: 'Payment' }).click();
  const form = dialog(page, 'Record Payment');
  const amount = form.getByLabel('Amount', { exact: true });
  await expect(amount).toHaveValue(paid.before);
  await amount.fill(paid.amount);
  await form.getByRole('button', { name: 'Record Payment' }).click();
  await expect(form).toBeHidden();
}

const texts = (text: string): string => text.replaceAll(/\s+/g, ' ');

test('from a lead to the receipt for its last rupee, each figure the same on every screen', async ({
  page,
  product,
  mailServer,
}) => {
  test.slow();
  await enter(page, product);
  await page.goto('/');
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('response', (response) => response.status() >= 500 && wrong.push(response.url()));
  await page.getByRole('button', { name: 'Inventory', exact: true }).click();
  const goods = { product_name: 'Ball Bearing 6204', sku_code: 'BRG-6204', unit_price: 199.99 };
  const bolts = { product_name: 'Hex Bolt M8', sku_code: 'BLT-M8', unit_price: 12.35 };
  await make(page, 'products', { ...goods, stock_quantity: 10 });
  await make(page, 'products', { ...bolts, stock_quantity: 1000 });
  const amc = { service_name: 'Annual maintenance', service_type: 'AMC', price: 1500.55 };
  await make(page, 'services', amc);

  await winCustomer(page);
  await expectCard(page, 'Converted Customers', '1 conversion (100%)');
  const order = await takeOrder(page);
  await expect(rowOf(page, order)).toContainText('₹2,726.35');
  await goTo(page, 'Customers', 'Customer Management');
  await shipOrder(page, order);
  const invoice = await chargeFor(page, order);
  expect(invoice).toMatch(/^INV-\d\d-\d\d-00001$/);

  expect(mailServer.received).toHaveLength(1);
  const [mail] = mailServer.received;
  expect(mail?.to).toMatchObject({ text: 'accounts@konkan.example' });
  expect(mail?.subject).toContain(invoice);
  expect(mail?.text).toContain('Amount: ₹2,726.35');
  expect(mail?.attachments.map((each) => each.contentType)).toEqual(['application/pdf']);
  const paper = (await pagesOf(mail?.attachments[0]?.content ?? new Uint8Array())).join(' ');
  for (const text of [invoice, company, 'Annual maintenance', '₹2,310.47', 'Tax (18%) ₹415.88'])
    expect(texts(paper)).toContain(text);
  expect(texts(paper)).toContain('Total ₹2,726.35 Balance Due ₹2,726.35');

  await expectCard(page, 'Outstanding Invoices', '1');
  await expect(card(page, 'Outstanding Invoices')).toContainText('Pending Collection (100%)');
  await pay(page, invoice, { before: '2726.35', amount: '1000.01' });
  await expect(rowOf(page, invoice)).toContainText('Partially Paid');
  await expect(cellOf(page, invoice, 'balance_due')).toHaveText('₹1,726.34');
  await expectCard(page, 'Total Revenue', '₹1,000.01');
  await expect(card(page, 'Outstanding Invoices')).toContainText('Pending Collection (100%)');
  await pay(page, invoice, { before: '1726.34', amount: '1726.34' });
  await expect(cellOf(page, invoice, 'status')).toHaveText('Paid');
  await expect(cellOf(page, invoice, 'balance_due')).toHaveText('₹0.00');
  await expectCard(page, 'Total Revenue', '₹2,726.35');
  await expect(card(page, 'Outstanding Invoices')).toContainText('Pending Collection (0%)');
  await expect(page.getByRole('region', { name: 'Top Customers' })).toContainText(
    `${company}2 payments₹2,726.35`,
  );

  await goTo(page, 'Payments', 'Payment Management');
  await expect(card(page, 'Total Amount')).toContainText('₹2,726.35');
  const saving = page.waitForEvent('download');
  await rowOf(page, '₹1,726.34').getByRole('button', { name: 'View' }).click();
  await dialog(page, 'Payment Details').getByRole('button', { name: 'Download Receipt' }).click();
  const receipt = texts(await textOf(await saving));
  for (const text of ['RECEIPT', invoice, company, 'Amount Received ₹1,726.34', 'Due ₹0.00'])
    expect(receipt).toContain(text);
  expect(mailServer.received).toHaveLength(1);
  expect(wrong).toEqual([]);
});
