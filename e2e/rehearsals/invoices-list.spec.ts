import type { Page } from '@playwright/test';
import { cellOf, makeCustomer, makeInvoice, openList, rowsOf } from '../invoices-page';
import { enter, expect, expectAccessible, outsider, startProduct, test } from '../product';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

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
