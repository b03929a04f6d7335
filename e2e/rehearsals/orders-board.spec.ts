import { expectToast, openOrders, statusColumn, test } from '../orders';
import { expect, expectAccessible } from '../product';

test('a card goes to another status by mouse, by keyboard and by its menu', async ({
  page,
  orders,
}) => {
  const { order_number, id } = await orders.add();
  await openOrders(page, 'Kanban');
  const card = page.getByRole('article', { name: order_number });
  await expect(statusColumn(page, 'Pending')).toContainText('Deccan Pumps');
  await expect(card).toContainText('₹440.00');
  for (const status of ['Confirmed', 'Processing', 'Shipped', 'Delivered', 'Cancelled']) {
    await expect(statusColumn(page, status)).toContainText('No orders');
    await expect(statusColumn(page, status)).not.toContainText('Drop here');
  }
  await expectAccessible(page);
  await card.dragTo(statusColumn(page, 'Confirmed'));
  await expectToast(page, 'Order status updated successfully!');
  await expect(statusColumn(page, 'Confirmed')).toContainText(order_number);

  await card.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(statusColumn(page, 'Processing')).toContainText(order_number);
  await expect(card).toBeFocused();

  await card.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('menuitem', { name: 'Delivered' }).click();
  await expect(statusColumn(page, 'Delivered')).toContainText(order_number);
  expect((await orders.get(id)).status).toBe('delivered');
  await page.reload();
  await expect(statusColumn(page, 'Delivered')).toContainText(order_number);
});

test('a card that stock or the network blocks stays where it is, and a message gives the reason', async ({
  page,
  orders,
}) => {
  const { order_number, id } = await orders.add({
    items: [{ product_id: orders.product.id, quantity: 11, unit_price: 200 }],
  });
  await openOrders(page, 'Kanban');
  const card = page.getByRole('article', { name: order_number });
  await card.dragTo(statusColumn(page, 'Shipped'));
  const toast = page.locator('.mantine-Notification-root').filter({
    hasText: /^Failed to update order status: .*Ball Bearing 6204.*11.*10/,
  });
  await expect(toast).toBeVisible();
  await expect(statusColumn(page, 'Pending')).toContainText(order_number);
  await expect(statusColumn(page, 'Shipped')).toContainText('No orders');

  await page.route(/\/status$/, (route) => route.abort());
  await card.dragTo(statusColumn(page, 'Confirmed'));
  await expectToast(page, 'Failed to update order status: Network error');
  await expect(statusColumn(page, 'Pending')).toContainText(order_number);
  expect((await orders.get(id)).status).toBe('pending');
});
