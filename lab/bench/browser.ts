import { gzipSync } from 'node:zlib';
import { type BrowserContext, chromium } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Figure } from '../figures';
import type { Bench } from './product';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
];

/** The JavaScript that a first visit loads. */
export async function scriptFigures(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [path, most] of [
    ['/login', 150],
    ['/leads', 260],
  ] as const) {
    const size = await inBrowser(bench, { isSignedIn: path !== '/login' }, (context) =>
      scriptSize(context, `${bench.url}${path}`),
    );
    const name = `JavaScript in the first 10 s of a visit to ${path}, gzip`;
    figures.push(atMost(name, size, most, { unit: 'KiB', value: `${size.toFixed(1)} KiB` }));
  }
  return figures;
}

/** Opens a browser for the administrator, or for no one, and closes it afterwards. */
export async function inBrowser<T>(
  { cookie, url }: Bench,
  { isSignedIn = true },
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: flags,
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    if (isSignedIn)
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

async function scriptSize(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(url);
  await sleep(10_000);
  const sizes = await Promise.all(scripts);
  return sizes.reduce((sum, each) => sum + each, 0) / 1024;
}
