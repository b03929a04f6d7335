import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inEmptyDatabase } from '~/kit/server/testing/test-backup';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { migrate, newestStep } from './migrate';

const own = path.resolve('migrations');
let opened: TestDatabase;
let folder: string;

beforeAll(async () => {
  opened = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'crm-steps-'));
  await cp(own, folder, { recursive: true });
});
afterAll(async () => {
  await opened.drop();
  await rm(folder, { recursive: true, force: true });
});

const limitOf = async (pool: pg.Pool) =>
  (await pool.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`))
    .rows[0]?.limit;

const stepOf = async () =>
  (await opened.database.pool.query<{ step: number }>('select max(number) as step from migrations'))
    .rows[0]?.step;

test('a step may take as long as it needs, and the pool keeps its limit', async () => {
  const { pool } = opened.database;
  await writeFile(
    path.join(folder, '9001-slow.sql'),
    `create table found as select current_setting('statement_timeout') as "limit";`,
  );
  await migrate(pool, { folder, log: () => undefined });
  const found = await pool.query<{ limit: string }>('select "limit" from found');
  expect(found.rows).toEqual([{ limit: '0' }]);
  expect(await limitOf(pool)).toBe('1min');
});

test('a failing step takes the ones before it back, and the former program still starts', async () => {
  const { pool } = opened.database;
  const former = await stepOf();
  await writeFile(path.join(folder, '9002-good.sql'), 'create table half (id int);');
  await writeFile(path.join(folder, '9003-bad.sql'), 'insert into half values (1 / 0);');
  const upgrades: unknown[] = [];
  await expect(
    migrate(pool, {
      folder,
      log: () => undefined,
      beforeUpgrade: async (upgrade) => void upgrades.push(upgrade),
    }),
  ).rejects.toThrow(
    'Migration 9003-bad.sql failed: division by zero. Nothing was changed; the previous version still starts.',
  );
  expect(upgrades).toEqual([{ from: 9001, to: 9003 }]);
  expect(await stepOf()).toBe(former);
  const half = await pool.query(`select to_regclass('half') as half`);
  expect(half.rows).toEqual([{ half: null }]);
  await rm(path.join(folder, '9002-good.sql'));
  await rm(path.join(folder, '9003-bad.sql'));
  await migrate(pool, { folder, log: () => undefined });
});

test('an older program refuses the database and leaves it as it is', async () => {
  await expect(
    migrate(opened.database.pool, { folder: own, log: () => undefined }),
  ).rejects.toThrow(
    `The database belongs to a newer version of Manufacturing CRM (migration 9001; this version supports ${await newestStep(own)}). Start the newer version.`,
  );
  expect(await stepOf()).toBe(9001);
});

test('a database from before step 107 is refused in one sentence and left as it is', () =>
  inEmptyDatabase(async ({ database: { pool } }) => {
    await pool.query(`create table migrations (number int primary key, name text not null);
      insert into migrations values (1, '0001-foundation.sql'), (106, '0106-waiting-entries.sql')`);
    await expect(migrate(pool, { folder: own, log: () => undefined })).rejects.toThrow(
      'The database is at step 106, which is too old for this version: start Manufacturing CRM of commit 25c1a39 on it first, and then this version.',
    );
    const found = await pool.query('select number from migrations order by number');
    expect(found.rows).toEqual([{ number: 1 }, { number: 106 }]);
  }));
