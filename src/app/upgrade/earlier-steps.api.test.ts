import { cp, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChecks } from '~/kit/server/checks/checks';
import { migrate } from '~/kit/server/database/migrate';
import { inEmptyDatabase, restoreInto, temporaryFolder } from '~/kit/server/testing/test-backup';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { schemaOf } from '~/kit/server/testing/test-schema';
import { migrations } from './edition';
import { checks, extendModules } from '../modules';

const limit = { timeout: 60_000 };

const folder = path.join(migrations, 'dumps');
const dumps = (await readdir(folder)).sort();

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let schema: string[];
beforeAll(async () => {
  extendModules();
  temporary = await temporaryFolder();
  const fresh = await createTestDatabase();
  schema = await schemaOf(fresh.database.pool);
  await fresh.drop();
});
afterAll(() => temporary.remove());

/** Steps of databases that came along are recorded by the names that they had. */
const stepsOf = async (pool: pg.Pool, above: number) =>
  (
    await pool.query<{ name: string }>(
      'select name from migrations where number > $1 order by number',
      [above],
    )
  ).rows.map(({ name }) => name);

const formerSteps = (await readdir(path.join(migrations, 'from-0107'))).sort();
const newSteps = (await readdir(migrations))
  .filter((name) => name.endsWith('.sql') && name > '0118')
  .sort();

/** The tables as they lay at step 117, which the former steps led to. */
async function stepsToBaseline(): Promise<string> {
  const steps = temporary.name('baseline');
  await cp(migrations, steps, {
    recursive: true,
    filter: (source) => !newSteps.includes(path.basename(source)),
  });
  return steps;
}

async function expectSound({ database }: TestDatabase): Promise<void> {
  const results = await runChecks(database.openClient, checks);
  expect(results.filter(({ faults }) => faults > 0)).toEqual([]);
  const leads = await database.pool.query<{ count: number }>('select count(*) from leads');
  expect(leads.rows[0]?.count).toBeGreaterThan(10);
  const shipped = await database.pool.query<{ count: number }>(
    `select count(*) from deliveries where by_status_change and status = 'delivered'`,
  );
  expect(shipped.rows[0]?.count).toBeGreaterThan(10);
  expect(await schemaOf(database.pool)).toEqual(schema);
}

test.each(dumps)(
  'restores %s to the schema of a new database, and everything in it holds',
  limit,
  (name) =>
    inEmptyDatabase(async (target) => {
      await restoreInto(target, { file: path.join(folder, name), dataDir: temporary.name('data') });
      await expectSound(target);
    }),
);

/** What takes each of the former steps back, the newest first. */
const backwards: readonly (readonly [step: number, statements: string])[] = [
  [
    117,
    `alter table orders drop column discount_percent, drop column discount_amount;
     alter table invoices drop column discount_percent, drop column discount_amount;
     alter table order_lines drop column discount_share;
     alter table invoice_lines drop column discount_share`,
  ],
  [116, 'drop function settle_search()'],
  [
    115,
    `drop index customers_email_key, leads_email_key, customers_name_beginning, leads_name_beginning;
     drop index if exists leads_search, customers_search;
     create index customers_email_key on customers (lower(email));
     create index leads_email_key on leads (lower(email));
     create index customers_name_beginning on customers (lower(company_name) text_pattern_ops);
     create index leads_name_beginning on leads (lower(company_name) text_pattern_ops)`,
  ],
  [
    114,
    'alter table invoices drop column shipping_bill_number, drop column shipping_bill_date, drop column port_code',
  ],
  [113, 'alter table credit_notes drop column follows_order'],
  [
    111,
    'drop function with_name(jsonb, integer, text[], jsonb); alter table advance_refunds drop column created_by',
  ],
];

test.each([107, 113, 116])(
  'brings a database of step %i to the schema of a new one, and then to later steps',
  limit,
  (step) =>
    inEmptyDatabase(async (target) => {
      const { pool } = target.database;
      const file = path.join(folder, '0107-gst.backup');
      const steps = await stepsToBaseline();
      await restoreInto(target, { file, dataDir: temporary.name('data'), steps });
      for (const [number, statements] of backwards) {
        if (number > step) await pool.query(statements);
      }
      await pool.query('delete from migrations where number > $1', [step]);
      await migrate(pool, { folder: migrations, log: () => undefined });
      expect(await stepsOf(pool, 107)).toEqual([...formerSteps, ...newSteps]);
      await expectSound(target);
      const later = temporary.name('steps');
      await cp(migrations, later, { recursive: true });
      await writeFile(path.join(later, '9001-later.sql'), 'create table later (id int)');
      await migrate(pool, { folder: later, log: () => undefined });
      expect(await stepsOf(pool, 9000)).toEqual(['9001-later.sql']);
    }),
);
