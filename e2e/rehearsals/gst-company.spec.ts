import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Download, Locator, Page } from '@playwright/test';
import { pagesOf } from '../../src/kit/server/testing/test-pdf';
import { completeGstin } from '../../src/modules/organization/company/gstin.rules';
import type { EInvoice } from '../../src/modules/compliance/filings/e-invoice.rules';
import { sampleIrn, signedFile } from '../../src/modules/compliance/filings/filings.builders';
import { cellOf, pick, rowOf } from '../orders';
import { client, enter, expect, expectAccessible, test } from '../product';
import { chooseMore } from '../row-actions';

const buyer = 'Kaveri Hydraulics';
const bengaluru = completeGstin('29AAGCB7383J1Z');
const goa = completeGstin('30AAGCB7383J1Z');

/** A company in Pune with goods, of which one has no HSN code yet. */
async function prepare(admin: APIRequestContext): Promise<(path: string, data: object) => unknown> {
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const response = await admin[method](`/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const address = { billing_address: '2 Ring Road', city: 'Pune', zip_code: '411002' };
  const names = { company_name: 'Deccan Fasteners', legal_name: 'Deccan Fasteners Limited' };
  await send('put', '/billing/profile', { ...names, tax_id: '27AAPFU0939F1ZV', ...address });
  await send('put', '/settings', { tax_mode: 'gst', turnover_band: 'up_to_10_crore' });
  const listed = await (await admin.get('/api/tax-classes')).json();
  const { data } = listed as { data: { id: number; name: string }[] };
  const tax_class_id = data.find(({ name }) => name === 'GST 18%')?.id;
  const goods = { stock_quantity: 10, tax_class_id };
  const rod = { product_name: 'Steel Rod', sku_code: 'SR-1', unit_of_measure: 'kg' };
  const valve = { product_name: 'Ball Valve', sku_code: 'BV-1', unit_of_measure: 'each' };
  await send('post', '/products', { ...goods, ...rod, unit_price: 199.99 });
  await send('post', '/products', { ...goods, ...valve, unit_price: 1250, hsn_code: '848180' });
  return (path, values) => send('put', path, values);
}

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** A customer of two states, its goods going to the second one. */
async function addCustomer(page: Page): Promise<void> {
  await page.goto('/customers');
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const form = dialog(page, 'Add Customer');
  await form.getByLabel('Company Name').fill(buyer);
  await form.getByLabel('Contact Person').fill('Meera Rao');
  await form.getByLabel('GST Category').selectOption('Regular');
  await form.getByLabel('GSTIN').fill(bengaluru);
  await form.getByLabel('Billing Address').fill('7 Lake View');
  await form.getByLabel('City').fill('Bengaluru');
  await form.getByLabel('Postal Code').fill('560001');
  await form.getByRole('button', { name: 'Create Customer' }).click();
  await rowOf(page, buyer).getByRole('button', { name: 'View' }).click();
  await dialog(page, 'Customer Details').getByRole('button', { name: 'Add Address' }).click();
  const address = dialog(page, 'Add Address');
  await address.getByLabel('Label').fill('Goa works');
  await address.getByLabel('GSTIN').fill(goa);
  await address.getByLabel('Address', { exact: true }).fill('1 Harbour Road');
  await address.getByLabel('City').fill('Vasco da Gama');
  await address.getByLabel('Postal Code').fill('403802');
  await address.getByLabel('Default for Billing').uncheck();
  await address.getByRole('button', { name: 'Save Address' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Goa works' })).toContainText(goa);
}

/** 2.5 kg less a tenth and 3 pieces less ₹150. */
async function takeOrder(page: Page): Promise<void> {
  await page.goto('/orders?new=1');
  const form = dialog(page, 'Create New Order');
  await pick(page, form.getByRole('combobox', { name: 'Customer' }), 'kaveri', buyer);
  const lines = [
    { name: 'Steel Rod', quantity: '2.5', discount: ['Discount (%)', '10'] },
    { name: 'Ball Valve', quantity: '3', discount: ['Discount', '150'] },
  ] as const;
  for (const [index, { name, quantity, discount }] of lines.entries()) {
    if (index > 0) await form.getByRole('button', { name: 'Add Item' }).click();
    const item = form.getByRole('group', { name: `Item ${index + 1}` });
    await pick(page, item.getByRole('combobox', { name: 'Product' }), name, name);
    await item.getByLabel('Quantity').fill(quantity);
    await item.getByLabel(discount[0], { exact: true }).fill(discount[1]);
  }
  await expect(form.getByText('The goods are delivered in Goa (30)')).toBeVisible();
  // 449.98 and 3,600.00, and 18 % of each.
  for (const sum of ['₹4,049.98', '₹729.00', '₹4,778.98'])
    await expect(form.getByText(sum, { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Create Order' }).click();
  await dialog(page, 'Create Order').getByRole('button', { name: 'Create Order' }).click();
  await expect(rowOf(page, buyer)).toContainText('₹4,778.98');
}

async function chargeFor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await rowOf(page, buyer).getByRole('button', { name: 'Generate Invoice' }).click();
  const form = dialog(page, /^Generate Invoice for Order/);
  await expect(form.getByText('₹4,778.98', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Generate Invoice' }).click();
  await expect(form).toBeHidden();
}

/** Issuing is refused, and the button next to the reason leads to the product. */
async function issue(page: Page): Promise<void> {
  await page.goto('/invoices');
  const ask = async () => {
    await chooseMore(rowOf(page, buyer), 'Issue');
    return dialog(page, 'Issue Invoice');
  };
  const question = await ask();
  await question.getByRole('button', { name: 'Issue Invoice' }).click();
  await expect(question.getByRole('alert')).toContainText('Item 1 has no HSN code');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Open Product: Item 1 has no HSN code' }).click();
  await dialog(page, 'Product Details').getByRole('button', { name: 'Edit' }).click();
  const product = dialog(page, 'Edit Product');
  await product.getByLabel('HSN Code').fill('721499');
  await product.getByRole('button', { name: 'Save Product' }).click();
  await expect(product).toBeHidden();
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  const again = await ask();
  await expect(again.getByText('No problems found.')).toBeVisible();
  await again.getByRole('button', { name: 'Issue Invoice' }).click();
  await expect(cellOf(page, buyer, 'invoice_number')).toContainText('INV-');
}

async function saved(page: Page, click: () => Promise<void>): Promise<Buffer> {
  const waiting = page.waitForEvent('download');
  await click();
  const download: Download = await waiting;
  return readFile(await download.path());
}

/** The portal's file, its answer, and the invoice with IRN and QR code. */
async function register(page: Page): Promise<void> {
  await rowOf(page, buyer).getByRole('button', { name: 'View' }).click();
  const details = dialog(page, 'Invoice Details');
  const file = await saved(page, () =>
    details.getByRole('button', { name: 'Download JSON' }).click(),
  );
  const [sent] = JSON.parse(file.toString()) as [EInvoice];
  expect(sent.BuyerDtls).toMatchObject({ Gstin: bengaluru, Pos: '30' });
  expect(sent.ItemList).toMatchObject([
    { HsnCd: '721499', Qty: 2.5, Unit: 'KGS', Discount: 50, AssAmt: 449.98, IgstAmt: 81 },
    { HsnCd: '848180', Qty: 3, Unit: 'NOS', Discount: 150, AssAmt: 3600, IgstAmt: 648 },
  ]);
  const response = signedFile(sent, { change: { MainHsnCode: '848180' } });
  await details.getByLabel('Signed response file').setInputFiles({
    name: 'answer.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([response])),
  });
  await expect(details.getByText(sampleIrn)).toBeVisible();
  const pdf = await saved(page, () =>
    details.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  const [paper = ''] = await pagesOf(pdf);
  expect(paper.replaceAll(' ', '')).toContain(sampleIrn);
  for (const text of ['TAX INVOICE', bengaluru, goa, '721499', '2.5', '4,778.98'])
    expect(paper).toContain(text);
}

/** One of the three valves comes back. */
async function credit(page: Page): Promise<void> {
  await page.goto('/credit-notes?new=1');
  const form = dialog(page, 'New Credit Note');
  await pick(page, form.getByRole('combobox', { name: 'Invoice' }), 'INV-', 'INV-');
  await form.getByLabel('Reason').selectOption('Goods returned');
  await form.getByLabel('Return goods to stock').check();
  await form.getByLabel('Steel Rod', { exact: true }).uncheck();
  await form.getByLabel('Quantity of Ball Valve').fill('1');
  await expect(form.getByLabel('Totals')).toContainText('₹1,416.00');
  await form.getByRole('button', { name: 'Create Draft' }).click();
  await rowOf(page, buyer).getByRole('button', { name: 'Issue', exact: true }).click();
  await dialog(page, 'Issue Credit Note')
    .getByRole('button', { name: 'Issue Credit Note' })
    .click();
  await expect(cellOf(page, buyer, 'note_number')).toContainText('CN-');
}

/** The note has a separate e-invoice, which names its invoice. */
async function registerNote(page: Page): Promise<void> {
  await rowOf(page, buyer).getByRole('button', { name: 'View' }).click();
  const details = dialog(page, 'Credit Note Details');
  await expect(details.getByText('No problems found.')).toBeVisible();
  const file = await saved(page, () =>
    details.getByRole('button', { name: 'Download JSON' }).click(),
  );
  const [sent] = JSON.parse(file.toString()) as [EInvoice];
  expect(sent.DocDtls.Typ).toBe('CRN');
  expect(sent.RefDtls?.PrecDocDtls).toHaveLength(1);
  await details.getByLabel('Signed response file').setInputFiles({
    name: 'answer.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([signedFile(sent)])),
  });
  await expect(details.getByText(sampleIrn)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
}

test('a sale to another state, from the customer to the GSTR-1 of the month', async ({
  page,
  context,
  product,
}) => {
  test.slow();
  await enter(context, product);
  const admin = await client(product);
  const put = await prepare(admin);
  await addCustomer(page);
  await takeOrder(page);
  await put('/orders/1/status', { status: 'shipped' });
  await chargeFor(page);
  await issue(page);
  await register(page);
  await credit(page);
  await registerNote(page);
  const goods = (await (await admin.get('/api/products')).json()) as {
    data: { product_name: string; stock_quantity: number }[];
  };
  const stock = goods.data.map((each) => [each.product_name, each.stock_quantity]);
  expect(Object.fromEntries(stock)).toEqual({ 'Steel Rod': 7.5, 'Ball Valve': 8 });

  await page.getByRole('link', { name: 'GST Returns' }).click();
  await page.getByLabel('Month').selectOption({ index: 0 });
  const table = (name: string) =>
    page.getByRole('table', { name: 'Tables' }).getByRole('row').filter({ hasText: name });
  await expect(table('4, 6B, 6C')).toContainText('1₹4,049.98₹729.00₹0.00');
  await expect(table('9B: notes to registered buyers')).toContainText('1-₹1,200.00-₹216.00');
  await expect(table('Documents of the month')).toContainText('2₹2,849.98₹513.00');
  await expectAccessible(page);
});

test('a company with one tax rate sees nothing of GST on the way of a sale', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const admin = await client(product);
  const post = async (path: string, data: object) =>
    expect((await admin.post(`/api${path}`, { data })).status()).toBe(201);
  await post('/customers', { company_name: buyer, contact_person: 'Meera Rao' });
  await post('/products', { product_name: 'Ball Valve', sku_code: 'BV-1', unit_price: 1250 });
  const items = [{ product_id: 1, quantity: 3, unit_price: 1250 }];
  await post('/orders', { customer_id: 1, items });
  await admin.put('/api/orders/1/status', { data: { status: 'confirmed' } });
  const gst = /GST|HSN|Tax Class|Place of Supply|Discount \(%\)|Credit Note|E-Invoice|Units/;
  const none = (where: Locator) => expect(where.getByText(gst)).toHaveCount(0);
  await page.goto('/customers');
  await page.getByRole('button', { name: 'Inventory', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Categories' })).toBeVisible();
  await none(page.getByRole('navigation', { name: 'Main' }));

  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  await expect(dialog(page, 'Add Customer').getByLabel('Company Name')).toBeVisible();
  await expect(dialog(page, 'Add Customer').getByLabel('GST Category')).toHaveCount(0);
  await page.goto('/inventory/products?new=1');
  await expect(dialog(page, 'Add New Product').getByLabel('SKU Code')).toBeVisible();
  await none(dialog(page, 'Add New Product'));
  await page.goto('/orders?new=1');
  await expect(dialog(page, 'Create New Order').getByLabel('Tax Rate')).toBeVisible();
  await none(dialog(page, 'Create New Order'));
  await page.goto('/orders');
  await chargeForOne(page);
  await page.goto('/invoices');
  await chooseMore(rowOf(page, buyer), 'Issue');
  const question = dialog(page, 'Issue Invoice');
  await none(question);
  await question.getByRole('button', { name: 'Issue Invoice' }).click();
  await expect(cellOf(page, buyer, 'invoice_number')).toContainText('INV-');
  await rowOf(page, buyer).getByRole('button', { name: 'View' }).click();
  const details = dialog(page, 'Invoice Details');
  await expect(details.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await none(details);
  await expect(details.getByRole('button', { name: 'Correct Invoice' })).toHaveCount(0);
});

async function chargeForOne(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await rowOf(page, buyer).getByRole('button', { name: 'Generate Invoice' }).click();
  const form = dialog(page, /^Generate Invoice for Order/);
  await expect(form.getByLabel('Tax Rate')).toBeVisible();
  await form.getByRole('button', { name: 'Generate Invoice' }).click();
  await expect(form).toBeHidden();
}
