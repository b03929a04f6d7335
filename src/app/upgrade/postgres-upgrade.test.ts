import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runChecks } from '~/kit/server/checks/checks';
import { makeApplicationRole } from '~/kit/server/database/application-role';
import { type Database, openClient, openDatabase } from '~/kit/server/database/db';
import { migrate } from '~/kit/server/database/migrate';
import { startEmbedded } from '~/kit/server/postgres/embedded';
import { temporaryFolder } from '~/kit/server/testing/test-backup';
import { migrations } from './edition';
import { checks, extendModules } from '../modules';
import { upgradePostgres } from './upgrade';
import { neededMajorUpgrade } from '~/kit/server/postgres/major-upgrade';

const quiet = (): void => undefined;
const now = new Date('2026-11-22T09:00:00.000Z');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** A stopped data folder whose cluster an earlier PostgreSQL wrote; each test takes a copy. */
let earlier: string;

async function inCluster<T>(
  dataDir: string,
  major: number | undefined,
  work: (database: Database, connection: Parameters<typeof openDatabase>[0]) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbedded({ dataDir, earlier: major, log: quiet });
  const database = openDatabase(embedded.connection, quiet);
  try {
    return await work(database, embedded.connection);
  } finally {
    await database.close();
    await embedded.stop();
  }
}

beforeAll(async () => {
  extendModules();
  folder = await temporaryFolder();
  earlier = folder.name('earlier');
  await inCluster(earlier, 17, async (database) => {
    await migrate(database.pool, { folder: migrations, log: quiet });
    await makeApplicationRole(database);
    await database.pool.query(
      `insert into brands (brand_name, created_at, updated_at) values ('Kept', now(), now())`,
    );
  });
});
afterAll(() => folder.remove());

async function aCopy(): Promise<string> {
  const dataDir = folder.name('data');
  await cp(earlier, dataDir, { recursive: true, preserveTimestamps: true });
  return dataDir;
}

async function upgrade(dataDir: string, steps?: string): Promise<void> {
  const config = { dataDir, databaseUrl: undefined, backupPassphrase: undefined };
  const needed = neededMajorUpgrade(dataDir);
  if (!needed) return;
  await upgradePostgres(needed, { config, now, log: quiet, ...(steps ? { steps } : {}) });
}

const majorOf = (dataDir: string) => readFile(path.join(dataDir, 'pg', 'PG_VERSION'), 'utf8');

const brandsOf = (dataDir: string, major?: number) =>
  inCluster(dataDir, major, async ({ pool }) => {
    const found = await pool.query<{ brand_name: string }>('select brand_name from brands');
    return found.rows.map(({ brand_name }) => brand_name);
  });

const leftovers = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => /^pg\.(?!log)/.test(name));

it('takes everything along, keeps a backup, and is done once', async () => {
  const dataDir = await aCopy();
  await mkdir(path.join(dataDir, 'keys'), { recursive: true });
  await writeFile(path.join(dataDir, 'keys', 'second-factors'), 'stays');
  await upgrade(dataDir);
  expect(await majorOf(dataDir)).toBe('18\n');
  expect(await brandsOf(dataDir)).toEqual(['Kept']);
  expect(await readdir(path.join(dataDir, 'before-upgrade'))).toEqual([
    '20261122T090000-postgres-17.backup',
  ]);
  expect(await readFile(path.join(dataDir, 'keys', 'second-factors'), 'utf8')).toBe('stays');
  expect(await leftovers(dataDir)).toEqual([]);
  const results = await inCluster(dataDir, undefined, (_, connection) =>
    runChecks(() => openClient(connection), checks),
  );
  expect(results.filter(({ faults }) => faults > 0)).toEqual([]);
  await upgrade(dataDir);
  expect(await readdir(path.join(dataDir, 'before-upgrade'))).toHaveLength(1);
});

it('leaves the old cluster as it was when it fails', async () => {
  const dataDir = await aCopy();
  const steps = folder.name('steps');
  await cp(migrations, steps, { recursive: true });
  await writeFile(path.join(steps, '9001-next.sql'), 'select 1 / 0');
  await expect(upgrade(dataDir, steps)).rejects.toThrow(
    'Migration 9001-next.sql failed: division by zero',
  );
  expect(await majorOf(dataDir)).toBe('17\n');
  expect(await leftovers(dataDir)).toEqual([]);
  expect(await brandsOf(dataDir, 17)).toEqual(['Kept']);
});

it('continues after being killed at any point', async () => {
  const copying = await aCopy();
  // A process of that number may well run, but not since then.
  await writeFile(path.join(copying, 'pg.upgrade'), `${process.ppid} 1`);
  await mkdir(path.join(copying, 'pg.next', 'base'), { recursive: true });
  await upgrade(copying);
  expect(await brandsOf(copying)).toEqual(['Kept']);

  const between = await aCopy();
  await rename(path.join(between, 'pg'), path.join(between, 'pg.old-17'));
  await upgrade(between);
  expect(await brandsOf(between)).toEqual(['Kept']);

  await cp(path.join(earlier, 'pg'), path.join(between, 'pg.old-17'), { recursive: true });
  await upgrade(between);
  expect(await leftovers(between)).toEqual([]);
  expect(await brandsOf(between)).toEqual(['Kept']);
});

it('is done by one of several copies that start at once', async () => {
  const dataDir = await aCopy();
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  const stat = await readFile(`/proc/${holder.pid}/stat`, 'utf8');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  await writeFile(path.join(dataDir, 'pg.upgrade'), `${holder.pid} ${started}`);
  await expect(upgrade(dataDir)).rejects.toThrow(
    `Another copy of Manufacturing CRM is upgrading the database in ${dataDir}.`,
  );
  expect(await majorOf(dataDir)).toBe('17\n');
  holder.kill();
  await once(holder, 'exit');
  await upgrade(dataDir);
  expect(await majorOf(dataDir)).toBe('18\n');
});

it('refuses what it can not read, and names the way out', async () => {
  const dataDir = folder.name('data');
  await mkdir(path.join(dataDir, 'pg'), { recursive: true });
  await writeFile(path.join(dataDir, 'pg', 'PG_VERSION'), '99\n');
  await expect(upgrade(dataDir)).rejects.toThrow(
    `The database in ${dataDir} uses PostgreSQL 99, but this version of Manufacturing CRM has 18`,
  );
  await writeFile(path.join(dataDir, 'pg', 'PG_VERSION'), '12\n');
  await expect(upgrade(dataDir)).rejects.toThrow(
    'back it up with the version that wrote it (npm run backup -- FILE)',
  );
  await rm(dataDir, { recursive: true });
  await upgrade(dataDir);
  expect(existsSync(dataDir)).toBe(false);
});
