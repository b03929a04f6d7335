import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { APIRequestContext } from '@playwright/test';
import {
  client,
  emptyFolder,
  expect,
  openDatabase,
  type Product,
  test,
  startProduct,
} from '../product';
import { send } from '../../src/kit/server/testing/raw-http';

interface End {
  code: number | null;
  /** What the person at the console reads. */
  lines: string[];
}

/** Starts the product where it cannot start, and gives what it said. */
async function failedStart(
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<End> {
  const child = spawn(process.execPath, ['dist/server/main.js', ...args], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  await once(child, 'close');
  return { code: child.exitCode, lines: output.split('\n').filter((line) => line !== '') };
}

/** A database of the product's own cluster, as a server elsewhere would be named. */
function addressOf(product: Product, name: string, user = 'app'): string {
  const socket = encodeURIComponent(`${product.dataDir}/pg`);
  return `postgres://${user}:secret@localhost/${name}?host=${socket}`;
}

interface Lead {
  id: number;
  company_name: string;
  city: string | null;
}

async function leadsOf(context: APIRequestContext): Promise<Lead[]> {
  return ((await (await context.get('/api/leads')).json()) as { data: Lead[] }).data;
}

/** A process and all that it has started, itself first. */
function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  const family = [pid];
  for (const member of family)
    family.push(...parents.filter(({ parent }) => parent === member).map((each) => each.pid));
  return family;
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('after a kill amid writes the next start needs no help, and every lead that was acknowledged is there', async () => {
  const product = await startProduct({ ADMIN_PASSWORD: 'demo1234' });
  const reader = await client(product);
  const clients = await Promise.all([client(product), client(product), client(product)]);
  const acknowledged: string[] = [];
  let killed = false;
  const write = async (context: APIRequestContext, name: string) => {
    for (let count = 1; !killed; count += 1) {
      const data = { company_name: `${name} ${count}`, contact_person: 'Meera Kulkarni' };
      const response = await context.post('/api/leads', { data }).catch(() => null);
      if (response?.status() === 201) acknowledged.push(data.company_name);
    }
  };
  const writing = clients.map((context, index) => write(context, `Client ${index}`));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(60);
  const family = familyOf(product.pid());
  await product.end('SIGKILL');
  killed = true;
  await Promise.all(writing);
  await product.restart();
  const leads = await leadsOf(reader);
  const names = leads.map((lead) => lead.company_name);
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  const data = { company_name: 'After the fall', contact_person: 'Meera Kulkarni' };
  const response = await reader.post('/api/leads', { data });
  expect(response.status()).toBe(201);
  const { id } = ((await response.json()) as { data: Lead }).data;
  expect(id).toBeGreaterThan(Math.max(...leads.map((lead) => lead.id)));
  await expect.poll(() => family.filter(isRunning)).toEqual([]);
  await product.stop();
});

test('a stop lets the request in progress finish, ends with 0 and leaves no process', async () => {
  const product = await startProduct({ ADMIN_PASSWORD: 'demo1234' });
  const database = await openDatabase(product);
  const context = await client(product);
  const data = { company_name: 'Deccan Pumps', contact_person: 'Meera Kulkarni' };
  const created = (await (await context.post('/api/leads', { data })).json()) as { data: Lead };
  await database.query('begin');
  await database.query('select from leads where id = $1 for update', [created.data.id]);
  const slow = context.put(`/api/leads/${created.data.id}`, { data: { city: 'Pune' } });
  const waiting = async () => {
    // Within a transaction it would repeat its first result.
    await database.query('select pg_stat_clear_snapshot()');
    const found = await database.query(
      `select from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    return found.rowCount;
  };
  await expect.poll(waiting).toBe(1);

  // Browsers open connections ahead of need: one without a request must not hold up the end.
  const idle = connect(Number(new URL(product.url).port), '127.0.0.1');
  idle.on('error', () => undefined);
  await once(idle, 'connect');
  const family = familyOf(product.pid());
  expect(family.length).toBeGreaterThan(3);
  const ended = product.end('SIGTERM');
  await expect
    .poll(() =>
      context.get('/api/health').then(
        () => 'answers',
        () => 'gone',
      ),
    )
    .toBe('gone');
  await database.query('commit');
  await database.end();
  expect((await slow).status()).toBe(200);
  expect(((await (await slow).json()) as { data: Lead }).data.city).toBe('Pune');
  expect(await ended).toBe(0);
  expect(product.output()).not.toContain('"stack"');
  expect(family.filter(isRunning)).toEqual([]);
  await product.restart();
  expect((await leadsOf(context))[0]?.city).toBe('Pune');
  await product.stop();
});

test('a second copy on the same folder is refused with one line, and the first continues', async ({
  product,
}) => {
  const { code, lines } = await failedStart({ DATA_DIR: product.dataDir });
  expect(lines).toEqual([
    `Another copy of Manufacturing CRM is using the data folder ${product.dataDir}.`,
  ]);
  expect(code).toBe(1);
  expect((await (await client(product)).get('/api/leads')).status()).toBe(200);
});

test('a port in use is one line, and does not use up the first password', async ({ product }) => {
  const folder = await emptyFolder();
  const port = new URL(product.url).port;
  const { code, lines } = await failedStart({ DATA_DIR: folder, PORT: port });
  expect(lines).toEqual([`PORT ${port} is in use by another program`]);
  expect(code).toBe(1);
  const later = await startProduct({}, [], folder);
  expect(later.adminPassword).not.toBe('');
  expect((await (await client(later)).get('/api/auth/me')).status()).toBe(200);
  await later.stop();
});

test('an address that cannot be decoded is refused in the usual form', async ({ product }) => {
  // The bundled server, not its source: a bundler may leave out what it takes for superfluous.
  for (const path of ['/api/%', '/api/leads/%c0%af']) {
    const { body } = await send(product.url, { method: 'GET', path });
    expect(JSON.parse(body.toString())).toMatchObject({ success: false });
  }
});

test('a wrong value is one line that names its variable, and nothing is made', async () => {
  const folder = await emptyFolder();
  const wrong: readonly (readonly [string, string])[] = [
    ['PORT', 'eighty'],
    ['HOST', '203.0.113.9'],
    ['DATABASE_URL', 'mysql://localhost/crm'],
    ['ADMIN_EMAIL', 'admin@example'],
    ['SMTP_URL', 'mail.example.com'],
  ];
  const ends = await Promise.all(
    wrong.map(async ([name, value]) => ({
      name,
      ...(await failedStart({ DATA_DIR: folder, [name]: value })),
    })),
  );
  for (const { name, code, lines } of ends) {
    expect(lines, name).toHaveLength(1);
    expect(lines[0]).toContain(name);
    expect(code).toBe(1);
  }
  expect(readdirSync(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('a database that cannot be used is one line that says why', async ({ product }) => {
  const urls: readonly (readonly [string, RegExp])[] = [
    ['postgres://app:secret@127.0.0.1:1/crm', /ECONNREFUSED/],
    ['postgres://app:secret@no-such-host.invalid/crm', /no-such-host\.invalid/],
    [addressOf(product, 'nothing'), /"nothing" does not exist/],
    [addressOf(product, 'crm', 'nobody'), /"nobody" does not exist/],
  ];
  const ends = await Promise.all(
    urls.map(async ([url, reason]) => ({
      reason,
      ...(await failedStart({ DATABASE_URL: url })),
    })),
  );
  for (const { reason, code, lines } of ends) {
    expect(lines).toEqual([expect.stringMatching(/^DATABASE_URL: /)]);
    expect(lines[0]).toMatch(reason);
    expect(lines[0]).not.toContain('secret');
    expect(code).toBe(1);
  }
});

test('a newer database and a step that fails stop the start with one line, and change nothing', async ({
  product,
  database,
}) => {
  await database.query('create database later');
  const later = await openDatabase(product, 'later');
  const folder = await emptyFolder();
  const environment = { ADMIN_PASSWORD: 'demo1234', DATABASE_URL: addressOf(product, 'later') };
  await (await startProduct(environment, [], folder)).end('SIGTERM');

  await later.query(`insert into migrations (number, name) values (9999, '9999-future.sql')`);
  const newer = await failedStart(environment);
  expect(newer.lines).toEqual([
    expect.stringMatching(/^The database belongs to a newer version of Manufacturing CRM/),
  ]);
  expect(newer.code).toBe(1);

  await later.query(`delete from migrations where number in (117, 9999)`);
  const broken = await failedStart(environment);
  expect(broken.lines).toEqual([
    expect.stringMatching(/^Migration 0117-\S+ failed: .* Nothing was changed; /),
  ]);
  expect(broken.code).toBe(1);
  await later.query(`insert into migrations (number, name) values (117, '0117-insight.sql')`);
  await later.end();
  const repaired = await startProduct(environment, [], folder);
  expect((await (await client(repaired)).get('/api/leads')).status()).toBe(200);
  await repaired.stop();
});

test('--demo fills an empty database and leaves one with records alone', async () => {
  test.slow();
  const product = await startProduct({ ADMIN_PASSWORD: 'demo1234' }, ['--demo']);
  const context = await client(product);
  const before = await leadsOf(context);
  expect(before.length).toBeGreaterThan(50);
  await product.restart('SIGTERM', ['--demo']);
  expect(await leadsOf(context)).toEqual(before);
  await product.stop();
});
