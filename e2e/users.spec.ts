import type { Page } from '@playwright/test';
import { linkIn, mailTo } from './outbox';
import { enter, expect, expectAccessible, outsider, signIn, test } from './product';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const card = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true });

test('invited by mail, at work, out at once when deactivated, and back', async ({
  browser,
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await page.goto('/users');
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await expect(page.getByText('Manage system users and their permissions')).toBeVisible();
  await expect(card(page, 'Total Users')).toContainText('1');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Invite User' }).click();
  const form = page.getByRole('dialog', { name: 'Invite User via Email' });
  await form.getByLabel('First Name').fill('मीरा');
  await form.getByLabel('Last Name').fill('K');
  await form.getByLabel('Email').fill('meera');
  await form.getByLabel('Message').fill('See you on Monday.');
  await expect(form.getByText('Last name must be at least 2 characters')).toBeVisible();
  await expect(form.getByText('Please enter a valid email address')).toBeVisible();
  await form.getByLabel('Last Name').fill('Kulkarni');
  await form.getByLabel('Email').fill('meera@example.com');
  const preview = form.getByRole('region', { name: 'Preview', exact: true });
  await expect(preview).toContainText('Invitation to join Manufacturing CRM');
  const previewed = await preview.getByRole('paragraph').innerText();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation sent to meera@example.com successfully')).toBeVisible();
  await expect(form).toBeHidden();

  // What was previewed is what arrives, but for the link itself.
  const mail = await mailTo(product, 'meera@example.com');
  expect(mail).toContain('Subject: Invitation to join Manufacturing CRM');
  const link = linkIn(mail);
  expect(link).not.toBe('');
  const body = /base64\n/.test(mail)
    ? Buffer.from(mail.split('\n\n').slice(1).join(''), 'base64').toString()
    : mail;
  expect(previewed).toContain('See you on Monday.');
  for (const line of previewed.split('\n').filter((each) => !each.includes('/invite/')))
    expect(decoded(body)).toContain(line);

  const guest = await outsider(browser, product);
  const requests: string[] = [];
  guest.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Welcome to Manufacturing CRM' })).toBeVisible();
  await expect(guest.getByText('Set up your account to get started')).toBeVisible();
  await expect(guest.getByRole('definition')).toHaveText([
    'मीरा Kulkarni',
    'meera@example.com',
    'User',
    /^\d{1,2} \w{3} \d{4}$/,
    'See you on Monday.',
  ]);
  expect(requests).not.toContain('/api/auth/me');
  await expectAccessible(guest);
  const submit = async (username: string, password: string, again: string, message: string) => {
    await guest.getByLabel('Username').fill(username);
    await guest.getByLabel('Password', { exact: true }).fill(password);
    await guest.getByLabel('Confirm Password').fill(again);
    await guest.getByRole('button', { name: 'Create Account' }).click();
    await expect(guest.getByText(message)).toBeVisible();
  };
  await submit('me', '12345', '123456', 'Passwords do not match');
  await submit('me', '12345', '12345', 'Password must be at least 6 characters');
  await submit('me', 'a good one', 'a good one', 'Username must be at least 3 characters');
  await submit('admin', 'a good one', 'a good one', 'This username is already in use');
  await submit(
    'meera',
    'a good one',
    'a good one',
    'Account created successfully! Please log in with your new credentials.',
  );
  await expect(guest).toHaveURL(/\/login$/);
  await expect(guest.getByLabel('Username')).toHaveValue('meera');
  await guest.getByLabel('Password', { exact: true }).fill('a good one');
  await guest.getByRole('button', { name: 'Sign In' }).click();
  await expect(guest).not.toHaveURL(/\/login$/);
  await guest.goto('/services');
  await expect(guest.getByRole('heading', { name: 'Services' })).toBeVisible();

  // Administrators alone: no menu, and the paths lead home.
  await expect(guest.getByRole('link', { name: 'Customers' })).toBeVisible();
  await expect(guest.getByText('User Management')).toBeHidden();
  for (const address of ['/users', '/users/invitations']) {
    await guest.goto(address);
    await expect(guest).toHaveURL(`${product.url}/`);
  }

  await expect(row(page, 'meera@example.com')).toContainText('Active');
  await row(page, 'meera@example.com').getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('dialog', { name: 'Deactivate User' });
  await expect(question).toContainText('The user can no longer log in');
  await question.getByRole('button', { name: 'Deactivate User' }).click();
  await expect(
    page.getByText('User "मीरा Kulkarni" has been deactivated successfully'),
  ).toBeVisible();
  // No one touched that window: the server closed it.
  await expect(guest).toHaveURL(/\/login$/);
  await guest.getByLabel('Username').fill('meera');
  await guest.getByLabel('Password', { exact: true }).fill('a good one');
  await guest.getByRole('button', { name: 'Sign In' }).click();
  await expect(guest.getByRole('alert')).toHaveText('Invalid username or password');

  await row(page, 'meera@example.com').getByRole('button', { name: 'Activate' }).click();
  await page
    .getByRole('dialog', { name: 'Activate User' })
    .getByRole('button', { name: 'Activate User' })
    .click();
  await expect(page.getByText('has been activated successfully')).toBeVisible();
  await guest.getByRole('button', { name: 'Sign In' }).click();
  await expect(guest).not.toHaveURL(/\/login$/);

  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
  await expect(guest.getByText('This invitation has already been used.')).toBeVisible();
});

/** Quoted-printable as text. */
function decoded(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  return /[\u0080-\u00ff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}

test('a user is added, changed in the list, given a password, and deleted', {
  tag: '@rehearsal',
}, async ({ browser, page, product }) => {
  test.slow();
  await enter(page, product);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const form = page.getByRole('dialog', { name: 'Add New User' });
  await expect(form.getByText('Please fill in all required fields')).toBeVisible();
  await form.getByLabel('First Name').fill('Imran');
  await form.getByLabel('Last Name').fill('Khan');
  await form.getByLabel('Username').fill('imran-sales');
  await form.getByLabel('Email').fill('imran@example.com');
  await form.getByLabel('Password', { exact: true }).fill('first one');
  await form.getByLabel('Confirm Password').fill('other one');
  await form.getByRole('button', { name: 'Create User' }).click();
  await expect(form.getByRole('alert')).toContainText('Passwords do not match');
  await form.getByLabel('Confirm Password').fill('first one');
  await form.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText('User created successfully!')).toBeVisible();

  const imran = row(page, 'imran@example.com');
  await imran.getByRole('gridcell').nth(1).dblclick();
  const name = page.getByRole('textbox', { name: 'Last Name' });
  await name.fill('K');
  await name.press('Enter');
  await expect(page.getByText('Last name must be at least 2 characters')).toBeVisible();
  await name.fill('Shaikh');
  await name.press('Enter');
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await imran.getByRole('gridcell').nth(2).dblclick();
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('admin@example.com');
  await email.press('Enter');
  await expect(
    page.getByText('Failed to update user email: This email address is already in use'),
  ).toBeVisible();
  await email.press('Escape');

  const colleague = await outsider(browser, product);
  await signIn(colleague, 'imran-sales', 'first one');
  await colleague.goto('/');
  await imran.getByRole('button', { name: 'Reset Password' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset Password' });
  await reset.getByLabel('New Password', { exact: true }).fill('12345');
  await reset.getByLabel('Confirm Password').fill('second one');
  await expect(reset.getByText('Password must be at least 6 characters')).toBeVisible();
  await reset.getByLabel('New Password', { exact: true }).fill('second one');
  await reset.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset successfully for Imran Shaikh')).toBeVisible();
  await expect(colleague).toHaveURL(/\/login$/);
  await signIn(colleague, 'imran-sales', 'second one');

  // You cannot delete yourself or an active user; your own row offers neither that nor deactivation.
  const self = row(page, 'admin@example.com');
  await expect(self.getByRole('button', { name: 'Reset Password' })).toBeVisible();
  await expect(self.getByRole('button', { name: 'Deactivate' })).toBeHidden();
  await expect(imran.getByRole('button', { name: 'Delete' })).toBeHidden();
  await imran.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('button', { name: 'Deactivate User' }).click();
  await imran.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete User' }).click();
  await expect(page.getByText('User "Imran Shaikh" has been deleted successfully')).toBeVisible();
  await expect(imran).toBeHidden();
});
