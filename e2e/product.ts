import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
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
import pg from 'pg';

const readyWithinMs = 40_000;

/** The built product as a person runs it: its own process, embedded database and folder. */
export interface Product {
  url: string;
  dataDir: string;
  adminPassword: string;
  /** Its process, as long as it runs. */
  pid: () => number;
  /** Ends it and gives its exit code; null where the signal itself ended it. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
  /** Ends it as a person does (SIGTERM), or as a power cut does (SIGKILL), and starts it on the same folder and port. */
  restart: (signal?: 'SIGTERM' | 'SIGKILL', args?: readonly string[]) => Promise<void>;
  stop: () => Promise<void>;
}

interface Started {
  child: ChildProcess;
  url: string;
  password: string | undefined;
}

/** The administrator's password in the prepared folders. */
export const usualPassword = 'demo1234';

/**
 * Starts the product; `environment` overrides the variables of docs/product/running.md#environment. In a new folder
 * unless one is named: a copy of one in which it was started before (`prepared.ts`), for a first start takes longer
 * than many a journey.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  args: readonly string[] = [],
  folder?: string,
): Promise<Product> {
  const wanted = environment['ADMIN_PASSWORD'] ?? usualPassword;
  const dataDir = folder ?? (await newFolder(wanted, args.includes('--demo')));
  let started = await launch({ ...environment, PORT: '0', DATA_DIR: dataDir }, args);
  const { url, password = wanted } = started;
  const port = new URL(url).port;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const { child } = started;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    url,
    dataDir,
    adminPassword: password,
    pid: () => started.child.pid ?? 0,
    end,
    restart: async (signal = 'SIGTERM', again = []) => {
      await end(signal);
      started = await launch({ ...environment, PORT: port, DATA_DIR: dataDir }, again);
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new folder of its own under the system's temporary one. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'crm-e2e-'));
}

async function newFolder(password: string, sampleData: boolean): Promise<string> {
  const folder = await emptyFolder();
  const prepared = process.env['E2E_PREPARED'];
  if (prepared === undefined || password !== usualPassword) return folder;
  // With their owners: the database's files are not ours.
  const copy = spawn('cp', ['-a', `${prepared}/${sampleData ? 'demo' : 'empty'}/.`, folder]);
  const [code] = await once(copy, 'exit');
  expect(code).toBe(0);
  return folder;
}

async function launch(
  environment: Record<string, string>,
  args: readonly string[],
): Promise<Started> {
  const child = spawn(process.execPath, ['dist/server/main.js', ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += String(chunk);
      if (/ready: http\S+\n[^]*\n\n|ready: http\S+\n\n/.test(output)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => reject(new Error(`The product ended instead of starting:\n${output}`)));
    setTimeout(
      () => reject(new Error(`The product did not start:\n${output}`)),
      readyWithinMs,
    ).unref();
  });
  await ready;
  const url = /ready: (http\S+)/.exec(output)?.[1] ?? '';
  return { child, url, password: /Password: +(\S+)/.exec(output)?.[1] };
}

/** A session of our own on the product's embedded database; to be ended by who opens it. */
export async function openDatabase(product: Product, name = 'crm'): Promise<pg.Client> {
  const client = new pg.Client({
    host: path.join(product.dataDir, 'pg'),
    user: 'app',
    database: name,
  });
  // The server may be killed while it is open.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

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

export { expect };

/** Signs in as a person does, at the sign-in screen. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** A page in a browser of its own: somebody else, who is not signed in. */
export async function stranger(browser: Browser, product: Product): Promise<Page> {
  return (await browser.newContext({ baseURL: product.url })).newPage();
}

/** Gives a browser a session without its sign-in screen. */
export async function enter(context: BrowserContext, product: Product): Promise<void> {
  const credentials = { username: 'admin', password: product.adminPassword };
  const answer = await context.request.post(`${product.url}/api/auth/login`, { data: credentials });
  expect(answer.status()).toBe(200);
}

/** A signed-in client of the product's API. */
export async function client(product: Product): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: product.url });
  const data = { username: 'admin', password: product.adminPassword };
  expect((await context.post('/api/auth/login', { data })).status()).toBe(200);
  return context;
}

/** axe finds nothing serious on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Halfway through a fade every colour is too pale; a transition begins a frame after what it moves.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.waitForFunction(
    () => !document.getAnimations().some((each) => each instanceof CSSTransition),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(
    (each) => each.impact === 'serious' || each.impact === 'critical',
  );
  expect(
    serious.map(
      (each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
}
