import { expect, expectAccessible, openDatabase, outsider, test } from '../product';
import { startWithProvider } from '../provider';

test('who came by single sign-on confirms at the provider, and is forgotten on the screen', async ({
  browser,
}) => {
  test.slow();
  const { provider, product } = await startWithProvider();
  try {
    const page = await outsider(browser, product);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await page.getByLabel('Name').fill('asha');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

    await page.goto('/users');
    const own = page.getByRole('row').filter({ hasText: 'admin@example.com' });
    await own.getByRole('button', { name: 'Unlink Single Sign-On' }).click();
    const question = page.getByRole('dialog', { name: 'Unlink Single Sign-On' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();

    const database = await openDatabase(product);
    await database.query(`update sessions set created_at = created_at - interval '20 minutes'`);
    await database.end();
    await page.goto('/retention');
    await page.getByRole('button', { name: 'Edit Notifications' }).click();
    const days = page.getByRole('dialog', { name: 'Notifications' });
    await days.getByLabel('Days').fill('30');
    await days.getByRole('button', { name: 'Save' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm Your Identity' });
    await expect(proof.getByLabel('Your Password')).toBeVisible();
    await proof.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await page.getByLabel('Name').fill('asha');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Identity confirmed. Please repeat the action.')).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/retention`);

    await page.goto('/users');
    await own.getByRole('button', { name: 'Unlink Single Sign-On' }).click();
    await question.getByRole('button', { name: 'Unlink Single Sign-On' }).click();
    await expect(page).toHaveURL(/\/login/);
  } finally {
    await product.stop();
    await provider.stop();
  }
});
