import { expectToast, dayFrom, openOrders, pick, rowOf, test } from './orders';
import { expect, expectAccessible } from './product';

test('an order with products and a service is made, and every figure follows what is typed', async ({
  page,
  orders,
}) => {
  await page.goto('/orders?new=1');
  const form = page.getByRole('dialog', { name: 'Create New Order' });
  const create = form.getByRole('button', { name: 'Create Order' });
  await expect(create).toBeDisabled();
  await form.getByLabel('Delivery Date').focus();
  await expect(form.getByRole('combobox', { name: 'Customer' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expect(form.getByText('Please select a customer')).toBeVisible();
  await expectAccessible(page);
  await pick(page, form.getByRole('combobox', { name: 'Customer' }), 'kulk', 'Deccan Pumps');
  await expect(form.getByText('Please add at least one item to the order')).toBeVisible();
  const item = form.getByRole('group', { name: 'Item 1' });
  await item.getByRole('combobox', { name: 'Product' }).focus();
  await item.getByLabel('Quantity').focus();
  await item.getByLabel('Unit Price').focus();
  await expect(create).toBeDisabled();
  await expect(item.getByText('Please select a product')).toBeHidden();
  await item.getByLabel('Quantity').fill('2');
  await create.click();
  await expect(form.getByRole('alert')).toHaveText('Item 1: Please select a product');

  await pick(page, item.getByRole('combobox', { name: 'Product' }), 'brg-62', 'Ball Bearing 6204');
  await expect(form.getByRole('alert')).toBeHidden();
  await expect(item.getByLabel('Unit Price')).toHaveValue('200');
  await expect(item).toContainText('On hand 10');
  await item.getByLabel('Quantity').fill('12');
  await expect(item).toContainText('Short 2');
  await expect(item).toContainText('₹2,400.00');
  await item.getByLabel('Quantity').fill('');
  await item.getByLabel('Unit Price').fill('-1');
  await expect(item.getByLabel('Quantity')).toHaveValue('1');
  await create.click();
  await expect(form.getByRole('alert')).toHaveText('Item 1: Unit price must be 0 or greater');
  await item.getByLabel('Unit Price').fill('199.99');
  await item.getByLabel('Quantity').fill('3');

  await form.getByRole('button', { name: 'Add Service' }).click();
  const service = form.getByRole('group', { name: 'Service 1' });
  await pick(page, service.getByRole('combobox', { name: 'Service' }), 'amc', 'Annual maintenance');
  await service.getByLabel('Service 1 notes').fill('Each quarter');
  await expect(form.getByText('Tax (10%)')).toBeVisible();
  await form.getByLabel('Tax Rate').selectOption('18');
  await expect(form.getByText('₹2,477.96')).toBeVisible();

  await form.getByLabel('Delivery Date').fill(await dayFrom(page, -1));
  await form.getByLabel('Notes', { exact: true }).fill('Gate 4');
  await expect(form.getByText('Delivery date cannot be in the past')).toBeVisible();
  await form.getByLabel('Delivery Date').fill(await dayFrom(page, 20));
  await create.click();
  const question = page.getByRole('dialog', { name: 'Create Order' });
  await expect(question).toContainText('Deccan Pumps: 1 item and 1 service, ₹2,477.96 with tax?');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Create Order' }).click();
  await expectToast(page, 'Order created successfully!');
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/orders$/);
  const [order] = await orders.list();
  expect(order).toMatchObject({
    customer_name: 'Deccan Pumps',
    status: 'pending',
    subtotal: 2099.97,
    tax_rate: 18,
    tax_amount: 377.99,
    total_amount: 2477.96,
    service_names: 'Annual maintenance',
  });
  await expect(rowOf(page, order?.order_number ?? '')).toContainText('₹2,477.96');
});

test('a failed order keeps what was typed, and sent again it is made once', {
  tag: '@rehearsal',
}, async ({ page, orders }) => {
  await openOrders(page);
  await expect(page.getByText('No orders found')).toBeVisible();
  await page.getByRole('button', { name: 'New Order' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create New Order' });
  await pick(page, form.getByRole('combobox', { name: 'Customer' }), 'malabar', 'Malabar Textiles');
  await pick(page, form.getByRole('combobox', { name: 'Product' }), 'bolt', 'Hex Bolt M8');
  let lost = 0;
  await page.route('**/api/orders', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
    lost += 1;
    // The order is made; the answer does not arrive.
    await route.fetch();
    return route.abort();
  });
  const send = async () => {
    await form.getByRole('button', { name: 'Create Order' }).click();
    await page
      .getByRole('dialog', { name: 'Create Order' })
      .getByRole('button', { name: 'Create Order' })
      .click();
  };
  await send();
  await expectToast(page, 'Failed to create order: Network error');
  await expect(form.getByRole('alert')).toHaveText('Network error');
  await expect(form.getByRole('combobox', { name: 'Product' })).toHaveValue('Hex Bolt M8');
  await send();
  await expectToast(page, 'Order created successfully!');
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Order' }).first()).toBeFocused();
  expect(await orders.list()).toHaveLength(1);
});

test('a line goes at a quantity of 0 and comes back, and nothing typed is lost unasked', {
  tag: '@rehearsal',
}, async ({ page, orders }) => {
  const { order_number, id } = await orders.add({
    services: [{ service_id: orders.service.id, quantity: 1, unit_price: 1500 }],
  });
  await openOrders(page);
  await rowOf(page, order_number).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Order' });
  await form.getByRole('group', { name: 'Item 1' }).getByLabel('Quantity').fill('0');
  await expect(form.getByRole('group', { name: 'Item 1' })).toBeHidden();
  await expect(form.getByText('Ball Bearing 6204 was removed.')).toBeVisible();
  await form.getByRole('button', { name: 'Undo' }).click();
  const item = form.getByRole('group', { name: 'Item 1' });
  await expect(item.getByLabel('Quantity')).toHaveValue('2');
  await item.getByLabel('Quantity').fill('5');
  await page.keyboard.press('Escape');
  const guard = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(guard).toContainText(
    'Are you sure you want to close? All unsaved changes will be lost.',
  );
  await guard.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByRole('button', { name: 'Update Order' }).click();
  const question = page.getByRole('dialog', { name: 'Update Order' });
  await question.getByRole('button', { name: 'Update Order' }).click();
  await expectToast(page, 'Order updated successfully!');
  const saved = await orders.get(id);
  expect(saved).toMatchObject({ subtotal: 2500, total_amount: 2750 });
  expect(saved.items).toMatchObject([{ quantity: 5 }]);
  expect(saved.services).toHaveLength(1);

  await orders.change(id, { status: 'shipped' });
  await rowOf(page, order_number).getByRole('button', { name: 'Edit' }).click();
  await expect(
    form.getByText('This order is shipped: its items and services cannot be changed'),
  ).toBeVisible();
  await expect(form.getByRole('button', { name: 'Add Item' })).toBeHidden();
  await form.getByLabel('Notes', { exact: true }).fill('Gate 4');
  await form.getByRole('button', { name: 'Update Order' }).click();
  await question.getByRole('button', { name: 'Update Order' }).click();
  await expect(form).toBeHidden();
  expect((await orders.get(id)).notes).toBe('Gate 4');
});

test('an order that two people have changed asks about its items, and keeps the rest of both', async ({
  page,
  orders,
}) => {
  const { id, order_number } = await orders.add();
  await openOrders(page);
  await rowOf(page, order_number).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Order' });
  await form.getByRole('group', { name: 'Item 1' }).getByLabel('Quantity').fill('7');
  await form.getByLabel('Delivery Date').fill('2027-03-04');
  const theirs = [{ product_id: orders.product.id, quantity: 5, unit_price: 200 }];
  await orders.change(id, { notes: 'Gate 4', items: theirs });
  await form.getByRole('button', { name: 'Update Order' }).click();
  const sure = page.getByRole('dialog', { name: 'Update Order' });
  await sure.getByRole('button', { name: 'Update Order' }).click();
  const question = page.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(question.getByRole('radiogroup')).toHaveCount(1);
  const items = question.getByRole('radiogroup', { name: 'Items' });
  await expect(items).toContainText('7 × Ball Bearing 6204 at ₹200.00');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  expect(await orders.get(id)).toMatchObject({
    notes: 'Gate 4',
    delivery_date: '2027-03-04',
    items: [{ quantity: 7 }],
  });
});
