import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { enter, expect, expectAccessible, outsider, type Product, test } from './product';

const codeLabel = 'Code from your authenticator app or a recovery code';

function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

async function typePassword(page: Page, { adminPassword }: Product): Promise<void> {
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(adminPassword);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('two-step sign-in is set up, asked for, and turned off', async ({
  page,
  browser,
  product,
}) => {
  await enter(page, product);
  await page.goto('/account-settings');
  const card = page.getByRole('region', { name: 'Two-step sign-in' });
  await card.getByRole('button', { name: 'Set Up' }).click();
  await card.getByLabel('Your Password').fill('not it');
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByText('Wrong password')).toBeVisible();
  await card.getByLabel('Your Password').fill(product.adminPassword);
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByRole('img', { name: 'QR code with the secret' })).toBeVisible();
  const secret = (await card.getByLabel('Secret').textContent())?.replaceAll(' ', '') ?? '';
  await expectAccessible(page);
  await card.getByLabel('Code from the app').fill('000000');
  await card.getByRole('button', { name: 'Turn On' }).click();
  await expect(card.getByText('Wrong code. Please enter the next one.')).toBeVisible();
  await card.getByLabel('Code from the app').fill(codeOf(secret));
  await card.getByRole('button', { name: 'Turn On' }).click();
  const codes = card.getByRole('list', { name: 'Recovery Codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const [first = ''] = await codes.allTextContents();
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await card.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(card.getByText('10 recovery codes left.')).toBeVisible();

  const other = await outsider(browser, product);
  await other.goto('/login');
  await typePassword(other, product);
  await other.getByLabel(codeLabel).fill('000000');
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(other.getByRole('alert')).toHaveText('This code is wrong or was already used');
  await other.getByLabel(codeLabel).fill(codeOf(secret, 1));
  await other.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  const third = await outsider(browser, product);
  await third.goto('/login');
  await typePassword(third, product);
  await third.getByRole('button', { name: 'Back to sign in' }).click();
  await typePassword(third, product);
  await third.getByLabel(codeLabel).fill(first);
  await third.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(third.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await page.reload();
  await expect(card.getByText('9 recovery codes left.')).toBeVisible();
  await card.getByRole('button', { name: 'Turn Off' }).click();
  await card.getByLabel('Your Password').fill(product.adminPassword);
  await card.getByRole('button', { name: 'Turn Off' }).click();
  await expect(card.getByRole('button', { name: 'Set Up' })).toBeVisible();
});

test('a role requires it: its users set it up before anything else', { tag: '@rehearsal' }, async ({
  page,
  product,
}) => {
  await enter(page, product);
  await page.goto('/roles');
  const row = page.getByRole('row', { name: /^Administrator/ });
  await row.getByRole('button', { name: 'Require Two-Step Sign-In' }).click();
  await expect(page).toHaveURL(/\/second-factor$/);
  await page.goto('/leads');
  await expect(page).toHaveURL(/\/second-factor$/);
  await expect(page.getByText('Your role requires two-step sign-in')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your Password').fill(product.adminPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = (await page.getByLabel('Secret').textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn On' }).click();
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page).toHaveURL(/\/leads$/);
});
