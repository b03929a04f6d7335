import { expect, expectAccessible, fillSignIn, outsider, test } from '../product';
import { startWithProvider } from '../provider';

test('single sign-on at a provider, which then goes down', async ({ browser }) => {
  test.slow();
  const { provider, product } = await startWithProvider();
  try {
    const page = await outsider(browser, product);
    await page.goto('/leads');
    await expect(page.getByRole('link', { name: 'Continue with single sign-on' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toHaveText('The sign-in was cancelled at the provider.');
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await page.getByLabel('Name').fill('asha');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(`${product.url}/leads`);

    await provider.stop();
    const other = await outsider(browser, product);
    await expect(async () => {
      await other.goto('/login');
      await expect(
        other.getByText('Single sign-on is not available: the provider is not responding.'),
      ).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 40_000 });
    await expect(
      other.getByRole('button', { name: 'Continue with single sign-on' }),
    ).toBeDisabled();
    await expectAccessible(other);
    await fillSignIn(other, 'admin', product.adminPassword);
    await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  } finally {
    await product.stop();
  }
});
