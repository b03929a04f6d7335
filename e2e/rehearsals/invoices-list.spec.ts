import type { Page } from '@playwright/test';
import {
  card,
  cellOf,
  company,
  day,
  make,
  makeCustomer,
  makeInvoice,
  openList,
  rowsOf,
} from '../invoices-page';
import { enter, expect, expectAccessible, outsider, startProduct, test } from '../product';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('filters find, and chips take them away', async ({ page, product }) => {
  await enter(page, product);
  const customer = await makeCustomer(page);
  const other = await makeCustomer(page, { company_name: 'Kaveri Looms' });
  await makeInvoice(page, customer.id, {
    invoice_date: day(-70),
    due_date: day(-40),
    status: 'sent',
  });
  const soon = await makeInvoice(page, customer.id, { due_date: day(2), status: 'sent' });
  await makeInvoice(page, other.id);
  await openList(page, product, '/invoices');
  await expect(page.getByText('Showing 3 of 3 invoices')).toBeVisible();
  const choose = async (label: string, choice: string) => {
    await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  await page.getByRole('button', { name: /^Filters/ }).click();
  await choose('Customer', company);
  await choose('Due Status', 'Overdue');
  await choose('Aging', '61-90 days');
  await choose('Payment Status', 'Unpaid');
  await choose('Amount Range', '₹1,000 to under ₹5,000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('Showing 1 of 3 invoices')).toBeVisible();
  await expect(card(page, 'Total Invoices')).toContainText('3(1 shown)');
  for (const chip of ['Due Status: Overdue', 'Aging: 61-90 days'])
    await page.getByRole('button', { name: `Remove filter ${chip}` }).click();
  await expect(page.getByText('Showing 2 of 3 invoices')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search invoices' }).fill('no such thing');
  await expect(page.getByText('No invoices found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear All' }).first().click();
  await expect(page.getByText('Showing 3 of 3 invoices')).toBeVisible();

  const inTime = { invoice_id: soon.id, payment_method: 'cash', payment_date: day() };
  await make(page, 'payments', { ...inTime, amount: soon.total_amount });
  await expect(card(page, 'Paid Invoices')).toContainText('1');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await choose('Due Status', 'Paid on time');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('Showing 1 of 3 invoices')).toBeVisible();
});

test('the badges of a status fit next to the actions, within the height of a row', async ({
  page,
  product,
}) => {
  await enter(page, product);
  const customer = await makeCustomer(page);
  const dates = { invoice_date: day(-70), due_date: day(-40) };
  const invoice = await makeInvoice(page, customer.id, { ...dates, status: 'sent' });
  const part = { invoice_id: invoice.id, amount: 1, payment_method: 'cash', payment_date: day() };
  await make(page, 'payments', part);
  await openList(page, product, '/invoices');
  const badges = cellOf(page, 'status').locator('[data-badge]');
  await expect(badges).toHaveText(['Partially Paid', 'Overdue']);
  const row = await rowsOf(page).first().boundingBox();
  const actions = await cellOf(page, 'actions').boundingBox();
  for (const badge of await badges.all()) {
    const box = await badge.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(actions?.x ?? 0);
    expect(box?.y ?? 0).toBeGreaterThanOrEqual(row?.y ?? 0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((row?.y ?? 0) + (row?.height ?? 0));
  }
});

test('the print view opens in a separate window, and the PDF is saved', async ({
  page,
  product,
}) => {
  await enter(page, product);
  const customer = await makeCustomer(page, { company_name: '<b>Godavari</b> & Sons' });
  const invoice = await makeInvoice(page, customer.id, { status: 'pending' });
  await openList(page, product, `/invoices?view=${invoice.id}`);
  const details = dialog(page, 'Invoice Details');
  const opening = page.waitForEvent('popup');
  await details.getByRole('button', { name: 'Print' }).click();
  const view = await opening;
  await expect(view.getByRole('heading')).toHaveText(`Invoice ${invoice.invoice_number}`);
  for (const texts of ['<b>Godavari</b> & Sons', '₹1,180.00', 'Pending', 'Balance Due'])
    await expect(view.getByText(texts).first()).toBeVisible();
  await view.close();

  const saving = page.waitForEvent('download');
  await details.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('Generating invoice PDF...')).toBeVisible();
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/);
  await expect(
    page.getByText(`Invoice ${invoice.invoice_number} downloaded successfully!`),
  ).toBeVisible();
});

test('an email that cannot be sent is reported, and can be sent again', async ({ browser }) => {
  test.slow();
  // Nothing listens there.
  const product = await startProduct({ SMTP_URL: 'smtp://127.0.0.1:9' });
  try {
    const page = await outsider(browser, product);
    await enter(page, product);
    const customer = await makeCustomer(page);
    await makeInvoice(page, customer.id, { status: 'pending' });
    await openList(page, product, '/invoices');
    await rowsOf(page).getByRole('button', { name: 'Send', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Send Invoice' });
    await question.getByRole('button', { name: 'Send Invoice' }).click();
    await expect(page.getByText(/^Failed to send invoice: The mail server/)).toBeVisible();
    await expect(question.getByRole('alert')).toContainText('The mail server');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(cellOf(page, 'status')).toContainText('Pending');
    await expect(cellOf(page, 'status')).toContainText('Not sent');
    await rowsOf(page).getByRole('button', { name: 'View' }).click();
    const details = dialog(page, 'Invoice Details');
    await expect(details).toContainText('The mail server cannot be reached');
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Try again' }).click();
    await expect(question).toBeVisible();
  } finally {
    await product.stop();
  }
});

test('on a phone an invoice is read and begun', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await enter(page, product);
  const customer = await makeCustomer(page);
  await makeInvoice(page, customer.id, { due_date: day(2) });
  await openList(page, product, '/invoices');
  const row = page.getByRole('row').filter({ hasText: company });
  await expect(row).toContainText('Draft');
  await expectAccessible(page);
  await row.getByRole('button').first().click();
  const details = dialog(page, 'Invoice Details');
  await expect(details).toContainText('Due in 2 days');
  await expect(details).toContainText('Forged flange');
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'New Invoice' }).click();
  const form = dialog(page, 'Create Invoice');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
