import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inEmptyDatabase, restoreInto, temporaryFolder } from '~/kit/server/testing/test-backup';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { migrations } from './edition';
import { upgradeDatabase } from './upgrade';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let opened: TestDatabase;
let steps: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  opened = await createTestDatabase();
  steps = folder.name('steps');
  await cp(migrations, steps, { recursive: true });
  await opened.database.pool.query(
    `insert into brands (brand_name, created_at, updated_at) values ('Kept', now(), now())`,
  );
});
afterAll(async () => {
  await opened.drop();
  await folder.remove();
});

const addStep = (number: number, text: string) =>
  writeFile(path.join(steps, `${number}-next.sql`), text);

function upgrade(dataDir: string, minute: number, databaseUrl?: string): Promise<void> {
  const config = { dataDir, databaseUrl, backupPassphrase: undefined };
  const now = new Date(Date.UTC(2026, 10, 22, 9, minute));
  return upgradeDatabase(opened.database, { config, now, log: () => undefined, steps });
}

const snapshots = (dataDir: string) =>
  readdir(path.join(dataDir, 'before-upgrade')).then(
    (names) => names.sort(),
    () => [],
  );

test('a database that has something to lose is backed up before its upgrade, and the last three are kept', async () => {
  const dataDir = folder.name('data');
  await upgrade(dataDir, 0);
  expect(await snapshots(dataDir)).toEqual([]);
  for (const number of [9001, 9002, 9003, 9004]) {
    await addStep(number, `create table made_${number} (id int)`);
    await upgrade(dataDir, number - 9000);
  }
  const stored = await snapshots(dataDir);
  expect(stored).toEqual([
    '20261122T090200-step-9001.backup',
    '20261122T090300-step-9002.backup',
    '20261122T090400-step-9003.backup',
  ]);
  await inEmptyDatabase(async (target) => {
    const file = path.join(dataDir, 'before-upgrade', '20261122T090300-step-9002.backup');
    await restoreInto(target, { file, dataDir: folder.name('to'), steps });
    const found = await target.database.pool.query('select brand_name from brands');
    expect(found.rows).toEqual([{ brand_name: 'Kept' }]);
  });
});

test('an upgrade that fails, or can not be backed up before, leaves the database as it was', async () => {
  const dataDir = folder.name('data');
  await addStep(9005, 'drop table brands; select 1 / 0');
  await expect(upgrade(dataDir, 10)).rejects.toThrow(
    'Migration 9005-next.sql failed: division by zero. Nothing was changed; the previous version still starts.',
  );
  expect(await snapshots(dataDir)).toHaveLength(1);
  await addStep(9005, 'drop table brands');
  const blocked = folder.name('file');
  await writeFile(blocked, 'a file where the folder should be');
  await expect(upgrade(blocked, 11)).rejects.toThrow(
    'The backup before the upgrade from step 9004 to 9005 failed, so nothing was changed: ',
  );
  await rm(path.join(steps, '9005-next.sql'));
  await upgrade(dataDir, 12);
  const found = await opened.database.pool.query('select brand_name from brands');
  expect(found.rows).toEqual([{ brand_name: 'Kept' }]);
});

test('a server of someone else is upgraded without a snapshot: its backups are its keeper’s', async () => {
  const dataDir = folder.name('data');
  await addStep(9006, 'create table made_9006 (id int)');
  await upgrade(dataDir, 20, 'postgres://elsewhere/crm');
  expect(await snapshots(dataDir)).toEqual([]);
});

test('the first start after stock got values names the products without a cost price, once', async () => {
  await inEmptyDatabase(async (target) => {
    const { pool } = target.database;
    const before = folder.name('before-values');
    await cp(migrations, before, {
      recursive: true,
      filter: (source) => !(source.endsWith('.sql') && path.basename(source) >= '0240'),
    });
    const file = path.join(migrations, 'dumps', '0117-single.backup');
    await restoreInto(target, { file, dataDir: folder.name('values'), steps: before });
    await pool.query(`update products set cost_price = null where stock_quantity = 0;
      update products set cost_price = coalesce(cost_price, 1) where stock_quantity > 0;
      update products set cost_price = null, sku_code = 'NO-COST-' || position
        from (select id as of_id, row_number() over (order by id) as position from products where stock_quantity > 0 limit 6) p
        where id = of_id`);
    const warnings: string[] = [];
    const start = () =>
      upgradeDatabase(target.database, {
        config: {
          dataDir: folder.name('values'),
          databaseUrl: 'postgres://elsewhere/crm',
          backupPassphrase: undefined,
        },
        now: new Date(),
        log: () => undefined,
        warn: (line) => warnings.push(line),
      });
    await start();
    const named = [1, 2, 3, 4, 5].map((position) => `NO-COST-${position}`).join(', ');
    expect(warnings).toEqual([
      `database: 6 products have stock but no cost price, so their opening value is 0: ${named} and 1 more. Enter the cost price, then use "Revalue Stock". The report Stock Value lists such products last.`,
    ]);
    await start();
    expect(warnings).toHaveLength(1);
  });
});
