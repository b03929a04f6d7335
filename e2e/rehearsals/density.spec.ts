import { enter, expect, test } from '../product';

test.use({ sampleData: true });

test('every table shows its rows at the chosen density, also after a reload', async ({
  page,
  product,
}) => {
  await enter(page, product);
  await page.goto('/customers');
  const row = page.getByRole('row').nth(1);
  const heightOf = async () => (await row.boundingBox())?.height;
  await expect.poll(heightOf).toBe(36);
  await page.getByRole('button', { name: 'Customize Columns' }).click();
  const density = page.getByRole('group', { name: 'Density' });
  await expect(density.getByRole('button', { name: 'Comfortable' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await density.getByRole('button', { name: 'Compact' }).click();
  await expect.poll(heightOf).toBe(30);
  await page.goto('/inventory/products');
  await expect.poll(heightOf).toBe(30);
  await page.reload();
  await expect.poll(heightOf).toBe(30);
});
