import { cellOf, company, makeCustomer, makeInvoice, pick } from './invoices-page';
import { enter, expect, expectAccessible, test } from './product';

test('a part of an invoice is credited, issued, and lowers its balance', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const customer = await makeCustomer(page);
  const invoice = await makeInvoice(page, customer.id, { status: 'sent' });
  await page.request.put('/api/settings', { data: { tax_mode: 'gst' } });
  await page.goto('/');
  await page.getByRole('link', { name: 'Credit Notes' }).click();
  await expect(page.getByRole('heading', { name: 'Credit Notes' })).toBeVisible();
  await page.getByRole('button', { name: 'New Credit Note' }).click();
  const form = page.getByRole('dialog', { name: 'New Credit Note' });
  await pick(form, 'Invoice', invoice.invoice_number);
  await form.getByLabel('Reason').selectOption('Price');
  await expect(form.getByLabel('Quantity of Forged flange')).toHaveValue('10');
  await form.getByLabel('Quantity of Forged flange').fill('11');
  await expect(form.getByText('Only 10 of "Forged flange" were invoiced').first()).toBeVisible();
  await form.getByLabel('Quantity of Forged flange').fill('4');
  await expect(form.getByLabel('Totals')).toContainText('₹472.00');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Draft' }).click();
  await expect(form).toBeHidden();
  await expect(cellOf(page, 'customer_name')).toHaveText(company);
  await page.locator('[data-row="0"]').getByRole('button', { name: 'Issue' }).click();
  const question = page.getByRole('dialog', { name: 'Issue Credit Note' });
  await question.getByRole('button', { name: 'Issue Credit Note' }).click();
  await expect(cellOf(page, 'note_number')).toContainText('CN-');
  await page.locator('[data-row="0"]').getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog', { name: 'Credit Note Details' });
  await expect(details.getByText('₹708.00')).toBeVisible();
  await details.getByRole('link', { name: invoice.invoice_number }).click();
  const shown = page.getByRole('dialog', { name: 'Invoice Details' });
  await expect(shown.getByRole('link', { name: /^CN-/ })).toBeVisible();
  await expect(shown.getByText('₹708.00')).toBeVisible();
});
