import { type BrowserContext, chromium } from '@playwright/test';
import type { Bench } from './product';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
];

/** Opens a browser for the administrator and closes it afterwards. */
export async function inBrowser<T>(
  { cookie, url }: Bench,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: flags,
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(
      cookie.split('; ').map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
      }),
    );
    return await work(context);
  } finally {
    await browser.close();
  }
}
