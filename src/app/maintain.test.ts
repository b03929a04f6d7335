import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOptions } from '../../scripts/build.mjs';
import { migrate } from '~/kit/server/database/migrate';
import { type EmbeddedDatabase, startEmbedded } from '~/kit/server/postgres/embedded';
import { temporaryFolder } from '~/kit/server/testing/test-backup';
import { migrations } from './upgrade/edition';

/** The commands as a person types them, on separate embedded databases. */

// Programs and databases are started and stopped several times.
const limit = { timeout: 60_000 };

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let built: string;

beforeAll(async () => {
  temporary = await temporaryFolder();
  const cache = path.resolve('.cache');
  await mkdir(cache, { recursive: true });
  built = await mkdtemp(path.join(cache, 'maintain-'));
  const { output, ...input } = serverOptions(built);
  const bundle = await rolldown(input);
  await bundle.write(output);
  await bundle.close();
  dataDir = temporary.name('data');
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  await withPool(embedded, async (pool) => {
    await migrate(pool, { folder: migrations, log: () => undefined });
    await pool.query(`insert into customers (company_name, contact_person, customer_code, created_at, updated_at)
      values ('Acme', 'Ravi', 'C-1', now(), now())`);
    await pool.query(`insert into mails (recipient, subject, body, next_attempt_at, created_at, updated_at)
      values ('ravi@acme.example', 'Hello', 'Hello', now(), now(), now())`);
  });
  await embedded.stop();
  await mkdir(path.join(dataDir, 'outbox'));
  await writeFile(path.join(dataDir, 'outbox', '1.eml'), 'Subject: Hello');
});
afterAll(async () => {
  await temporary.remove();
  await rm(built, { recursive: true, force: true });
});

async function withPool(
  { connection }: EmbeddedDatabase,
  work: (pool: pg.Pool) => Promise<unknown>,
): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => undefined);
  await work(pool);
  await pool.end();
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function start(command: string[], environment: Record<string, string>, wrapper: string[] = []) {
  const node = [process.execPath, path.join(built, 'maintain.js'), ...command];
  const [program = '', ...args] = [...wrapper, ...node];
  return spawn(program, args, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(...started: Parameters<typeof start>): Promise<Ended> {
  const child = start(...started);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, out, err };
}

test('a stopped product is backed up, restored elsewhere and continues there', limit, async () => {
  const [file, to] = [temporary.name('backup'), temporary.name('restored')];
  const secret = { BACKUP_PASSPHRASE: 'correct horse' };
  const backedUp = await run(['backup', file], { DATA_DIR: dataDir, ...secret });
  expect(backedUp).toMatchObject({ code: 0, err: '' });
  expect(backedUp.out).toMatch(
    /^Backed up \d+ rows of \d+ tables and 1 files to .*, encrypted\)\.\n$/,
  );
  const wrong = await run(['restore', file], { DATA_DIR: to, BACKUP_PASSPHRASE: 'wrong' });
  expect(wrong).toEqual({
    code: 1,
    out: '',
    err: 'The passphrase in BACKUP_PASSPHRASE does not open this backup.\n',
  });
  await expect(readdir(to)).rejects.toThrow('ENOENT');
  const restored = await run(['restore', file], { DATA_DIR: to, ...secret });
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(await readFile(path.join(to, 'outbox', '1.eml'), 'utf8')).toBe('Subject: Hello');
  const embedded = await startEmbedded({ dataDir: to, log: () => undefined });
  await withPool(embedded, async (pool) => {
    await migrate(pool, { folder: migrations, log: () => undefined });
    const { rows } = await pool.query('select company_name from customers');
    expect(rows).toEqual([{ company_name: 'Acme' }]);
    const mails = await pool.query('select status, body from mails');
    expect(mails.rows).toEqual([{ status: 'failed', body: '' }]);
  });
  await embedded.stop();
  const again = await run(['restore', file], { DATA_DIR: to, ...secret });
  expect(again.code).toBe(1);
  expect(again.err).toContain('is not empty. Restore into an empty folder');
});

test('a running product is backed up, and a restore leaves it alone', limit, async () => {
  const file = temporary.name('backup');
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  await withPool(embedded, async (pool) => {
    const environment = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: '' };
    const backedUp = await run(['backup', path.basename(file)], {
      ...environment,
      INIT_CWD: path.dirname(file),
    });
    expect(backedUp).toMatchObject({ code: 0, err: '' });
    expect(backedUp.out).toContain('not encrypted: BACKUP_PASSPHRASE is not set');
    expect((await readFile(file)).length).toBeGreaterThan(1000);
    const restored = await run(['restore', file], environment);
    expect(restored.code).toBe(1);
    await pool.query('select 1');
  });
  await embedded.stop();
});

const name = (folder: string) => readdir(folder).then((found) => found.sort());

