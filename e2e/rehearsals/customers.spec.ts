import type { Page } from '@playwright/test';
import {
  card,
  cellOf,
  change,
  company,
  makeCustomer,
  openCustomers,
  rowOf,
} from '../customers-page';
import { expect, expectAccessible, test } from '../product';

async function chooseFilter(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

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
    await chooseFilter(page, 'Order Count', 'Regular (6-20)');
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
      'Order Count: Regular (6-20)',
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
