import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type pg from 'pg';
import { atMost, type Figure, median } from '../figures';
import { inBrowser } from './browser';
import { emptyRecords, fillLeads, fillProducts } from './fill';
import type { Bench } from './product';

/** After opening a window, Chromium loads its internal pages for this long. */
const windowMs = 3000;
/** Until then the browser has stored what the next visit begins with. */
const storedAfterMs = 8000;

interface List {
  name: 'leads' | 'products';
  path: string;
  fill: (pool: pg.Pool, count: number) => Promise<void>;
  typed: string;
  searches: readonly string[];
}

const leads: List = {
  name: 'leads',
  path: '/leads',
  fill: fillLeads,
  typed: 'person 12 company',
  searches: ['person 7', 'person 77', 'steel', 'plot 99'],
};
const products: List = {
  name: 'products',
  path: '/inventory/products',
  fill: fillProducts,
  typed: 'hex bolt m17 grade',
  searches: ['sku-0007777', 'sku-0012345', 'sku-0099900'],
};

/** The lists that the browser has whole, products in the order of their names. */
export async function visitFigures(bench: Bench): Promise<Figure[]> {
  return [
    ...(await listVisits(bench, leads, 20_000, 500)),
    ...(await listVisits(bench, leads, 50_000, 500)),
    ...(await listVisits(bench, products, 50_000, 900)),
  ];
}

/** A list that the browser reads by windows. */
export function longVisitFigures(bench: Bench): Promise<Figure[]> {
  return listVisits(bench, products, 1_000_000, 900);
}

async function listVisits(
  bench: Bench,
  list: List,
  count: number,
  firstMark: number,
): Promise<Figure[]> {
  await emptyRecords(bench.pool);
  await list.fill(bench.pool, count);
  const what = `${count.toLocaleString('en')} ${list.name}`;
  return inBrowser(bench, async (context) => {
    await context.addInitScript({ content: watch });
    const url = `${bench.url}${list.path}`;
    let { page, rowsMs } = await visit(context, url);
    const first = rowsMs;
    const second: number[] = [];
    while (second.length < 3) {
      await page.close();
      ({ page, rowsMs } = await visit(context, url));
      second.push(rowsMs);
    }
    const keys = await typedMs(page, list);
    const found = await foundMs(page, list);
    return [
      atMost(`${what}, first visit: navigation to rows`, first, firstMark),
      atMost('the same, second visit (median of 3)', median(second), 600),
      atMost('keystroke to paint in its search (median)', median(keys), 30, {
        value: `${median(keys).toFixed(1)} ms (worst ${Math.max(...keys).toFixed(0)})`,
      }),
      atMost('search typed to the rows it finds (median)', median(found), 150),
    ];
  });
}

// As text: the compiler of this file would insert a helper function that the page does not have.
const watch = `
localStorage.setItem('leads-view', 'list');
globalThis.firstText = () => document.querySelector('[role=gridcell] [data-text]')?.textContent ?? '';
const look = () => {
  if (firstText()) globalThis.rowsMs = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
globalThis.changedRow = (before) => new Promise((done) => {
  const started = performance.now();
  const next = () => firstText() === before && performance.now() - started < 10000
    ? requestAnimationFrame(next)
    : setTimeout(() => done(performance.now() - started));
  requestAnimationFrame(next);
});
globalThis.watchPaint = () => {
  globalThis.painted = new Promise((resolve) => {
    addEventListener('keydown', (event) => requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
      channel.port2.postMessage(0);
    }), { once: true, capture: true });
  });
};`;

async function visit(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; rowsMs: number }> {
  const page = await context.newPage();
  await sleep(windowMs);
  await page.goto(url);
  await page.getByRole('gridcell').first().waitFor();
  await sleep(storedAfterMs);
  return { page, rowsMs: await page.evaluate<number>('rowsMs') };
}

const searchBox = (page: Page, { name }: List) =>
  page.getByRole('searchbox', { name: `Search ${name}` });

/** Each key, from its event to the end of the frame that shows its effect. */
async function typedMs(page: Page, list: List): Promise<number[]> {
  await searchBox(page, list).click();
  const taken: number[] = [];
  for (const key of list.typed) {
    await page.evaluate('watchPaint()');
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    taken.push(await page.evaluate<number>('painted'));
  }
  return taken;
}

async function foundMs(page: Page, list: List): Promise<number[]> {
  await searchBox(page, list).fill('');
  await sleep(1000);
  const taken: number[] = [];
  for (const text of list.searches) {
    const before = await page.evaluate<string>('firstText()');
    const changed = page.evaluate<number>(`changedRow(${JSON.stringify(before)})`);
    await searchBox(page, list).fill(text);
    taken.push(await changed);
  }
  return taken;
}
