import { expectToast, pick, rowOf, test } from '../orders';
import { expect, expectAccessible } from '../product';

test('an order is made from its customer, at the customers’ tax rate', async ({ page, orders }) => {
  await page.goto('/customers');
  await rowOf(page, 'Deccan Pumps').getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog', { name: 'Customer Details' });
  await details.getByRole('button', { name: 'Create Order' }).click();
  const form = page.getByRole('dialog', { name: 'Create Order for Deccan Pumps' });
  await expect(form.getByText('Please select a customer and add at least one item')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Product' })).toBeFocused();
  await pick(page, form.getByRole('combobox', { name: 'Product' }), 'bolt', 'Hex Bolt M8');
  await form.getByLabel('Quantity').fill('100');
  await expect(form.getByText('₹1,475.00')).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/orders', (route) => route.abort());
  await form.getByRole('button', { name: 'Create Order' }).click();
  await expectToast(page, 'Failed to create order: Network error');
  await page.unroute('**/api/orders');
  await form.getByRole('button', { name: 'Create Order' }).click();
  await expectToast(page, 'Order created successfully!');
  await expect(form).toBeHidden();
  expect(await orders.list()).toMatchObject([
    { customer_name: 'Deccan Pumps', tax_rate: 18, tax_amount: 225, total_amount: 1475 },
  ]);

  await page.request.put(`/api/customers/${orders.other.id}`, { data: { is_active: false } });
  await expect(rowOf(page, 'Malabar Textiles')).toContainText('Inactive');
  await expect(
    rowOf(page, 'Malabar Textiles').getByRole('button', { name: 'Create Order' }),
  ).toBeHidden();
});
