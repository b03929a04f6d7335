import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from './product';

/** Every screen for the signed-in; a record's page by the first record. */
export const everyScreen = [
  ...readFileSync(new URL('../src/app/screens.tsx', import.meta.url), 'utf8').matchAll(
    /path: '([^']+)'/g,
  ),
].map(([, path = '']) => path.replace(/\$\w+/, '1'));

export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}
