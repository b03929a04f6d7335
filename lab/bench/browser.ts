import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import type { Bench } from './product';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
];

/** Opens a browser for the administrator and closes it afterwards. */
export async function inBrowser<T>(
  { admin, url }: Pick<Bench, 'admin' | 'url'>,
  work: (context: BrowserContext) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: flags,
  });
  try {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ viewport, baseURL: url, ...options });
    await context.addCookies(admin.cookies().map(([name, value]) => ({ name, value, url })));
    return await work(context);
  } finally {
    await browser.close();
  }
}
