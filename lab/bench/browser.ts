import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import journeys from '../../playwright.config';
import type { Bench } from './product';

/** Opens a browser like that of the journeys for the administrator, and closes it afterwards. */
export async function inBrowser<T>(
  { admin, url }: Pick<Bench, 'admin' | 'url'>,
  work: (context: BrowserContext) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const browser = await chromium.launch(journeys.use?.launchOptions);
  try {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ viewport, baseURL: url, ...options });
    await context.addCookies(admin.cookies().map(([name, value]) => ({ name, value, url })));
    return await work(context);
  } finally {
    await browser.close();
  }
}
