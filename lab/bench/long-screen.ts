import type { Page } from '@playwright/test';
import { cookies, milliseconds, withBrowser } from './browser-figures';
import type { Bench } from './product';
import type { Figure } from './server-figures';
import { median, percentile } from './statistics';
import { until, watch, windowMs } from './visit-figures';

const again = 3;
const searches = ['sku-0777777', 'sku-0123456', 'sku-0999000'];
const keptAfterMs = 2500;
const frames = 180;
const pixelsAFrame = 90;

/** What a person waits for on the screen of very many products: rows, what a search finds, and frames of scrolling. */
export function longScreenFigures(bench: Bench, count: number): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies(bench));
    await context.addInitScript({ content: watch(count) });
    const open = async (): Promise<{ page: Page; rows: number }> => {
      const page = await context.newPage();
      await new Promise((done) => setTimeout(done, windowMs));
      await page.goto(`${bench.url}/inventory/products`);
      await until(page, 'seen.rows > 0');
      return { page, rows: await page.evaluate<number>('seen.rows') };
    };
    // What the next visit begins with is written a second after the rows were shown.
    const leave = async (page: Page): Promise<void> => {
      await new Promise((done) => setTimeout(done, keptAfterMs));
      await page.close();
    };
    const first = await open();
    await leave(first.page);
    const visits: number[] = [];
    let { page } = first;
    for (let each = 0; each < again; each += 1) {
      const next = await open();
      visits.push(next.rows);
      ({ page } = next);
      if (each < again - 1) await leave(page);
    }
    const found = await searchMs(page);
    const scrolled = await frameMs(page);
    await context.close();
    return [
      milliseconds('1,000,000 products, first visit: navigation to rows', first.rows, 500),
      milliseconds('the same, second visit', median(visits), 500),
      milliseconds('1,000,000 products: search to rows', median(found), 300),
      milliseconds(
        '1,000,000 products: frame while scrolling, p95',
        percentile(scrolled, 0.95),
        33,
      ),
    ];
  });
}

async function searchMs(page: Page): Promise<number[]> {
  const box = page.getByRole('searchbox', { name: 'Search products' });
  const taken: number[] = [];
  for (const text of searches) {
    const before = await page.evaluate<string>('firstText()');
    const changed = page.evaluate<number>(`changedRow(${JSON.stringify(before)})`);
    await box.fill(text);
    taken.push(await changed);
  }
  await box.fill('');
  await until(page, `document.querySelectorAll('[role=row]').length > 10`);
  return taken;
}

function frameMs(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((done) => {
    const scroller = document.querySelector('[data-scroller]');
    const taken = [];
    let before = performance.now();
    const step = (now) => {
      taken.push(now - before);
      before = now;
      scroller.scrollTop += ${pixelsAFrame};
      if (taken.length < ${frames}) requestAnimationFrame(step);
      else done(taken.slice(1));
    };
    requestAnimationFrame(step);
  })`);
}
