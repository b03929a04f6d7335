import type { Page } from '@playwright/test';
import {
  card,
  cellOf,
  change,
  company,
  editorOf,
  makeCustomer,
  openCustomers,
  rowOf,
} from '../customers-page';
import { expect, expectAccessible, test } from '../product';

async function chooseFilter(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

test('a customer is added, read, and still there after a reload', async ({ page, product }) => {
  await openCustomers(page, product);
  await expect(page.getByText('Manage your customer relationships and information')).toBeVisible();
  await expect(page.getByText('No customers found')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Customer' });
  await expect(form.getByText('Please fill out all required fields to continue')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Company Name').fill(company);
  await form.getByLabel('Phone').fill('0120 4567890');
  await form.getByLabel('Contact Person').fill('Asha Verma');
  await expect(form.getByText('Please enter a valid phone number')).toBeVisible();
  await form.getByLabel('Phone').fill('+91 (982) 001-2345');
  await form.getByLabel('City').fill('Pune');
  await form.getByLabel('Country').fill('India');
  await form.getByRole('button', { name: 'Create Customer' }).click();
  const done = `Customer "${company}" has been created successfully`;
  await expect(page.getByText(done)).toBeVisible();
  await expect(form).toBeHidden();
  for (const name of ['Total Customers', 'Active Customers', 'This Month'])
    await expect(card(page, name)).toContainText('1');

  await page.reload();
  await expect(cellOf(page, 'location')).toHaveText('Pune, India');
  await rowOf(page, company).getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog', { name: 'Customer Details' });
  const titles = [
    'Company Information',
    'Contact Information',
    'Billing Address',
    'Shipping Address',
    'Addresses',
    'Contacts',
    'Account Details',
    'History',
  ];
  await expect(details.getByRole('heading', { level: 3 })).toHaveText(titles);
  await expect(details).toContainText('CUST-00001');
  await expect(details).toContainText('Customer Since');
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(details).toBeHidden();
});

test('each cell refuses what is wrong in its own words, keeps it, and takes what is right', async ({
  page,
  product,
}) => {
  test.slow();
  await openCustomers(page, product);
  await makeCustomer(page, { customer_code: 'GF-1' });
  await makeCustomer(page, { company_name: 'Kaveri Looms', customer_code: 'KL-1' });
  await page.getByRole('button', { name: 'Customize Columns' }).click();
  for (const name of ['Website', 'Customer Code'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.keyboard.press('Escape');

  for (const [key, title, wrong, message, right, shown] of [
    ['contact_person', 'Contact Person', 'B', 'Contact person name is required', 'Ravi Iyer', ''],
    ['email', 'Email', 'ravi@', 'Please enter a valid email address', 'ravi@gf.example', ''],
    ['phone', 'Phone', '0120 456', 'Please enter a valid phone number', '(982) 001-2345', ''],
    [
      'website',
      'Website',
      'gf',
      'Please enter a valid website URL',
      'www.gf.example',
      'https://www.gf.example',
    ],
    ['credit_limit', 'Credit Limit', '-5', 'Credit limit must be a positive number', '0', '₹0.00'],
    ['credit_limit', 'Credit Limit', 'x', 'Credit limit must be a positive number', '5', '₹5.00'],
    ['industry', 'Industry', 'x'.repeat(51), 'Industry cannot exceed 50 characters', 'Metals', ''],
    ['customer_code', 'Customer Code', '', 'Customer Code is required', 'GF-2', ''],
    [
      'customer_code',
      'Customer Code',
      'kl-1',
      'The customer code kl-1 belongs to Kaveri Looms',
      'GF-3',
      '',
    ],
    ['company_name', 'Company Name', '', 'Company name is required', 'Godavari Works', ''],
    [
      'company_name',
      'Company Name',
      'A',
      'Company name must be at least 2 characters',
      'Godavari',
      '',
    ],
  ] as const) {
    const editor = await editorOf(page, key, title);
    await editor.fill(wrong);
    await editor.press('Enter');
    await expect(cellOf(page, key).getByRole('alert')).toHaveText(message);
    await expect(editor).toHaveValue(wrong);
    await editor.fill(right);
    await editor.press('Enter');
    await expect(editor).toBeHidden();
    await expect(cellOf(page, key)).toHaveText(shown || right);
  }
  await expect(page.getByText('Customer updated successfully').last()).toBeVisible();
  await expect(card(page, 'Industries')).toContainText('1');

  const terms = cellOf(page, 'payment_terms');
  await terms.dblclick();
  await page.getByRole('combobox', { name: 'Payment Terms' }).selectOption('Net 60');
  await page.keyboard.press('Enter');
  await expect(terms).toHaveText('Net 60');
  const phone = await editorOf(page, 'phone', 'Phone');
  await phone.fill('12345');
  await phone.press('Escape');
  await expect(cellOf(page, 'phone')).toHaveText('(982) 001-2345');
});

test('a change that does not reach the server stays in its cell, with the reason', async ({
  page,
  product,
}) => {
  await openCustomers(page, product);
  await makeCustomer(page);
  await expect(rowOf(page, company)).toBeVisible();
  await page.route('**/api/customers/*', (route) => route.abort());
  const phone = await editorOf(page, 'phone', 'Phone');
  await phone.fill('98765');
  await phone.press('Enter');
  await expect(page.getByText('Error updating customer. Please try again.')).toBeVisible();
  await expect(cellOf(page, 'phone').getByRole('alert')).toHaveText('Failed to save changes');
  await expect(phone).toHaveValue('98765');
  await page.unroute('**/api/customers/*');
  await phone.press('Enter');
  await expect(cellOf(page, 'phone')).toHaveText('98765');
});

test.describe('among the sample customers', () => {
  test.use({ sampleData: true });

  test('filters find, chips tell and take away, and the cards keep counting all', async ({
    page,
    product,
  }) => {
    test.slow();
    await openCustomers(page, product);
    await expect(page.getByText('Showing 120 of 120 customers')).toBeVisible();
    const open = page.getByRole('button', { name: /^Filters/ });
    await open.click();
    await expect(page.getByText('0 filter(s) active')).toBeVisible();
    await expectAccessible(page);
    await chooseFilter(page, 'Status', 'Active');
    await page.getByRole('button', { name: 'Automotive', exact: true }).click();
    await page.getByRole('textbox', { name: 'Location' }).fill('gujarat');
    await chooseFilter(page, 'Payment Terms', 'Net 30');
    await chooseFilter(page, 'Company Size', 'Medium (51-200)');
    await chooseFilter(page, 'Order Count', 'Few (1-5)');
    await chooseFilter(page, 'Credit Limit', 'Medium (₹1,00,000 to under ₹10,00,000)');
    await expect(page.getByText('7 filter(s) active')).toBeVisible();
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page.getByText('Showing 1 of 120 customers')).toBeVisible();
    await expect(rowOf(page, 'Vaigai Precision Castings & Sons')).toBeVisible();
    await expect(card(page, 'Total Customers')).toContainText('120(1 shown)');
    await expect(open).toContainText('7');
    await expectAccessible(page);

    for (const chip of [
      'Industry: Automotive',
      'Location: gujarat',
      'Credit Limit: Medium (₹1,00,000 to under ₹10,00,000)',
      'Company Size: Medium (51-200)',
      'Payment Terms: Net 30',
      'Order Count: Few (1-5)',
    ])
      await page.getByRole('button', { name: `Remove filter ${chip}` }).click();
    await expect(page.getByText('Showing 108 of 120 customers')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search customers' }).fill('cust-00003');
    await expect(rowOf(page, 'Chambal Textile Machines')).toBeVisible();
    await page.getByRole('button', { name: 'Clear All' }).click();
    await expect(page.getByText('Showing 120 of 120 customers')).toBeVisible();
    await open.click();
    await chooseFilter(page, 'Date Range', 'Today');
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page.getByText('Showing 1 of 120 customers')).toBeVisible();
    await expect(rowOf(page, 'Vindhya Forgings Industries')).toBeVisible();
  });
});

test('a customer is deleted only when inactive', async ({ page, product }) => {
  await openCustomers(page, product);
  const id = await makeCustomer(page);
  const remove = rowOf(page, company).getByRole('button', { name: 'Delete' });
  await expect(rowOf(page, company).getByRole('button', { name: 'View' })).toBeVisible();
  await expect(rowOf(page, company).getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(remove).toHaveCount(0);

  const status = cellOf(page, 'is_active');
  await status.dblclick();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Inactive');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Inactive');
  await expect(card(page, 'Active Customers')).toContainText('0');
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Delete Customer' });
  await expect(question).toContainText(
    'This action cannot be undone and will permanently remove all associated data.',
  );
  await expectAccessible(page);

  await change(page, id, { is_active: true });
  const refusal = 'An active customer cannot be deleted. Make the customer inactive first.';
  await question.getByRole('button', { name: 'Delete Customer' }).click();
  await expect(page.getByText(`Failed to delete customer: ${refusal}`)).toBeVisible();
  await expect(question.getByRole('alert')).toHaveText(refusal);
  await change(page, id, { is_active: false });
  const items = [{ description: 'Die repair', quantity: 1, unit_price: 100 }];
  const data = { customer_id: id, items };
  expect((await page.request.post('/api/invoices', { data })).status()).toBe(201);
  await question.getByRole('button', { name: 'Delete Customer' }).click();
  await expect(question.getByRole('alert')).toContainText('and cannot be deleted');
  await expect(question.getByRole('listitem')).toHaveText(['Belongs to it: DRAFT-1']);
  expect((await page.request.delete('/api/invoices/1')).status()).toBe(200);
  await question.getByRole('button', { name: 'Delete Customer' }).click();
  await expect(page.getByText(`Customer "${company}" has been deleted successfully`)).toBeVisible();
  await expect(page.getByText('No customers found')).toBeVisible();
});

test('a cell is changed with the keyboard alone', async ({ page, product }) => {
  await openCustomers(page, product);
  await makeCustomer(page);
  await expect(rowOf(page, company)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search customers' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('[role="grid"] :focus')).toBeVisible();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await expect(cellOf(page, 'contact_person')).toBeFocused();
  await page.keyboard.type('Meera Kulkarni');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cellOf(page, 'email')).toBeFocused();
  await expect(cellOf(page, 'contact_person')).toHaveText('Meera Kulkarni');
});

test('on a phone the list is read, filtered and edited', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCustomers(page, product);
  await makeCustomer(page, { city: 'Pune' });
  const row = rowOf(page, company);
  await expect(row).toContainText('Active');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Quick edit' }).click();
  await page.getByRole('button', { name: /^Edit Phone/ }).click();
  const editor = page.getByRole('textbox', { name: 'Phone', exact: true });
  await editor.fill('0120');
  await editor.press('Enter');
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
  await editor.fill('98200 12345');
  await editor.press('Enter');
  await expect(page.getByRole('button', { name: /^Edit Phone: 98200 12345/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('button').first().click();
  const details = page.getByRole('dialog', { name: 'Customer Details' });
  await expect(details).toContainText('98200 12345');
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('textbox', { name: 'Location' }).fill('goa');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('No customers found')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
});
