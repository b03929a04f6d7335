import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

const readyWithinMs = 40_000;

/** The built product as a person runs it: its own process, embedded database and folder. */
export interface Product {
  url: string;
  dataDir: string;
  adminPassword: string;
  /** Ends it as a person does (SIGTERM), or as a power cut does (SIGKILL), and starts it on the same folder and port. */
  restart: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  stop: () => Promise<void>;
}

interface Started {
  child: ChildProcess;
  url: string;
  password: string | undefined;
}

/** Starts the product in an empty folder; `environment` overrides contract §1's variables. */
export async function startProduct(
  environment: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<Product> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'crm-e2e-'));
  let started = await launch({ ...environment, PORT: '0', DATA_DIR: dataDir }, args);
  const { url, password = environment['ADMIN_PASSWORD'] ?? '' } = started;
  const port = new URL(url).port;
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(started.child, 'exit');
    started.child.kill(signal);
    await ended;
  };
  return {
    url,
    dataDir,
    adminPassword: password,
    restart: async (signal = 'SIGTERM') => {
      await end(signal);
      started = await launch({ ...environment, PORT: port, DATA_DIR: dataDir }, []);
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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

export { expect };

/** Signs in as a person does, at the sign-in screen. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** axe finds nothing serious on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
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
