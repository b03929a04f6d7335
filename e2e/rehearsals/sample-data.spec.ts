import { enter, expect, expectAccessible, test } from '../product';

test('an administrator fills an empty product with sample data, open lists show it, and all of it goes again', async ({
  page,
  context,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const list = await context.newPage();
  await list.goto('/customers');
  await expect(list.getByText('No customers found')).toBeVisible();

  await page.goto('/');
  const steps = page.getByRole('region', { name: 'Getting started' });
  await expect(steps).toContainText('0 of 6 done');
  await expect(steps.getByRole('link', { name: 'Add your first lead' })).toBeVisible();
  const offer = page.getByRole('button', { name: 'Add sample data' });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.click();
  const question = page.getByRole('dialog', { name: 'Add sample data' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Add Sample Data' }).click();
  await expect(page.getByText('Sample data added successfully')).toBeVisible({ timeout: 120_000 });
  await expect(offer).toBeHidden();
  await expect(list.getByText('No customers found')).toBeHidden();
  await expect(list.getByRole('row').nth(2)).toBeVisible();
  await expect(steps).toContainText('1 of 6 done');
  await expect(page.getByText('Sample data is in use.')).toBeVisible();
  await expectAccessible(page);

  const data = { company_name: 'Our Own Works', contact_person: 'Asha Verma' };
  expect((await page.request.post('/api/leads', { data })).status()).toBe(201);
  await expect(steps).toContainText('2 of 6 done');
  await steps.getByRole('button', { name: 'Hide Getting started' }).click();
  await expect(steps).toBeHidden();
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove sample data' });
  await removal.getByRole('button', { name: 'Remove Sample Data' }).click();
  await expect(page.getByText('Sample data removed successfully')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Sample data is in use.')).toBeHidden();
  await expect(list.getByText('No customers found')).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Show Getting Started' }).click();
  await expect(steps).toContainText('2 of 6 done');
  await expect(page).toHaveURL(`${product.url}/`);
});
