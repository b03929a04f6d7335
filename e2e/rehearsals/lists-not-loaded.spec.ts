import { test } from '../orders';
import { expect, expectAccessible } from '../product';

test('a form says that a list of its choices could not be loaded, and tries again', async ({
  page,
  orders,
}) => {
  await page.route(/\/api\/customers(\?|$)/, (route) => route.abort());
  await page.goto('/orders?new=1');
  const form = page.getByRole('dialog', { name: 'Create New Order' });
  const failed = form.getByRole('alert').filter({ hasText: 'Some choices could not be loaded.' });
  await expect(failed).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed).toBeHidden();
  await form.getByRole('combobox', { name: 'Customer', exact: true }).fill('deccan');
  await expect(page.getByRole('option', { name: orders.customer.name })).toBeVisible();
});
