import { enter, expect, expectAccessible, test } from '../product';

test('an action that cannot be undone asks for the identity long after the sign-in, and then continues', async ({
  database,
  page,
  product,
}) => {
  await enter(page, product);
  const data = {
    username: 'leela',
    email: 'leela@example.com',
    first_name: 'Leela',
    last_name: 'Nair',
    password: 'a good password',
    is_active: false,
  };
  expect((await page.request.post('/api/users', { data })).status()).toBe(201);
  await database.query(`update sessions set created_at = created_at - interval '1 hour'`);

  await page.goto('/users');
  const row = page.getByRole('row').filter({ hasText: 'leela@example.com' });
  await row.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete User' });
  await question.getByRole('button', { name: 'Delete User' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm Your Identity' });
  const password = proof.getByLabel('Your Password');
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(proof).toBeHidden();
  await expect(question).toContainText('Please enter your password again to continue');
  await expect(row).toBeVisible();

  await question.getByRole('button', { name: 'Delete User' }).click();
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByText('Please enter your password')).toBeVisible();
  await password.fill('not it');
  await password.press('Enter');
  await expect(proof.getByText('Wrong password')).toBeVisible();
  await password.fill(product.adminPassword);
  await password.press('Enter');
  await expect(proof).toBeHidden();
  await expect(question).toBeHidden();
  await expect(row).toBeHidden();
});
