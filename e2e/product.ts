import { rm } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import {
  type APIRequestContext,
  test as base,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  request,
} from '@playwright/test';
import type pg from 'pg';
import {
  emptyFolder,
  openDatabase,
  type Product,
  readyWithinMs,
  startProduct,
  usualPassword,
} from './built-product';
import { returnTo } from '../src/kit/server/testing/stored-states';

/**
 * A journey begins on a product without records, or with `sampleData`. It is started once for all journeys of a worker; what
 * the one before left in the database and the outbox is gone.
 */
export const test = base.extend<
  { product: Product; database: pg.Client; sampleData: boolean },
  { environment: Record<string, string>; running: Product }
>({
  environment: [{ ADMIN_PASSWORD: usualPassword }, { option: true, scope: 'worker' }],
  running: [
    async ({ environment }, use) => {
      const product = await startProduct(environment);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: readyWithinMs },
  ],
  database: async ({ running }, use) => {
    const client = await openDatabase(running);
    await use(client);
    await client.end();
  },
  sampleData: [false, { option: true }],
  product: async ({ running, database, sampleData }, use) => {
    await returnTo(database, sampleData ? 'demo' : 'empty');
    await rm(path.join(running.dataDir, 'outbox'), { recursive: true, force: true });
    await use(running);
  },
  baseURL: async ({ product }, use) => use(product.url),
});

export { emptyFolder, expect, openDatabase, type Product, startProduct, usualPassword };

/** Signs in as a person does, at the sign-in screen that is open. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Gives a browser a session without its sign-in screen. */
export async function signIn(
  { request }: Pick<BrowserContext, 'request'>,
  username: string,
  password: string,
): Promise<void> {
  const response = await request.post('/api/auth/login', { data: { username, password } });
  expect(response.status()).toBe(200);
}

/** A page in a separate browser: another person, who is not signed in. */
export async function outsider(browser: Browser, product: Product): Promise<Page> {
  return (await browser.newContext({ baseURL: product.url })).newPage();
}

/** The same for the administrator. */
export function enter(browser: Pick<BrowserContext, 'request'>, product: Product): Promise<void> {
  return signIn(browser, 'admin', product.adminPassword);
}

/** A signed-in client of the product's API. */
export async function client(product: Product): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: product.url });
  const data = { username: 'admin', password: product.adminPassword };
  expect((await context.post('/api/auth/login', { data })).status()).toBe(200);
  return context;
}

/** Waits for a page whose size or colours changed to look as it will. */
export async function atRest(page: Page): Promise<void> {
  // Halfway through a fade every colour is too pale; a transition begins a frame after what it moves.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.waitForFunction(
    () => !document.getAnimations().some((each) => each instanceof CSSTransition),
  );
}

/** What axe finds with its rules once the page has come to rest. */
export async function findings(page: Page, withContrast = true): Promise<string[]> {
  await atRest(page);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      rules: { 'color-contrast': { enabled: withContrast } },
    })
    .analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(', ')}`,
  );
}

/** Without the contrast of colours, which takes axe longest: `rehearsals/accessible.spec.ts` looks at it on every screen. */
export async function expectAccessible(page: Page): Promise<void> {
  const found = await findings(page, false);
  // An open menu is above the page, in no region of it.
  expect(found.filter((each) => !each.startsWith('region: '))).toEqual([]);
}
