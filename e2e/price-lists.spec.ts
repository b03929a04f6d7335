import { cellOf, pick } from './orders';
import { enter, expect, expectAccessible, outsider, signIn, test } from './product';

const password = 'a good password';

test('a price list gives lines their price, and who may not give a discount requests approval', async ({
  browser,
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const make = async (path: string, data: object): Promise<number> => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.status(), await response.text()).toBe(201);
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  await make('/customers', { company_name: 'Deccan Pumps', contact_person: 'Bo Li' });
  await make('/products', {
    product_name: 'Gear pump',
    sku_code: 'GP-75',
    unit_price: 100,
    stock_quantity: 50,
  });
  const response = await page.request.get('/api/roles');
  const { data: roles } = (await response.json()) as { data: { id: number; name: string }[] };
  await make('/users', {
    username: 'ravi',
    password,
    email: 'ravi@example.com',
    first_name: 'Ravi',
    last_name: 'Iyer',
    role_id: roles.find(({ name }) => name === 'Sales')?.id,
  });

  await page.goto('/price-lists');
  await page.getByRole('button', { name: 'New Price List' }).click();
  const form = page.getByRole('dialog', { name: 'New Price List' });
  await form.getByLabel('Name').fill('Frame contract');
  await pick(page, form.getByRole('combobox', { name: 'Customer' }), 'deccan', 'Deccan Pumps');
  await pick(page, form.getByRole('combobox', { name: 'Product' }), 'gear', 'Gear pump');
  await form.getByLabel('Unit Price').fill('90');
  await form.getByRole('button', { name: 'Add Limit' }).click();
  await form.getByLabel('Role').selectOption('Sales');
  await form.getByLabel('Discount up to (%)').fill('10');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Price List' }).click();
  await expect(page.getByText('Price list created successfully')).toBeVisible();

  const ravi = await outsider(browser, product);
  await signIn(ravi, 'ravi', password);
  await ravi.goto('/orders?new=1');
  const order = ravi.getByRole('dialog', { name: 'Create New Order' });
  await pick(ravi, order.getByRole('combobox', { name: 'Customer' }), 'deccan', 'Deccan Pumps');
  await pick(ravi, order.getByRole('combobox', { name: 'Product' }), 'gear', 'Gear pump');
  const price = order.getByLabel('Unit Price');
  await expect(price).toHaveValue('90');
  await price.fill('72');
  await order.getByRole('button', { name: 'Create Order' }).click();
  const question = ravi.getByRole('dialog', { name: 'Create Order' });
  await question.getByRole('button', { name: 'Create Order' }).click();
  await expect(order).toBeHidden();
  const status = cellOf(ravi, 'Deccan Pumps', 'status');
  await status.dblclick();
  await status.getByRole('combobox').selectOption('confirmed');
  await expect(ravi.getByText(/Gear pump\) is 20 % below its price list/).first()).toBeVisible();
  await ravi.getByRole('button', { name: 'Request Approval' }).click();
  await expect(ravi.getByText('Approval requested from 1 colleague')).toBeVisible();
  // One more tells of the new order.
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
});
