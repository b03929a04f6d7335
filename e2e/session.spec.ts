import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { simpleParser } from 'mailparser';
import { test } from './leads';
import {
  enter,
  expect,
  expectAccessible,
  fillSignIn,
  type Product,
  signIn,
  startProduct,
} from './product';

/** Every call for new cookies that a browser's pages make from now on. */
function countRenewals(context: BrowserContext): () => number {
  let renewals = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) renewals += 1;
  });
  return () => renewals;
}

test('the address asked for before sign-in is where one lands after it', {
  tag: '@rehearsal',
}, async ({ page, context, leads }) => {
  const lead = await leads.add({ company_name: 'Deccan Pumps' });
  await context.clearCookies();
  await page.goto(`/leads?edit=${lead.id}`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel(/password/i)).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in all fields');
  await page.reload();
  await fillSignIn(page, 'ADMIN@example.com', 'demo1234');
  await expect(page.getByRole('dialog', { name: 'Edit Lead' })).toBeVisible();
  await expect(page).toHaveURL(/\/leads$/);
});

test('the page shows Loading... until the user is known, and a dead server does not sign anyone out', {
  tag: '@rehearsal',
}, async ({ page, context, product }) => {
  await enter(context, product);
  await page.route('**/api/auth/me', () => undefined);
  await page.goto('/leads');
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await page.unroute('**/api/auth/me');
  await page.route('**/api/auth/me', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/api/auth/me');
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(page.getByRole('heading', { name: 'Lead Management' })).toBeVisible();
});

test('the profile menu shows who is signed in, and Logout ends it in every tab', {
  tag: '@rehearsal',
}, async ({ page, context, product }) => {
  await enter(context, product);
  await page.goto('/leads');
  const other = await context.newPage();
  await other.goto('/leads');
  await expect(other.getByRole('heading', { name: 'Lead Management' })).toBeVisible();
  await page.getByRole('button', { name: /profile menu/ }).click();
  const panel = page.getByRole('menu', { name: 'Profile' }).locator('..');
  for (const text of ['SA', 'Site Administrator', 'admin@example.com', 'Always Active'])
    await expect(panel.getByText(text, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /profile menu/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const each of [page, other]) {
    await expect(each).toHaveURL(/\/login$/);
    await expect(each.getByText('Sign in to your account')).toBeVisible();
  }
  await page.goBack();
  await expect(page).not.toHaveURL(/\/leads/);
  expect((await context.request.get('/api/leads')).status()).toBe(401);
});

test('an access cookie that is over is renewed unseen, once for two tabs and all their calls', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const renewals = countRenewals(context);
  const other = await context.newPage();
  await context.clearCookies({ name: 'access' });
  await Promise.all([page.goto('/leads'), other.goto('/leads')]);
  for (const each of [page, other])
    await expect(each.getByRole('heading', { name: 'Lead Management' })).toBeVisible();
  expect(renewals()).toBe(1);

  await context.clearCookies({ name: 'access' });
  await page.getByRole('button', { name: 'Add New Lead' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  await form.getByLabel('Company Name').fill('Renewed Pumps');
  await form.getByLabel('Contact Person').fill('Meera Kulkarni');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(page.getByText('Lead "Renewed Pumps" has been created successfully')).toBeVisible();
  await expect(other.getByText('Renewed Pumps')).toBeVisible();
  expect(renewals()).toBe(2);
});

test('a session that is ended elsewhere ends here at once, and signing in again continues', {
  tag: '@rehearsal',
}, async ({ page, context, browser, product }) => {
  await enter(context, product);
  await page.goto('/leads');
  await expect(page.getByRole('heading', { name: 'Lead Management' })).toBeVisible();
  const broken: string[] = [];
  page.on('console', (message) => message.type() === 'error' && broken.push(message.text()));
  const otherContext = await browser.newContext({ baseURL: product.url });
  await enter(otherContext, product);
  await endOthers(otherContext);
  await expect(page.getByText('Sign in to your account')).toBeVisible();
  // Nothing of the former screen is drawn once the session is gone, not even its error page.
  expect(broken.filter((text) => text.startsWith('Error: '))).toEqual([]);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status')).toHaveText(
    'Your session has ended. Please sign in again.',
  );
  await fillSignIn(page, 'admin', product.adminPassword);
  await expect(page).toHaveURL(/\/leads$/);
  await otherContext.close();
});

async function endOthers(context: BrowserContext): Promise<void> {
  const response = await context.request.get('/api/auth/sessions');
  const { data } = (await response.json()) as { data: { id: number; current: boolean }[] };
  for (const { id, current } of data) {
    if (!current)
      expect((await context.request.delete(`/api/auth/sessions/${id}`)).ok()).toBe(true);
  }
}

test('a caption of the menu folds by mouse and keyboard, for its person in this browser', {
  tag: '@rehearsal',
}, async ({ browser, page, context, product }) => {
  await enter(context, product);
  await page.goto('/orders');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const sales = navigation.getByRole('button', { name: 'Sales', exact: true });
  const orders = navigation.getByRole('button', { name: 'Orders', exact: true });
  const linkTo = (name: string) => navigation.getByRole('link', { name, exact: true });
  await expect(linkTo('Customers')).toBeVisible();
  await sales.click();
  await expect(sales).toHaveAttribute('aria-expanded', 'false');
  await expect(linkTo('Customers')).toBeHidden();
  await orders.press('Enter');
  await expect(linkTo('Orders')).toBeHidden();
  // A folded caption marks that it holds the current page.
  await expect(orders).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
  await page.reload();
  await expect(sales).toHaveAttribute('aria-expanded', 'false');
  await sales.press('Space');
  await expect(linkTo('Customers')).toBeVisible();

  const names = { username: 'ravi', first_name: 'Ravi', last_name: 'Iyer' };
  const ravi = { ...names, email: 'ravi@example.com', password: 'a good password' };
  await page.request.post('/api/users', { data: ravi });
  await page.goto('/orders');
  await expect(linkTo('Orders')).toBeHidden();
  await signIn(context, 'ravi', 'a good password');
  await page.goto('/orders');
  await expect(linkTo('Orders')).toBeVisible();
  await expect(navigation.getByRole('button', { name: 'Administration' })).toHaveCount(0);

  const phone = await browser.newPage({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
  });
  await signIn(phone, 'ravi', 'a good password');
  await phone.goto('/orders');
  await phone.getByRole('button', { name: 'Open menu' }).click();
  await phone.getByRole('button', { name: 'Billing', exact: true }).click();
  await expect(phone.getByRole('link', { name: 'Invoices', exact: true })).toBeHidden();
  await expectAccessible(phone);
});

test('a group of the collapsed sidebar opens next to its icon, and closes by Escape, elsewhere and by Tab', {
  tag: '@rehearsal',
}, async ({ page, context, product }) => {
  await enter(context, product);
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const group = navigation.getByRole('button', { name: 'Inventory' });
  const inside = navigation.getByRole('link', { name: 'Categories' });
  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  const [button, panel] = await Promise.all([group.boundingBox(), inside.boundingBox()]);
  expect(panel?.x).toBeGreaterThan((button?.x ?? 0) + (button?.width ?? 0));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(inside).toBeHidden();
  await expect(group).toBeFocused();
  await group.click();
  await page.getByRole('heading', { name: 'Lead Management' }).click();
  await expect(inside).toBeHidden();
  await group.press('Enter');
  for (const _ of ['Overview', 'Products', 'Categories']) await page.keyboard.press('Tab');
  await expect(inside).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(inside).toBeHidden();
  await group.click();
  await inside.click();
  await expect(page).toHaveURL(/\/inventory\/categories$/);
  await expect(inside).toBeHidden();
});

test('a forgotten password is set again by the link of a mail, once', async ({ browser }) => {
  const product = await startProduct({ ADMIN_PASSWORD: 'forgotten1' });
  const context = await browser.newContext({ baseURL: product.url });
  try {
    await resetPassword(await context.newPage(), product);
  } finally {
    await context.close();
    await product.stop();
  }
});

async function resetPassword(page: Page, product: Product): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in all fields');
  await page.getByLabel('Email').fill('admin@example.com');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByRole('status')).toContainText('an email with a link is on its way');
  await expectAccessible(page);
  const link = await linkOf(product);

  await page.goto(link);
  await page.getByLabel('New Password').fill('remembered1');
  await page.getByLabel('Confirm Password').fill('remembered2');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
  await expectAccessible(page);
  await page.getByLabel('Confirm Password').fill('remembered1');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('status')).toHaveText(
    'Your password has been changed. Please sign in.',
  );
  // The link is used up: it must not come back with a reload.
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await fillSignIn(page, 'admin', 'forgotten1');
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  await fillSignIn(page, 'admin', 'remembered1');
  await expect(page).toHaveURL(`${product.url}/`);

  await page.goto(link);
  await page.getByLabel('New Password').fill('remembered3');
  await page.getByLabel('Confirm Password').fill('remembered3');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link is no longer valid. Please request a new one.',
  );
}

/** The path of the link in the one mail of the outbox. */
async function linkOf(product: Product): Promise<string> {
  const folder = path.join(product.dataDir, 'outbox');
  const mails = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  await expect.poll(mails).toHaveLength(1);
  const [name = ''] = await mails();
  const mail = await simpleParser(await readFile(path.join(folder, name)));
  const link = new URL(/https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? 'http://none');
  return link.pathname + link.search;
}
