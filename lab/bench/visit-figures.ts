import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { cookies, milliseconds, paintAfter, withBrowser } from './browser-figures';
import { type Bench, fillLeads } from './product';
import { type Figure, leads, listFigures } from './server-figures';
import { median } from './statistics';

// More of these rows are above 64 MB, and no longer one list that the browser keeps.
const count = 85_000;
const few = 1000;
const heapLimit = 60;
const steepest = 1.1;
/** So long Chromium loads pages of its own for a window that was just opened. */
export const windowMs = 3000;

/** What a person waits for who opens the leads, the first time and again, and then sorts and searches them. */
export async function visitFigures(bench: Bench): Promise<Figure[]> {
  const small = await visited(bench, few);
  const large = await visited(bench, count);
  const [fewer, more] = [small, large].map(({ rows }) => rows) as [number, number];
  return [
    ...figuresOf(large),
    ...small.times.map(([name, time], at) =>
      exponent(`growth of "${name}" from ${fewer} leads`, [
        [fewer, time],
        [more, large.times[at]?.[1] ?? Number.NaN],
      ]),
    ),
    ...(await listFigures(bench, { ...leads, name: `GET /leads, ${more} leads` })),
  ];
}

/** The power of its size by which something grows. */
function exponent(name: string, [from, to]: [Point, Point]): Figure {
  const value = Math.log(to[1] / from[1]) / Math.log(to[0] / from[0]);
  const text = `${from[1].toFixed(0)} → ${to[1].toFixed(0)}: ${value.toFixed(2)}`;
  return { name, value: text, mark: `at most ${steepest}`, holds: value <= steepest };
}

type Point = readonly [size: number, time: number];

interface Visited {
  rows: number;
  first: Seen;
  visits: Seen[];
  typing: { keys: number[]; found: number[]; longest: number };
  sorting: { rows: number[]; longest: number };
  heap: number;
  last: number;
  /** What is to grow no faster than the list. */
  times: [name: string, value: number][];
}

async function visited(bench: Bench, least: number): Promise<Visited> {
  const known = await leadsIn(bench);
  if (known < least) await fillLeads(bench.pool, least - known);
  const rows = await leadsIn(bench);
  return withBrowser((browser) => measured(browser, bench, rows));
}

async function leadsIn({ pool }: Bench): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from leads');
  return rows[0]?.n ?? 0;
}

async function measured(browser: Browser, bench: Bench, rows: number): Promise<Visited> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookies(bench));
  await context.addInitScript({ content: watch(rows) });
  const first = await visit(context, bench);
  await until(first.page, isKept);
  await first.page.close();
  const visits: Seen[] = [];
  for (let each = 0; each < 3; each += 1) {
    const next = await visit(context, bench);
    visits.push(next.seen);
    if (each < 2) await next.page.close();
  }
  const [page] = context.pages().slice(-1);
  if (!page) throw new Error('The page is gone');
  const session = await context.newCDPSession(page);
  const heap = await heapOf(session);
  const typing = await typed(page, rows);
  const sorting = await sorted(page, rows);
  const last = await heapOf(session);
  await context.close();
  const times: [string, number][] = [
    ['second visit: rows', median(visits.map((seen) => seen.rows))],
    ['second visit: whole list', median(visits.map((seen) => seen.whole))],
    ['keystroke to paint', median(typing.keys)],
    ['last keystroke to the rows it finds', median(typing.found)],
    ['sort to rows in order', median(sorting.rows)],
    ['heap, MB', heap],
  ];
  return { rows, first: first.seen, visits, typing, sorting, heap, last, times };
}

function figuresOf({ rows, first, visits, typing, sorting, heap, last }: Visited): Figure[] {
  const worst = Math.max(first.longest, ...visits.map(({ longest }) => longest));
  const of = (pick: (seen: Seen) => number) => median(visits.map(pick));
  return [
    milliseconds(`${rows} leads, first visit: end of the answer to rows`, first.after, 300),
    milliseconds(
      'the same, second visit: navigation to rows',
      of((seen) => seen.rows),
      300,
    ),
    milliseconds(
      'the same, navigation to the whole list (no mark)',
      of(({ whole }) => whole),
      1e9,
    ),
    milliseconds('longest task until the whole list is there', worst, 50),
    milliseconds('keystroke to paint (median)', median(typing.keys), 30),
    milliseconds('keystroke to paint (worst)', Math.max(...typing.keys), 60),
    milliseconds('last keystroke to the rows it finds (no mark)', median(typing.found), 1e9),
    milliseconds('longest task while typing', typing.longest, 50),
    milliseconds('sort to rows in order', median(sorting.rows), 100),
    milliseconds('longest task while sorting', sorting.longest, 50),
    heapFigure('heap after the second visit', heap),
    heapFigure('heap after typing and sorting', last),
  ];
}

