import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { linkIn, mailTo } from '../outbox';
import { enter, expect, expectAccessible, outsider, test } from '../product';

const message = 'I understand this action cannot be undone';
const password = 'a good password';

/** At the sign-in screen that is open. */
async function signInAgain(own: Page): Promise<void> {
  await own.getByLabel('Username').fill('leela');
  await own.getByLabel('Password', { exact: true }).fill(password);
  await own.getByRole('button', { name: 'Sign In' }).click();
}

/** At the administrator's list of users; the question's button has the question's name. */
async function decide(page: Page, action: 'Activate' | 'Deactivate', done: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'leela@example.com' });
  await row.getByRole('button', { name: action, exact: true }).click();
  const name = `${action} User`;
  await page.getByRole('dialog', { name }).getByRole('button', { name }).click();
  await expect(page.getByText(done)).toBeVisible();
}

test('a person comes by invitation, is shut out and let in again, and goes for good', async ({
  browser,
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Invite User' }).click();
  const form = page.getByRole('dialog', { name: 'Invite User via Email' });
  await form.getByLabel('First Name').fill('Leela');
  await form.getByLabel('Last Name').fill('Nair');
  await form.getByLabel('Email').fill('leela@example.com');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation sent to leela@example.com successfully')).toBeVisible();

  const link = linkIn(await mailTo(product, 'leela@example.com'));
  const own = await outsider(browser, product);
  await own.goto(link);
  await expect(own.getByRole('heading', { name: 'Welcome to Manufacturing CRM' })).toBeVisible();
  await own.getByLabel('Username').fill('leela');
  await own.getByLabel('Password', { exact: true }).fill(password);
  await own.getByLabel('Confirm Password').fill(password);
  await own.getByRole('button', { name: 'Create Account' }).click();
  await expect(
    own.getByText('Account created successfully! Please log in with your new credentials.'),
  ).toBeVisible();
  await signInAgain(own);
  await expect(own).toHaveURL(`${product.url}/`);
  await own.goto('/privacy');
  await expect(own.getByRole('heading', { name: 'Privacy Settings' })).toBeVisible();

  await decide(page, 'Deactivate', 'has been deactivated successfully');
  // Out at once, with nothing touched in that window, and not in again.
  await expect(own).toHaveURL(/\/login$/);
  await signInAgain(own);
  await expect(own.getByRole('alert')).toHaveText('Invalid username or password');
  await decide(page, 'Activate', 'has been activated successfully');
  await signInAgain(own);
  await expect(own).toHaveURL(/\/privacy$/);

  const analytics = own.getByRole('switch', { name: 'Analytics' });
  const line = own.getByRole('listitem').filter({ has: analytics });
  await expect(line).toContainText('Denied');
  await analytics.press('Space');
  await expect(own.getByText('Consent preference updated successfully')).toBeVisible();
  await own.reload();
  await expect(line).toContainText('Granted');
  await expect(line).toContainText('Last updated');
  await expectAccessible(own);

  const [download] = await Promise.all([
    own.waitForEvent('download'),
    own.getByRole('button', { name: 'Export My Data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^my-data-export-\d{4}-\d{2}-\d{2}\.json$/);
  const data: unknown = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data).toMatchObject({
    profile: { username: 'leela', email: 'leela@example.com' },
    consent_history: [{ consent_type: 'analytics', granted: true }],
    invitations: [{ email: 'leela@example.com' }],
  });
  await expect(own.getByText('Your data has been exported and downloaded')).toBeVisible();

  await own.getByLabel(`Type "${message}" to confirm`).fill(message);
  await own.getByRole('button', { name: 'Anonymize My Data' }).click();
  await own.getByRole('button', { name: 'Anonymize and log out' }).click();
  await expect(
    own.getByText('Your data has been anonymized. You will now be logged out.'),
  ).toBeVisible();
  await expect(own).toHaveURL(/\/login$/);
  await signInAgain(own);
  await expect(own.getByRole('alert')).toHaveText('Invalid username or password');
  await expect(page.getByRole('row').filter({ hasText: 'Anonymized' })).toContainText('Inactive');
  await page.goto('/users/invitations');
  await expect(page.getByRole('heading', { name: 'User Invitations' })).toBeVisible();
  await expect(page.getByText('leela@example.com')).toBeHidden();
});
