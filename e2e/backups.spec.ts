import { enter, expect, expectAccessible, test } from './product';

test('an administrator has everything checked, and sees why nothing is backed up', {
  tag: '@rehearsal',
}, async ({ page, product }) => {
  await enter(page, product);
  await page.goto('/');
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Backups' }).click();
  await expect(page).toHaveURL(/\/backups$/);
  await expect(
    page.getByText('Automatic backups are off: the server was started without BACKUP_DIR.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeDisabled();
  await expect(page.getByText('Not checked yet')).toBeVisible();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText(/^All \d+ checks passed$/)).toBeVisible();
  await expectAccessible(page);
});