function heapFigure(name: string, value: number): Figure {
  const holds = value <= heapLimit;
  return { name, value: `${value.toFixed(0)} MB`, mark: `at most ${heapLimit} MB`, holds };
}

interface Seen {
  /** All from the navigation, in ms, but `after`: from the end of the list's answer, none where rows were there before. */
  rows: number;
  whole: number;
  after: number;
  longest: number;
}

// As text: the compiler of this file would insert a helper function that the page does not have.
export const watch = (count: number) => `
localStorage.setItem('leads-view', 'list');
globalThis.tasks = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, duration]);
}).observe({ type: 'longtask', buffered: true });
globalThis.seen = {};
const firstCell = () => document.querySelector('[role=gridcell] [data-text]');
const look = () => {
  const grid = document.querySelector('[role=grid]');
  const rows = Number(grid?.getAttribute('aria-rowcount') ?? 0);
  if (firstCell()) seen.rows ??= performance.now();
  if (rows > ${count}) seen.whole ??= performance.now();
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
globalThis.firstText = () => firstCell()?.textContent ?? '';
globalThis.changedRow = (before) => new Promise((done) => {
  const started = performance.now();
  const next = () => firstText() === before && performance.now() - started < 10000
    ? requestAnimationFrame(next)
    : setTimeout(() => done(performance.now() - started));
  requestAnimationFrame(next);
});`;

const isKept = `indexedDB.databases().then((all) => all.some(({ name }) => name === 'manufacturing-crm-lists'))
  .then((is) => is && new Promise((done) => {
    const opening = indexedDB.open('manufacturing-crm-lists');
    opening.onsuccess = () => {
      const database = opening.result;
      const asking = database.transaction('entries').objectStore('entries').getAllKeys();
      asking.onsuccess = () => {
        database.close();
        done(asking.result.some((key) => String(key).includes('/leads [')));
      };
    };
  }))`;

async function visit(context: BrowserContext, bench: Bench): Promise<{ page: Page; seen: Seen }> {
  const page = await context.newPage();
  await new Promise((done) => setTimeout(done, windowMs));
  await page.goto(`${bench.url}/leads`);
  await until(page, 'seen.whole > 0');
  const seen = await page.evaluate<Seen>(`({
    ...seen,
    after: Math.max(0, seen.rows - Math.max(0, ...performance.getEntriesByType('resource')
      .filter(({ name }) => /\\/api\\/leads(\\?|$)/.test(name)).map(({ responseEnd }) => responseEnd))),
    longest: Math.max(0, ...tasks.filter(([at]) => at <= seen.whole).map(([, duration]) => duration)),
  })`);
  return { page, seen };
}

const isWhole = (rows: number) => `document.querySelector('[role=grid]')?.ariaRowCount > ${rows}`;

/** The page's own policy lets no script be made of a text that it waits with itself. */
export async function until(page: Page, condition: string): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const look = async () => (await (${condition})) ? done() : setTimeout(look, 100);
    void look();
  })`);
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

const longestSince = `Math.max(0, ...tasks.splice(0).map(([, duration]) => duration))`;

async function typed(page: Page, rows: number) {
  await page.evaluate(longestSince);
  const box = page.getByRole('searchbox', { name: 'Search leads' });
  await box.click();
  const keys: number[] = [];
  const found: number[] = [];
  for (const key of 'person 12 company') {
    keys.push(await paintAfter(page, () => page.keyboard.press(key === ' ' ? 'Space' : key)));
  }
  await box.fill('');
  for (const text of ['person 7', 'person 77', 'steel', 'plot 99']) {
    const before = await page.evaluate<string>('firstText()');
    const changed = page.evaluate<number>(`changedRow(${JSON.stringify(before)})`);
    await box.fill(text);
    found.push(await changed);
  }
  await box.fill('');
  await until(page, isWhole(rows));
  return { keys, found, longest: await page.evaluate<number>(longestSince) };
}

async function sorted(page: Page, count: number) {
  const rows: number[] = [];
  for (const name of ['Company Name', 'Created', 'Status', 'Email']) {
    const header = page.getByRole('columnheader', { name }).getByRole('button').first();
    for (let each = 0; each < 2; each += 1) {
      const before = await page.evaluate<string>('firstText()');
      const changed = page.evaluate<number>(`changedRow(${JSON.stringify(before)})`);
      await header.press('Enter');
      rows.push(await changed);
      await until(page, isWhole(count));
    }
  }
  return { rows, longest: await page.evaluate<number>(longestSince) };
}
