import { enter, expect, expectAccessible, test } from '../product';

test('the billing information is saved and survives a reload', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  await page.goto('/');
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Billing Details' }).click();
  await expect(page.getByRole('heading', { name: 'Billing Details' })).toBeVisible();
  await page.getByRole('tab', { name: 'Billing Information' }).click();
  const typed = {
    'Company Name': 'Sahyadri Machine Works',
    'Billing Address': 'Plot 42\nMIDC Bhosari',
    City: 'Pune',
    State: 'Maharashtra',
    'ZIP Code': '411026',
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
  const save = page.getByRole('button', { name: 'Save Billing Information' });
  const doubt = page.getByText('This GSTIN is not valid.');
  await page.getByLabel('Tax ID').fill('27AAPFU0939F1ZW');
  await expect(doubt).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Tax ID').fill('27aapfu0939f1zv');
  await expect(doubt).toBeHidden();
  await expect(page.getByText('Maharashtra (27), PAN AAPFU0939F')).toBeVisible();
  const mode = page.getByLabel('Tax Mode');
  await expect(mode.getByRole('option')).toHaveText(['Single rate']);
  await save.click();
  await expect(page.getByText('Billing information saved successfully')).toBeVisible();
  await page.getByLabel('City').fill('Pimpri');
  await save.click();
  await expect(page.getByText('Billing information saved successfully')).toHaveCount(2);
  await mode.selectOption('GST');
  await page.getByLabel('LUT Number').fill('AD270326000001X');
  await page.getByLabel('Price Decimals').fill('3');
  await page.getByRole('button', { name: 'Save Tax Settings' }).click();
  await expect(page.getByText('Tax settings saved successfully')).toBeVisible();
  await expect(page.getByLabel('State for GST')).toHaveValue('27');
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('tab', { name: 'Billing Information' }).click();
  await expect(page.getByLabel('LUT Number')).toHaveValue('AD270326000001X');
  await expect(page.getByLabel('Price Decimals')).toHaveValue('3');
  await expect(page.getByLabel('Tax ID')).toHaveValue('27AAPFU0939F1ZV');
  await expect(page.getByLabel('Billing Address')).toHaveValue('Plot 42\nMIDC Bhosari');
  await expect(page.getByLabel('City')).toHaveValue('Pimpri');
  await mode.selectOption('Single rate');
  await page.getByRole('button', { name: 'Save Tax Settings' }).click();
  await expect(page.getByLabel('LUT Number')).toBeHidden();
});

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

test('a user who is not an administrator reads billing and sees why nothing can be changed', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const account = { username: 'clerk', email: 'clerk@example.com', password: 'a good password' };
  await context.request.post('/api/users', {
    data: { ...account, first_name: 'Asha', last_name: 'Rao' },
  });
  const { username, password } = account;
  await context.request.post('/api/auth/login', { data: { username, password } });
  await page.goto('/billing');
  await page.getByRole('tab', { name: 'Payment Methods' }).click();
  await expect(page.getByText(/Only an administrator can change payment methods/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Payment Method' })).toBeHidden();
  await page.getByRole('tab', { name: 'Billing Information' }).click();
  await expect(page.getByText(/Only an administrator can change it/)).toBeVisible();
  await expect(page.getByLabel('Company Name')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save Billing Information' })).toBeHidden();
});
