import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Bench } from './product';
import type { Figure } from './server-figures';
import { median } from './statistics';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];
const KiB = 1024;
const visitMs = 10_000;

export async function browserFigures(bench: Bench): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const login = await scriptSize(browser, bench, '/login');
    const leads = await scriptSize(browser, bench, '/leads');
    return [
      size('JavaScript in the first 10 s of a visit to /login, gzip', login, 150),
      size('JavaScript in the first 10 s of a visit to /leads, gzip', leads, 260),
      ...(await screenFigures(browser, bench, {
        path: '/leads',
        records: '10,000 leads',
        search: 'Search leads',
        typed: 'person 12 company',
        sortColumn: 'Company Name',
      })),
    ];
  });
}

export async function withBrowser<Measured>(
  measure: (browser: Browser) => Promise<Measured>,
): Promise<Measured> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: flags,
  });
  try {
    return await measure(browser);
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
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(`${bench.url}${path}`);
  await new Promise((done) => setTimeout(done, visitMs));
  const sizes = await Promise.all(scripts);
  await context.close();
  return sizes.reduce((sum, each) => sum + each, 0);
}

interface Screen {
  path: string;
  records: string;
  search: string;
  typed: string;
  sortColumn: string;
}

async function screenFigures(browser: Browser, bench: Bench, screen: Screen): Promise<Figure[]> {
  const { records, search, typed, sortColumn } = screen;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookies(bench));
  const page = await context.newPage();
  await page.goto(`${bench.url}${screen.path}`);
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('gridcell').first().waitFor();
  await page.getByRole('searchbox', { name: search }).click();
  const typing: number[] = [];
  for (const key of typed)
    typing.push(await paintAfter(page, () => page.keyboard.press(key === ' ' ? 'Space' : key)));
  for (let each = 0; each < 10; each += 1)
    typing.push(await paintAfter(page, () => page.keyboard.press('Backspace')));
  await page.getByRole('searchbox', { name: search }).fill('');
  const sorting: number[] = [];
  const header = page.getByRole('columnheader', { name: sortColumn }).getByRole('button').first();
  await header.click();
  for (let each = 0; each < 6; each += 1)
    sorting.push(await paintAfter(page, () => header.press('Enter')));
  const opening: number[] = [];
  const board = page.getByRole('button', { name: 'Kanban' });
  for (let each = 0; each < 5; each += 1) {
    opening.push(await paintAfter(page, () => board.press('Enter')));
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('gridcell').first().waitFor();
  }
  await context.close();
  return [
    milliseconds(`keystroke to paint in the search of ${records} (median)`, median(typing), 50),
    milliseconds(`sort of ${records} to paint (median)`, median(sorting), 100),
    milliseconds(`${records} on the board, asked for to painted (median)`, median(opening), 300),
  ];
}

export async function orderScreenFigures(bench: Bench): Promise<Figure[]> {
  return withBrowser((browser) =>
    screenFigures(browser, bench, {
      path: '/orders',
      records: '20,000 orders',
      search: 'Search orders',
      typed: 'ord-26-27-00012',
      sortColumn: 'Total',
    }),
  );
}

export function milliseconds(name: string, value: number, limit: number): Figure {
  return { name, value: `${value.toFixed(1)} ms`, mark: `under ${limit} ms`, holds: value < limit };
}

// As text: the compiler of this file would insert a helper function that the page does not have.
const watchPaint = `globalThis.painted = new Promise((resolve) => {
  addEventListener('keydown', (event) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
    channel.port2.postMessage(0);
  }), { once: true, capture: true });
}); 0`;

/** From the key event to the end of the frame that shows its effect. */
export async function paintAfter(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(watchPaint);
  await act();
  return page.evaluate<number>('globalThis.painted');
}

export function cookies(bench: Bench) {
  return bench.cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: bench.url };
  });
}
