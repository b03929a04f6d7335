import { enter, expect, expectAccessible, test } from './product';

test('an administrator keeps units and tax classes, and a product takes both', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const settings = (values: object) => context.request.put('/api/settings', { data: values });
  const menu = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/units');
  await expect(page.getByRole('row').filter({ hasText: 'Bottle' })).toContainText('BTL');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add Unit' }).click();
  const unit = page.getByRole('dialog', { name: 'Add Unit' });
  await unit.getByLabel('Code').fill('bobbin');
  await unit.getByLabel('Name').fill('Bobbin of wire');
  await unit.getByLabel('UQC').fill('rol');
  await expectAccessible(page);
  await unit.getByRole('button', { name: 'Create Unit' }).click();
  await expect(page.getByText('Unit "bobbin" has been created')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Bobbin of wire' })).toContainText('ROL');

  await expect(menu.getByRole('link', { name: 'Tax Classes' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Units' })).toHaveCount(0);
  expect((await settings({ tax_mode: 'gst' })).status()).toBe(200);
  await expect(menu.getByRole('link', { name: 'Units' })).toBeVisible();
  await menu.getByRole('link', { name: 'Tax Classes' }).click();
  const reformed = page.getByRole('row').filter({ hasText: 'GST 5% (12% before' });
  await expect(reformed).toContainText('12% from 1 Jul 2017, 5% from 22 Sept 2025');
  await page.getByRole('button', { name: 'Add Tax Class' }).click();
  const added = page.getByRole('dialog', { name: 'Add Tax Class' });
  await added.getByLabel('Name').fill('Pumps');
  await added.getByLabel('Rate (%) 1').fill('18');
  await expect(added.getByText('Please enter the start date of the 18% rate')).toBeVisible();
  await added.getByLabel('Valid From 1').fill('2025-09-22');
  await added.getByRole('button', { name: 'Add Rate' }).click();
  await added.getByLabel('Rate (%) 2').fill('12.5');
  await added.getByLabel('Valid From 2').fill('2017-07-01');
  await expectAccessible(page);
  await added.getByRole('button', { name: 'Create Tax Class' }).click();
  const pumps = page.getByRole('row').filter({ hasText: 'Pumps' });
  await expect(pumps).toContainText('12.5% from 1 Jul 2017, 18% from 22 Sept 2025');

  await page.goto('/inventory/products');
  await page.getByRole('button', { name: 'Add New Product' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Product' });
  await form.getByLabel('Product Name').fill('Copper wire');
  await form.getByLabel('SKU Code').fill('CW-1');
  await form.getByLabel('Unit Price').fill('900');
  await form.getByLabel('Unit of Measure').selectOption('bobbin');
  await form.getByLabel('HSN Code').fill('740');
  await form.getByLabel('HSN Code').press('Tab');
  await form.getByLabel('Tax Class').selectOption('Pumps');
  await expect(form.getByText('HSN code must have 4, 6 or 8 digits')).toBeVisible();
  await form.getByLabel('HSN Code').fill('7408');
  await form.getByRole('button', { name: 'Create Product' }).click();
  await expect(form).toBeHidden();

  await page.goto('/tax-classes');
  await pumps.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Tax Class' });
  await question.getByRole('button', { name: 'Delete Tax Class' }).click();
  await expect(question).toContainText('is used by 1 product and cannot be deleted');
});
