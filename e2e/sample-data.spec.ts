import { expect, expectAccessible, signIn, test } from './product';

test('an administrator fills an empty product with sample data, and open lists show it', async ({
  page,
  context,
  product,
}) => {
  await signIn(page, 'admin', product.adminPassword);
  const list = await context.newPage();
  await list.goto('/customers');
  await expect(list.getByText('No customers found')).toBeVisible();

  await page.goto('/');
  const offer = page.getByRole('button', { name: 'Add sample data' });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.click();
  const question = page.getByRole('dialog', { name: 'Add sample data' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Add invented records' }).click();
  await expect(page.getByText('Sample data added successfully')).toBeVisible({ timeout: 20_000 });
  await expect(offer).toBeHidden();
  await expect(list.getByText('No customers found')).toBeHidden();
  await expect(list.getByRole('row').nth(2)).toBeVisible();
});
