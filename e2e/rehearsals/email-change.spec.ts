import type { Page } from '@playwright/test';
import { simpleParser } from 'mailparser';
import { mailTo } from '../outbox';
import { enter, expect, expectAccessible, test } from '../product';

const detail = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('another email address needs the password, and the link mailed to it', async ({
  page,
  product,
}) => {
  await enter(page, product);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Email').fill('meera@example.com');
  await page.getByLabel('Current Password', { exact: true }).fill(product.adminPassword);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('A link was emailed to meera@example.com')).toBeVisible();
  await expect(detail(page, 'Email')).toHaveText('admin@example.com');
  const { text = '' } = await simpleParser(await mailTo(product, 'meera@example.com'));
  await page.goto(/(\/login\?confirm=[\w-]{43})$/m.exec(text)?.[1] ?? 'no link');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await page.goto('/profile');
  await expect(detail(page, 'Email')).toHaveText('meera@example.com');
});
