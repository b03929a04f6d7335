import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Bench, median } from './product';
import type { Figure } from './server-figures';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];
const KiB = 1024;

export async function browserFigures(bench: Bench): Promise<Figure[]> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: flags,
  });
  try {
    const login = await scriptSize(browser, bench, '/login');
    const leads = await scriptSize(browser, bench, '/leads');
    return [
      size('JavaScript of a first visit to /login, gzip', login, 150),
      size('JavaScript of a first visit to /leads, gzip', leads, 260),
      ...(await typingFigures(browser, bench)),
    ];
  } finally {
    await browser.close();
  }
}

function size(name: string, bytes: number, limit: number): Figure {
  const value = `${(bytes / KiB).toFixed(1)} KiB`;
  return { name, value, mark: `at most ${limit} KiB`, holds: bytes <= limit * KiB };
}

async function scriptSize(browser: Browser, bench: Bench, path: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (path !== '/login') await context.addCookies(cookies(bench));
  const page = await context.newPage();
  let bytes = 0;
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    void response.body().then((body) => {
      bytes += gzipSync(body, { level: 9 }).length;
    });
  });
  await page.goto(`${bench.url}${path}`, { waitUntil: 'networkidle' });
  await context.close();
  return bytes;
}

async function typingFigures(browser: Browser, bench: Bench): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookies(bench));
  const page = await context.newPage();
  await page.goto(`${bench.url}/leads`);
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('gridcell').first().waitFor();
  await page.getByRole('searchbox', { name: 'Search leads' }).click();
  const typing: number[] = [];
  for (const key of 'person 12 company')
    typing.push(await paintAfter(page, () => page.keyboard.press(key === ' ' ? 'Space' : key)));
  for (let each = 0; each < 10; each += 1)
    typing.push(await paintAfter(page, () => page.keyboard.press('Backspace')));
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('');
  const sorting: number[] = [];
  const header = page
    .getByRole('columnheader', { name: 'Company Name' })
    .getByRole('button')
    .first();
  await header.click();
  for (let each = 0; each < 6; each += 1)
    sorting.push(await paintAfter(page, () => header.press('Enter')));
  await context.close();
  return [
    milliseconds('keystroke to paint in the search of 10,000 leads (median)', median(typing), 50),
    milliseconds('sort of 10,000 leads to paint (median)', median(sorting), 100),
  ];
}

function milliseconds(name: string, value: number, limit: number): Figure {
  return { name, value: `${value.toFixed(1)} ms`, mark: `under ${limit} ms`, holds: value < limit };
}

// As text: what compiles this file names inner functions with a helper that the page does not have.
const watchPaint = `globalThis.painted = new Promise((resolve) => {
  addEventListener('keydown', (event) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
    channel.port2.postMessage(0);
  }), { once: true, capture: true });
}); 0`;

/** From the key event to the end of the frame in which the page has followed it. */
async function paintAfter(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(watchPaint);
  await act();
  return page.evaluate<number>('globalThis.painted');
}

function cookies(bench: Bench) {
  return bench.cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: bench.url };
  });
}