test(
  'a full disk or a killed backup leaves the former FILE unchanged, and prints one sentence',
  limit,
  async () => {
    const folder = temporary.name('disk');
    const file = path.join(folder, 'backup');
    await mkdir(folder);
    await writeFile(file, 'the former one');
    const embedded = await startEmbedded({ dataDir, log: () => undefined });
    await withPool(embedded, async (pool) => {
      // Two megabytes that can't be packed.
      await pool.query(`with made as (insert into users (username, email, first_name, last_name, password_hash, created_at, updated_at)
        values ('asha', 'a@example.com', 'A', 'B', 'x', now(), now()) returning id)
      insert into user_photos (user_id, content, changed_at)
      select id, (select decode(string_agg(md5(n::text), ''), 'hex') from generate_series(1, 130000) n), now() from made`);
      // The kernel refuses what is written behind the first megabyte of a file, as it does on a full disk.
      const full = await run(['backup', file], { DATA_DIR: dataDir }, [
        'sh',
        '-c',
        'ulimit -f 2048; exec "$@"',
        'sh',
      ]);
      expect(full).toEqual({
        code: 1,
        out: '',
        err: `Not enough disk space for ${file}.\n`,
      });
      expect(await name(folder)).toEqual(['backup']);
      const nowhere = path.join(folder, 'missing', 'backup');
      const lost = await run(['backup', nowhere], { DATA_DIR: dataDir });
      expect(lost.err).toContain(`The backup cannot be written to ${nowhere}: ENOENT`);

      const holder = await pool.connect();
      await holder.query('begin; lock table workspaces in access exclusive mode');
      const child = start(['backup', file], { DATA_DIR: dataDir });
      while ((await name(folder)).length < 2) await pause(5);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await holder.query('rollback');
      holder.release();
    });
    await embedded.stop();
    expect(await readFile(file, 'utf8')).toBe('the former one');
  },
);

test(
  'verify prints a line for each check, and ends with 1 where one does not hold',
  limit,
  async () => {
    const sound = await run(['verify'], { DATA_DIR: dataDir });
    expect(sound).toMatchObject({ code: 0, err: '' });
    expect(sound.out).toMatch(/^(ok {4} .+\n){13,}\nAll \d+ checks passed\.\n$/);
    const embedded = await startEmbedded({ dataDir, log: () => undefined });
    await withPool(embedded, async (pool) => {
      await pool.query(`begin; set local session_replication_role = replica;
      insert into products (product_name, sku_code, unit_price, stock_quantity, created_at, updated_at)
      select 'Bolt', 'B-' || n, 1, 5, now(), now() from generate_series(1, 7) n; commit`);
      const wrong = await run(['verify'], { DATA_DIR: dataDir });
      expect(wrong).toMatchObject({ code: 1, err: '' });
      expect(wrong.out).toContain('FAILED Stored product counts are correct: 3 times\n');
      expect(wrong.out).toContain(
        'FAILED Product stock equals the sum of its movements: 7 times\n' +
          '         B-1: 5 in stock, 0 by its movements\n',
      );
      expect(wrong.out).toMatch(/\n2 of \d+ checks failed\.\n$/);
    });
    await embedded.stop();
  },
);

test('a missing database or argument and a wrong folder are reported in one sentence', async () => {
  const none = await run(['backup', temporary.name('backup')], {
    DATA_DIR: temporary.name('none'),
  });
  expect(none.code).toBe(1);
  expect(none.err).toMatch(/^There is no database in the data folder .*\.\n$/);
  const unnamed = await run(['restore'], { DATA_DIR: temporary.name('none') });
  expect(unnamed.err).toBe('Name one file: npm run restore -- FILE\n');
  const file = temporary.name('no-folder');
  await writeFile(file, '');
  const wrong = await run(['verify'], { DATA_DIR: file });
  const err = `DATA_DIR must be a folder, but ${file} is a file.\n`;
  expect(wrong).toEqual({ code: 1, out: '', err });
});

test(
  'a person who is locked out is let in again from the console, next to the running product',
  limit,
  async () => {
    const embedded = await startEmbedded({ dataDir, log: () => undefined });
    await withPool(embedded, async (pool) => {
      await pool.query(`insert into users (username, email, first_name, last_name, password_hash, created_at, updated_at)
      values ('meera', 'meera@example.com', 'Meera', 'Rao', 'x', now(), now())`);
      await pool.query(`insert into login_failures (name, address, failed_at)
      select name, '192.0.2.1', now() from unnest(array['name meera', 'name meera@example.com', 'name other']) name`);
      const unlocked = await run(['unlock', 'MEERA'], { DATA_DIR: dataDir });
      expect(unlocked).toEqual({ code: 0, out: 'Meera Rao can sign in again.\n', err: '' });
      const { rows } = await pool.query('select name from login_failures');
      expect(rows).toEqual([{ name: 'name other' }]);
      const outsider = await run(['unlock', 'nobody'], { DATA_DIR: dataDir });
      expect(outsider).toEqual({
        code: 1,
        out: '',
        err: 'No user has the name "nobody".\n',
      });
      const none = await run(['unlock'], { DATA_DIR: dataDir });
      expect(none).toMatchObject({ code: 1, err: 'Name one person: npm run unlock -- USERNAME\n' });
    });
    await embedded.stop();
  },
);
