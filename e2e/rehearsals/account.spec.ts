import { inflateSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import {
  enter,
  expect,
  expectAccessible,
  fillSignIn,
  outsider,
  type Product,
  signIn,
  test,
} from '../product';

const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const header = (page: Page) => page.getByRole('button', { name: /profile menu/ });
const detail = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const ended = 'Your session has ended. Please sign in again.';

async function otherPage(browser: Browser, product: Product): Promise<Page> {
  const page = await outsider(browser, product);
  await enter(page, product);
  await page.goto('/');
  // It learns of its session's end once its live line is open.
  await page.waitForLoadState('networkidle');
  return page;
}

test('the profile is saved, shows at once everywhere, and survives a reload', async ({
  page,
  context,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/leads');
  await expect(header(other)).toContainText('Site Administrator');
  await header(page).click();
  await page.getByRole('menuitem', { name: 'Profile Details' }).click();
  await expect(page.getByRole('heading', { name: 'Profile Details' })).toBeVisible();
  await expect(page.getByText('Administrator', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expectAccessible(page);

  await page.getByLabel('First Name').fill('M');
  await page.getByLabel('Phone').fill('12');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const problems = page.getByRole('alert');
  await expect(problems).toContainText('First name must be at least 2 characters');
  await expect(problems).toContainText('Please enter a valid phone number');

  const values: Record<string, string> = {
    'First Name': 'Meera',
    'Last Name': 'Kulkarni',
    Phone: '+91 98765 43210',
    Department: 'Sales',
    Position: 'Head of Sales',
    Bio: 'Sells pumps.\nSince 2009.',
  };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.route('**/api/auth/me', (route) => route.abort());
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(problems).toContainText('The server cannot be reached');
  await expect(page.getByLabel('Bio')).toHaveValue('Sells pumps.\nSince 2009.');
  await page.unroute('**/api/auth/me');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile updated successfully')).toBeVisible();
  for (const each of [page, other]) {
    await expect(header(each)).toContainText('Meera Kulkarni');
    await expect(header(each)).toContainText('MK');
  }
  await page.reload();
  for (const [label, value] of Object.entries(values))
    await expect(detail(page, label)).toHaveText(value);
});

// One red pixel; read once so that a typing mistake here would show.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('a photo is shown in the header and on the page, after a reload too, and can be removed', async ({
  page,
  product,
}) => {
  expect(inflateSync(png.subarray(41, 54))).toHaveLength(5);
  await enter(page, product);
  await page.goto('/profile');
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Change Photo' }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  await choose('photo.png', 'image/png', Buffer.from('PK\x03\x04 no picture at all'));
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to change photo: The photo must be a PNG, JPEG or WebP image',
  );
  await choose('photo.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1));
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to change photo: The photo is larger than 2 MB',
  );
  await choose('photo.png', 'image/png', png);
  const photo = page.getByRole('img', { name: 'Photo of Site Administrator' });
  for (const _time of ['when it was sent', 'after a reload']) {
    await expect(photo).toBeVisible();
    await expect(header(page).locator('img')).toBeVisible();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(256);
    await page.reload();
  }
  await page.getByRole('button', { name: 'Remove Photo' }).click();
  await expect(toast(page, 'Photo removed')).toBeVisible();
  await expect(photo).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Change Photo' })).toBeVisible();
  await expect(header(page).locator('img')).toBeHidden();
});

test('a changed password ends the session of another browser, which shows why', async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await page.goto('/');
  const other = await otherPage(browser, product);
  await other.goto('/leads');
  await header(page).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  await expectAccessible(page);
  const current = page.getByLabel('Current Password', { exact: true });
  const next = page.getByLabel('New Password', { exact: true });
  const again = page.getByLabel('Confirm New Password', { exact: true });
  const change = page.getByRole('button', { name: 'Change Password' });
  await change.click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await next.fill('kX9#tqz');
  await again.fill('kX9#tqzw');
  await change.click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await current.fill('not the password');
  await next.fill('a better one');
  await again.fill('a better one');
  await change.click();
  await expect(page.getByText('The current password is wrong')).toBeVisible();
  await expect(current).toBeFocused();
  await expect(next).toHaveValue('a better one');
  await current.fill(product.adminPassword);
  await change.click();
  await expect(
    toast(page, 'Your password has been changed. Your other sessions were signed out.'),
  ).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText(ended)).toBeVisible();
  await expect(other.getByRole('status')).toHaveAttribute('data-tone', 'info');
  await expect(other.getByRole('status')).not.toHaveAttribute('style', /teal|green/);
  await expectAccessible(other);
  await signIn(other, 'admin', 'a better one');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  await other.context().close();
});

/** Resolves once the idle watch runs: its code loads last. */
async function watched(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

test.describe('the idle time-out', () => {
  test('is chosen, kept, warned of, put off, and signs out', async ({ page, product }) => {
    await page.clock.install();
    await enter(page, product);
    await page.goto('/account-settings');
    const timeout = page.getByLabel('Session Timeout');
    await expect(timeout).toHaveValue('30');
    await expect(timeout.getByRole('option')).toHaveText([
      '15 minutes',
      '30 minutes',
      '60 minutes',
      '120 minutes',
      'Never',
    ]);
    await timeout.selectOption('15 minutes');
    await expect(toast(page, 'Session timeout saved')).toBeVisible();
    await page.reload();
    await expect(timeout).toHaveValue('15');
    await watched(page);

    const warning = page.getByRole('alertdialog', { name: 'Are you still there?' });
    await page.clock.fastForward('13:30');
    await expect(warning).toBeHidden();
    await page.clock.fastForward('00:40');
    await expect(warning).toContainText(/You will be signed out in \d\d? seconds/);
    await expectAccessible(page);
    const reported = page.waitForResponse('**/api/auth/activity');
    await warning.getByRole('button', { name: 'Stay Signed In' }).click();
    expect((await reported).status()).toBe(200);
    await expect(warning).toBeHidden();
    await page.clock.fastForward('13:00');
    await expect(warning).toBeHidden();
    await page.clock.fastForward('02:01');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(ended)).toBeVisible();
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);
    await fillSignIn(page, 'admin', product.adminPassword);
    await expect(page).toHaveURL(/\/account-settings$/);
    await expect(warning).toBeHidden();
  });
});
