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

/** A journey's own product, and a page that shows it. */
export const test = base.extend<{ product: Product; sampleData: boolean }>({
  sampleData: [false, { option: true }],
  product: async ({ sampleData }, use) => {
    const product = await startProduct({}, sampleData ? ['--demo'] : []);
    await use(product);
    await product.stop();
  },
  baseURL: async ({ product }, use) => use(product.url),
});

/** One product for all journeys of a worker, which therefore leave alone what is not their own. */
export const sharedTest = base.extend<
  object,
  { environment: Record<string, string>; product: Product; database: pg.Client }
>({
  environment: [{ ADMIN_PASSWORD: usualPassword }, { option: true, scope: 'worker' }],
  product: [
    async ({ environment }, use) => {
      const product = await startProduct(environment);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: readyWithinMs },
  ],
  database: [
    async ({ product }, use) => {
      const client = await openDatabase(product);
      await use(client);
      await client.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});

export { emptyFolder, expect, openDatabase, type Product, startProduct, usualPassword };

/** Signs in as a person does, at the sign-in screen. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** A page in a separate browser: another person, who is not signed in. */
export async function outsider(browser: Browser, product: Product): Promise<Page> {
  return (await browser.newContext({ baseURL: product.url })).newPage();
}

/** Gives a browser a session without its sign-in screen. */
export async function enter(context: BrowserContext, product: Product): Promise<void> {
  const credentials = { username: 'admin', password: product.adminPassword };
  const response = await context.request.post(`${product.url}/api/auth/login`, {
    data: credentials,
  });
  expect(response.status()).toBe(200);
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

/** What axe finds with all of its rules once the page has come to rest. */
export async function findings(page: Page): Promise<string[]> {
  await atRest(page);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(', ')}`,
  );
}

export async function expectAccessible(page: Page): Promise<void> {
  const found = await findings(page);
  // An open menu is above the page, in no region of it.
  expect(found.filter((each) => !each.startsWith('region: '))).toEqual([]);
}
