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

test('what is typed into a picker before its list is there is found when it comes', async ({
  page,
  orders,
}) => {
  let respond = () => {};
  const held = new Promise<void>((done) => {
    respond = done;
  });
  await page.route(/\/api\/customers(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/orders?new=1');
  const form = page.getByRole('dialog', { name: 'Create New Order' });
  const customer = form.getByRole('combobox', { name: 'Customer' });
  await customer.click();
  await page.keyboard.type('malabar');
  // On a busy machine other parts of the page may be loading as well.
  const options = page.getByRole('listbox', { name: 'Customer' });
  await expect(options.getByText('Loading…')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(customer).toHaveValue('malabar');
  respond();
  await expect(page.getByRole('option', { name: orders.other.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(customer).toHaveValue(orders.other.name);
});
