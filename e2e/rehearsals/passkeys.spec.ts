import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, test } from '../product';

/** A device that holds passkeys and asks its owner for a finger, in the place of a real one. */
async function makeDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const finger = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { finger };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test('a passkey is made, signs in alone and as second step, confirms, and is refused once removed', async ({
  database,
  browser,
  product,
}) => {
  test.slow();
  // Browsers have passkeys for names alone.
  const baseURL = product.url.replace('127.0.0.1', 'localhost');
  const page = await (await browser.newContext({ baseURL })).newPage();
  const device = await makeDevice(page);
  await enter(page, product);
  await page.goto('/account-settings');
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByRole('button', { name: 'Add Passkey' }).click();
  const name = card.getByLabel('Passkey Name');
  await expect(name).toHaveValue(/Chrome/);
  await name.fill('');
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByText('Please give the passkey a name')).toBeVisible();
  await name.fill('Work laptop');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Continue' }).click();
  const passkeys = card.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkeys).toContainText(['Work laptop']);
  await expect(passkeys).toContainText(['Never used']);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Rename' }).click();
  await card.getByLabel('Passkey Name').fill('Old laptop');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(passkeys).toContainText(['Old laptop']);

  await signOut(page);
  const usePasskey = page.getByRole('button', { name: 'Use a passkey' });
  await device.finger(false);
  await usePasskey.click();
  await expect(page.getByRole('alert')).toHaveText(
    'No passkey was used. Try again or choose another way to sign in.',
  );
  await expectAccessible(page);
  await device.finger(true);
  await usePasskey.click();
  await expect(page).not.toHaveURL(/\/login/);

  // Where the role requires a second factor, the passkey is required in addition to the password.
  await page.goto('/roles');
  const role = page.getByRole('row', { name: /^Administrator/ });
  await role.getByRole('button', { name: 'Require Two-Step Sign-In' }).click();
  await expect(role.getByRole('button', { name: 'Require Two-Step Sign-In' })).toBeHidden();
  await signOut(page);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(product.adminPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('One more step to sign in')).toBeVisible();
  await usePasskey.click();
  await expect(page).not.toHaveURL(/\/login/);

  // Long after signing in, it confirms who removes it; but the role keeps the last one.
  await database.query(`update sessions set created_at = created_at - interval '1 hour'`);
  await page.goto('/account-settings');
  await expect(passkeys).toContainText(['Last used']);
  await card.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Passkey' });
  await question.getByRole('button', { name: 'Remove Passkey' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm Your Identity' });
  await expectAccessible(page);
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(question).toContainText(
    'Your role requires two-step sign-in. Add another method first',
  );
  await database.query('update roles set second_factor_required = false');
  await question.getByRole('button', { name: 'Remove Passkey' }).click();
  await expect(passkeys).toHaveCount(0);

  await signOut(page);
  await usePasskey.click();
  await expect(page.getByRole('alert')).toHaveText(
    'This passkey was not accepted. Please try again, or sign in with your password.',
  );
});
