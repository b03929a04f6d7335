import type { Page } from '@playwright/test';
import { linkIn, mailTo } from './outbox';
import { enter, expect, expectAccessible, outsider, test } from './product';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const card = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true });

test('invitations are sent, sent again, revoked and filtered; the address says why a link is dead', {
  tag: '@rehearsal',
}, async ({ browser, page, product }) => {
  test.slow();
  await enter(page, product);
  await page.goto('/users/invitations');
  await expect(page.getByRole('heading', { name: 'User Invitations' })).toBeVisible();
  await expect(page.getByText('No invitations found')).toBeVisible();
  await expect(page.getByText('Send your first invitation to get started')).toBeVisible();
  for (const [first, last] of [
    ['Ravi', 'Iyer'],
    ['Nina', 'Shah'],
  ]) {
    await page.getByRole('button', { name: 'Send Invitation' }).first().click();
    const form = page.getByRole('dialog', { name: 'Send Invitation' });
    await form.getByLabel('First Name').fill(first ?? '');
    await form.getByLabel('Last Name').fill(last ?? '');
    await form.getByLabel('Email').fill(`${first}@example.com`);
    await form.getByLabel('Role').selectOption({ label: 'Administrator' });
    await form.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(form).toBeHidden();
  }
  await expect(page.getByText('Invitation sent successfully!').first()).toBeVisible();
  await expect(row(page, 'Ravi@example.com')).toContainText('Pending');
  await expect(row(page, 'Ravi@example.com')).toContainText('Site Administrator');
  await expect(card(page, 'Pending')).toContainText('2');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send Invitation' }).click();
  const again = page.getByRole('dialog', { name: 'Send Invitation' });
  await again.getByLabel('First Name').fill('Ravi');
  await again.getByLabel('Last Name').fill('Iyer');
  await again.getByLabel('Email').fill('ravi@EXAMPLE.com');
  await again.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(
    page.getByText(
      'Failed to send invitation: There is already a pending invitation for this email address',
    ),
  ).toBeVisible();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  const first = linkIn(await mailTo(product, 'Ravi@example.com'));
  await row(page, 'Ravi@example.com').getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Invitation resent successfully!')).toBeVisible();
  const second = linkIn(await mailTo(product, 'Ravi@example.com', 2));
  const guest = await outsider(browser, product);
  await guest.goto(first);
  await expect(guest.getByText('This link was replaced by a newer one.')).toBeVisible();
  // The token may also come as a query parameter (docs/product/invitations.md#acceptance).
  await guest.goto(second.replace('/invite/', '/invite?token='));
  await expect(guest.getByRole('definition').nth(2)).toHaveText('Administrator');

  await row(page, 'Ravi@example.com').getByRole('button', { name: 'Revoke' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Invitation' });
  await expect(question).toContainText('Are you sure you want to revoke this invitation?');
  await question.getByRole('button', { name: 'Revoke Invitation' }).click();
  await expect(page.getByText('Invitation revoked successfully!')).toBeVisible();
  await expect(row(page, 'Ravi@example.com')).toBeHidden();
  await guest.getByLabel('Username').fill('ravi');
  await guest.getByLabel('Password', { exact: true }).fill('a good one');
  await guest.getByLabel('Confirm Password').fill('a good one');
  await guest.getByRole('button', { name: 'Create Account' }).click();
  await expect(guest.getByRole('alert')).toHaveText('This invitation has been revoked.');
  await guest.goto('/invite');
  await expect(guest.getByText('No invitation token provided')).toBeVisible();
  await guest.getByRole('link', { name: 'Go to Login' }).click();
  await expect(guest).toHaveURL(/\/login$/);

  const nina = linkIn(await mailTo(product, 'Nina@example.com'));
  // Public also for a signed-in user.
  await page.goto(nina);
  await expect(page.getByRole('heading', { name: 'Welcome to Manufacturing CRM' })).toBeVisible();
  const token = nina.split('/').at(-1) ?? '';
  const account = { username: 'nina', password: 'a good one' };
  const accepted = await guest.request.post(`/api/users/invite/${token}/accept`, { data: account });
  expect(accepted.status()).toBe(200);
  await page.goto('/users/invitations');
  await expect(row(page, 'Nina@example.com')).toContainText('Accepted');
  await expect(row(page, 'Nina@example.com')).toContainText('Completed');

  await page.getByRole('searchbox', { name: 'Search invitations' }).fill('nobody');
  await expect(page.getByText('No invitations match your filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Accepted Speed' }).click();
  await page.getByRole('option', { name: 'Fast (1 day or less)' }).click();
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(row(page, 'Nina@example.com')).toBeVisible();
});
