import { expect, expectAccessible, test } from './product';

test('from the printed password to a converted lead, and everything is there after a restart', async ({
  page,
  product,
}) => {
  test.slow();
  await page.goto('/leads');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Manufacturing CRM' })).toBeVisible();
  await expect(page.getByText('Sign in to your account')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in all fields');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  await page.getByLabel('Password', { exact: true }).fill(product.adminPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL(/\/leads$/);
  await expect(page.getByRole('heading', { name: 'Lead Management' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByText('No leads found')).toBeVisible();

  for (const company of ['Konkan Castings', 'Deccan Pumps', 'Malabar Textiles']) {
    await page.getByRole('button', { name: 'Add New Lead' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create New Lead' });
    await expect(form.getByText('Please fill out all required fields to continue')).toBeVisible();
    await form.getByLabel('Company Name').fill(company);
    await form.getByLabel('Contact Person').fill('Meera Kulkarni');
    await form.getByRole('button', { name: 'Create Lead' }).click();
    await expect(page.getByText(`Lead "${company}" has been created successfully`)).toBeVisible();
    await expect(form).toBeHidden();
  }

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Deccan Pumps').getByRole('gridcell').nth(3).dblclick();
  const editor = page.getByRole('textbox', { name: 'Email' });
  await editor.fill('meera@deccan');
  await editor.press('Enter');
  await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
  await expect(editor).toHaveValue('meera@deccan');
  await editor.fill('meera@deccan.example');
  await editor.press('Enter');
  await expect(page.getByText('Lead updated successfully')).toBeVisible();
  await expect(row('Deccan Pumps')).toContainText('meera@deccan.example');

  await page.getByRole('searchbox', { name: 'Search leads' }).fill('malabar');
  await expect(row('Deccan Pumps')).toBeHidden();
  await expect(row('Malabar Textiles')).toBeVisible();
  await page.getByRole('button', { name: 'Clear All' }).click();

  await row('Konkan Castings').getByRole('button', { name: 'Convert' }).click();
  const question = page.getByRole('dialog', { name: 'Convert Lead to Customer' });
  await expect(question).toContainText(
    'This will create a new customer record and mark the lead as converted. The lead will remain visible but cannot be edited.',
  );
  await question.getByRole('button', { name: 'Convert to Customer' }).click();
  await expect(
    page.getByText('Lead "Konkan Castings" has been successfully converted to a customer!'),
  ).toBeVisible();
  await expect(row('Konkan Castings')).toContainText('Converted');
  await expect(row('Konkan Castings').getByRole('button', { name: 'Edit' })).toBeHidden();

  await product.restart();
  await page.reload();
  await expect(row('Konkan Castings')).toContainText('Converted');
  await expect(row('Deccan Pumps')).toContainText('meera@deccan.example');
  await expect(row('Malabar Textiles')).toBeVisible();
  await expectAccessible(page);
});
