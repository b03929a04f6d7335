import { storedDrafts } from '../drafts';
import { pick, test } from '../orders';
import { expect } from '../product';

test('what is typed into the customer of a restored draft replaces its name', async ({
  page,
  orders,
}) => {
  const form = page.getByRole('dialog', { name: 'Create New Order' });
  const customer = form.getByRole('combobox', { name: 'Customer' });
  await page.goto('/orders?new=1');
  await pick(page, customer, 'deccan', orders.customer.name);
  await expect.poll(() => storedDrafts(page)).toEqual([expect.stringContaining('Deccan')]);
  await page.goto('/orders?new=1');
  await expect(form.getByText(/^A draft from .* was restored\.$/)).toBeVisible();
  await expect(customer).toHaveValue('Deccan Pumps');
  await expect(customer).toBeFocused();
  await page.keyboard.type('malabar');
  await expect(customer).toHaveValue('malabar');
  await page.getByRole('option', { name: 'Malabar Textiles' }).click();
  await expect(customer).toHaveValue('Malabar Textiles');
});
