import { enter, expect, expectAccessible, test } from '../product';

test('payment methods are added, made the default and removed', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  await page.goto('/billing');
  await page.getByRole('tab', { name: 'Payment Methods' }).click();
  await expect(page.getByText('No payment methods found')).toBeVisible();
  const add = page.getByRole('button', { name: 'Add Payment Method' });
  await add.click();
  const form = page.getByRole('dialog', { name: 'Add Payment Method' });
  await form.getByLabel('Bank Name').fill('HDFC Bank');
  await form.getByLabel('Account Number').fill('5010 0123 4567 89');
  await form.getByLabel('IFSC').fill('hdfc0000123');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save Payment Method' }).click();
  await expect(page.getByText('Payment method added successfully')).toBeVisible();
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(item('HDFC Bank')).toContainText('50100123456789');
  await expect(item('HDFC Bank')).toContainText('Default');

  await expect(form).toBeHidden();
  await add.click();
  await form.getByLabel('Account Number').fill('123456789');
  await form.getByLabel('Type').selectOption('UPI');
  await expect(form.getByLabel('Account Number')).toBeHidden();
  await form.getByRole('button', { name: 'Save Payment Method' }).click();
  await expect(form.getByRole('alert')).toContainText('UPI ID is required');
  await form.getByLabel('UPI ID').fill('sahyadri@ybl');
  await form.getByRole('button', { name: 'Save Payment Method' }).click();
  await expect(form).toBeHidden();
  await item('sahyadri@ybl').getByRole('button', { name: 'Set as Default' }).click();
  await expect(page.getByText('Default payment method updated successfully')).toBeVisible();
  await expect(item('sahyadri@ybl')).toContainText('Default');
  await expect(item('HDFC Bank').getByRole('button', { name: 'Set as Default' })).toBeVisible();

  await item('sahyadri@ybl').getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Payment Method' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(item('sahyadri@ybl')).toBeVisible();
  await item('sahyadri@ybl').getByRole('button', { name: 'Remove' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Payment method removed successfully')).toBeVisible();
  await expect(item('sahyadri@ybl')).toBeHidden();
  await expect(item('HDFC Bank')).toContainText('Default');
  await page.reload();
  await page.getByRole('tab', { name: 'Payment Methods' }).click();
  await expect(item('HDFC Bank')).toContainText('IFSC HDFC0000123');
});

test('invoices are downloaded one by one and all together', async ({
  page,
  context,
  product,
  database,
}) => {
  await enter(context, product);
  await page.goto('/billing');
  await expect(page.getByText('No invoices found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download All' })).toBeDisabled();
  await expect(page.getByText('No invoices to download.')).toBeVisible();
  const response = await context.request.post('/api/customers', {
    data: { company_name: 'Deccan Pumps', contact_person: 'Bo Li' },
  });
  const { data } = (await response.json()) as { data: { id: number } };
  for (const [number, day] of [
    ['INV-20-21-00001', '2020-05-01'],
    ['INV-20-21-00002', '2020-06-01'],
  ]) {
    await database.query(
      `insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate,
         tax_amount, total_amount, status, created_at, updated_at)
       values ($1, $2, $3, $3, 1234.5, 0, 0, 1234.5, 'sent', now(), now())`,
      [number, data.id, day],
    );
  }
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'INV-20-21-00001' });
  await expect(row).toContainText('₹1,234.50');
  await expect(row).toContainText('Deccan Pumps');
  await expectAccessible(page);
  const one = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download' }).click();
  expect((await one).suggestedFilename()).toBe('INV-20-21-00001.pdf');
  const all = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download All' }).click();
  expect((await all).suggestedFilename()).toBe('invoices.zip');
  await page.getByLabel('Period').selectOption('This month');
  await expect(page.getByText('No invoice was issued in this period.')).toBeVisible();
});
