import { readFile } from 'node:fs/promises';
import { enter, expect, expectAccessible, outsider, signIn, test } from '../product';

const message = 'I understand this action cannot be undone';

test('consents changed, data exported, and oneself anonymized for good', async ({
  page,
  browser,
  product,
}) => {
  await enter(page, product);
  const created = await page.request.post('/api/users', {
    data: {
      username: 'leela',
      email: 'leela@example.com',
      first_name: 'Leela',
      last_name: 'Nair',
      password: 'a good password',
      role: 'user',
    },
  });
  expect(created.status()).toBe(201);
  await page.goto('/users');

  const own = await outsider(browser, product);
  await signIn(own, 'leela', 'a good password');
  await own.goto('/');
  await own.getByRole('button', { name: /profile menu/ }).click();
  await own.getByRole('menuitem', { name: 'Privacy Settings' }).click();
  await expect(own).toHaveURL(/\/privacy$/);
  for (const name of ['Consent Preferences', 'Your Data Rights', 'Privacy Information'])
    await expect(own.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(own.getByText('Denied', { exact: true })).toHaveCount(4);
  await expect(own.getByRole('button', { name: 'Edit Privacy Information' })).toBeHidden();
  await expectAccessible(own);

  // A second window of the same person follows.
  const other = await own.context().newPage();
  await other.goto('/privacy');
  await expect(other.getByText('Denied', { exact: true })).toHaveCount(4);
  await own.getByRole('switch', { name: 'Marketing', exact: true }).press('Space');
  await expect(own.getByText('Consent preference updated successfully')).toBeVisible();
  for (const each of [own, other]) {
    await expect(each.getByRole('switch', { name: 'Marketing', exact: true })).toBeChecked();
    await expect(each.getByText('Granted', { exact: true })).toHaveCount(1);
    await expect(each.getByText('Last updated:')).toHaveCount(1);
  }
  await other.close();

  const downloading = own.waitForEvent('download');
  await own.getByRole('button', { name: 'Export My Data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^my-data-export-\d{4}-\d\d-\d\d\.json$/);
  await expect(own.getByText('Your data has been exported and downloaded')).toBeVisible();
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    profile: { email: string };
    consent_history: unknown[];
  };
  expect(file.profile.email).toBe('leela@example.com');
  expect(file.consent_history).toHaveLength(1);

  const button = own.getByRole('button', { name: 'Anonymize My Data' });
  const input = own.getByLabel(`Type "${message}" to confirm`);
  await expect(button).toBeDisabled();
  await input.fill(message.toLowerCase());
  await input.press('Enter');
  await expect(own.getByRole('alert')).toHaveText(
    'Please type the confirmation text exactly as shown',
  );
  await expect(button).toBeDisabled();
  await input.fill(message);
  await button.click();
  const question = own.getByRole('dialog');
  await expect(question).toContainText(
    'This will permanently anonymize all your personal data. This action cannot be undone and you will be logged out. Are you absolutely sure?',
  );
  await expectAccessible(own);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await button.click();
  await question.getByRole('button', { name: 'Anonymize and log out' }).click();
  await expect(
    own.getByText('Your data has been anonymized. You will now be logged out.'),
  ).toBeVisible();
  await expect(own).toHaveURL(/\/login$/);
  await own.getByLabel('Username').fill('leela');
  await own.getByLabel('Password', { exact: true }).fill('a good password');
  await own.getByRole('button', { name: 'Sign In' }).click();
  await expect(own.getByRole('alert')).toHaveText('Invalid username or password');

  // The administrator's list has followed.
  await expect(page.getByRole('row').filter({ hasText: 'Anonymized' })).toBeVisible();
  await expect(page.getByText('leela@example.com')).toBeHidden();

  await page.goto('/privacy');
  await page.getByRole('button', { name: 'Edit Privacy Information' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Privacy Information' });
  await form.getByLabel('Contact').fill('privacy@deccan.example');
  await form.getByLabel(/Data Retention Periods/).fill('Invoices: 8 years');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save Privacy Information' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('privacy@deccan.example')).toBeVisible();
  await expect(page.getByText('8 years', { exact: true })).toBeVisible();
});
