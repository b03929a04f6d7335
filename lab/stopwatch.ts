import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';

// `npm run stopwatch`: what a new user does, from the clone to the PDF of the first invoice (docs/measurements.md).

const root = path.join(import.meta.dirname, '..');
const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-stopwatch-'));
const ownPassword = 'four small anvils';
const laps: { what: string; seconds: number; clicks: number; keys: number }[] = [];
const hand = { clicks: 0, keys: 0 };
let since = performance.now();

function lap(what: string): void {
  const now = performance.now();
  laps.push({ what, seconds: (now - since) / 1000, ...hand });
  since = now;
  Object.assign(hand, { clicks: 0, keys: 0 });
}

async function click(target: Locator): Promise<void> {
  await target.click();
  hand.clicks += 1;
}

async function type(target: Locator, text: string): Promise<void> {
  await target.fill(text);
  hand.clicks += 1;
  hand.keys += text.length;
}

async function ended(command: string, args: readonly string[], cwd: string): Promise<void> {
  const [code] = (await once(spawn(command, args, { cwd, stdio: 'ignore' }), 'exit')) as [number];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

async function firstStart(cwd: string) {
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PORT: '0', DATA_DIR: path.join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  const found = await new Promise<{ url: string; password: string }>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += String(chunk);
      const url = /ready: (http\S+)/.exec(said)?.[1];
      const password = /Password:\s+(\S+)\s+\(shown/.exec(said)?.[1];
      if (url && password) resolve({ url, password });
    });
    child.once('exit', () => reject(new Error(`It ended instead of starting:\n${said}`)));
  });
  return { ...found, child };
}

async function sell(page: Page): Promise<void> {
  const button = (name: string, of: Page | Locator = page) =>
    of.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });

  await click(link('Leads'));
  await click(button('List'));
  await click(button('Add New Lead').first());
  await type(dialog('Create New Lead').getByLabel('Company Name'), 'Mula Pumps');
  await type(dialog('Create New Lead').getByLabel('Contact Person'), 'Asha Verma');
  await click(button('Create Lead', dialog('Create New Lead')));
  await row('Mula Pumps').waitFor();
  lap('the first own lead');

  await click(button('Convert', row('Mula Pumps')));
  await click(button('Convert to Customer', dialog('Convert Lead to Customer')));
  await row('Mula Pumps').filter({ hasText: 'Converted' }).waitFor();
  lap('converted to a customer');

  await click(link('Dashboard'));
  await click(link('Create Order'));
  const form = dialog('Create New Order');
  await type(form.getByRole('combobox', { name: 'Customer' }), 'mula');
  await click(page.getByRole('option', { name: 'Mula Pumps' }).filter({ visible: true }));
  await type(form.getByRole('combobox', { name: 'Product' }), 'bear');
  await click(page.getByRole('option', { name: /bear/i }).filter({ visible: true }).first());
  await click(button('Create Order', form));
  await click(button('Create Order', dialog('Create Order')));
  await row('Mula Pumps').waitFor();
  lap('its order');

  await row('Mula Pumps')
    .locator('[data-cell="status"]')
    .dblclick({ position: { x: 4, y: 4 } });
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('confirmed');
  hand.clicks += 3;
  await click(button('Generate Invoice', row('Mula Pumps')));
  const draft = dialog(/^Generate Invoice/);
  await click(button('Generate Invoice', draft));
  await draft.waitFor({ state: 'hidden' });
  await click(link('Invoices'));
  await click(button('Issue', row('Mula Pumps')));
  await click(button('Issue Invoice', dialog(/Issue/)));
  await row('Mula Pumps').filter({ hasText: 'INV-' }).waitFor();
  const saving = page.waitForEvent('download');
  await click(button('Download', row('Mula Pumps')));
  await (await saving).path();
  lap('its first invoice, issued, as a PDF');
}

const app = path.join(folder, 'app');
await ended('git', ['clone', '--quiet', root, app], root);
lap('git clone');
const { url, password, child } = await firstStart(app);
lap('npm start: installed, built, started');
const { path: executablePath, env } = await findBrowser();
const args = ['--no-sandbox', '--disable-gpu'];
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
try {
  since = performance.now();
  const page = await browser.newPage({ locale: 'en-IN', timezoneId: 'Asia/Kolkata' });
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await type(page.getByLabel('Username'), 'admin');
  await type(page.getByLabel('Password', { exact: true }), password);
  await click(page.getByRole('button', { name: 'Sign In' }));
  await type(page.getByLabel('Current Password'), password);
  await type(page.getByLabel('New Password', { exact: true }), ownPassword);
  await type(page.getByLabel('Confirm New Password'), ownPassword);
  await click(page.getByRole('button', { name: 'Change Password' }));
  await page.getByRole('heading', { name: 'CRM Dashboard' }).waitFor();
  lap('signed in with the printed password, own one chosen');
  await click(page.getByRole('button', { name: 'Add sample data' }).first());
  await click(page.getByRole('button', { name: 'Add invented records' }));
  await page.getByText('Sample data added successfully').waitFor();
  lap('sample data');
  await sell(page);
} finally {
  await browser.close();
  if (child.pid) process.kill(-child.pid, 'SIGTERM');
  await once(child, 'exit');
  await rm(folder, { recursive: true, force: true });
}

const sum = (of: (each: (typeof laps)[number]) => number) =>
  laps.reduce((total, each) => total + of(each), 0);
const lines = laps.map(
  ({ what, seconds, clicks, keys }) =>
    `| ${what} | ${seconds.toFixed(1)} s | ${clicks} | ${keys} |`,
);
process.stdout.write(`Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}\n
| step | took | clicks | keys |\n|---|---|---|---|\n${lines.join('\n')}
| all | ${sum((each) => each.seconds).toFixed(0)} s | ${sum((each) => each.clicks)} | ${sum((each) => each.keys)} |\n`);
