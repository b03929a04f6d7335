import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pngQuantize } from '@napi-rs/image';
import type { BrowserContext, Page } from '@playwright/test';
import { startProduct, usualPassword } from '../e2e/built-product';
import { inBrowser } from './bench/browser';
import { adminAt } from './faults/people';

// `npm run screenshots`: the pictures of the README, of the built product with sample data, light and dark.
const folder = path.join(import.meta.dirname, '..', 'docs', 'images');

const pictures: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  dashboard: async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'This Year' }).click();
    await page.getByRole('table', { name: 'Leads by stage, This Year' }).waitFor();
    const recent = page.getByRole('region', { name: 'Recent Lead Activities' });
    await recent.getByRole('listitem').first().waitFor();
  },
  leads: async (page) => {
    await page.goto('/leads');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('row').nth(12).waitFor();
  },
  pipeline: async (page) => {
    await page.goto('/pipeline');
    await page.getByRole('button', { name: 'Kanban', exact: true }).click();
    await page.getByText('Negotiation').first().waitFor();
  },
  order: async (page) => {
    await page.goto('/orders');
    await page.getByRole('row').nth(5).waitFor();
    await page.goto(`/orders?view=${await findOrder(page)}`);
    await page.getByRole('dialog').getByText('Total').first().waitFor();
  },
  commands: async (page) => {
    await page.goto('/customers');
    await page.getByRole('row').nth(8).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search all records' }).fill('deccan');
    await page.getByRole('option').nth(6).waitFor();
  },
};

/** The newest delivered order of several lines. */
async function findOrder(page: Page): Promise<number> {
  const response = (await (await page.request.get('/api/orders')).json()) as {
    data: { id: number; status: string; item_count: number }[];
  };
  const order = response.data.find((each) => each.status === 'delivered' && each.item_count > 2);
  return order?.id ?? 0;
}

const product = await startProduct({ ADMIN_PASSWORD: usualPassword }, ['--demo']);
try {
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    const how = { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' } as const;
    const takeAll = async (context: BrowserContext) => {
      const page = await context.newPage();
      for (const [name, take] of Object.entries(pictures)) {
        await take(page);
        await page.waitForLoadState('networkidle');
        const png = await pngQuantize(await page.screenshot(), { maxQuality: 95 });
        const file = path.join(folder, `${name}-${colorScheme}.png`);
        await writeFile(file, png);
        process.stdout.write(`${file}: ${Math.round(png.length / 1024)} KB\n`);
      }
    };
    const admin = await adminAt(product);
    await inBrowser({ url: product.url, admin }, takeAll, { ...how, colorScheme });
  }
} finally {
  await product.stop();
}
