import { afterAll, beforeAll, expect, it } from 'vitest';
import { runChecks } from '~/kit/server/checks/checks';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { stockChecks } from '../../stock/server/stock.invariants';
import { addUpProductCounts } from './categories.queries';

let opened: TestDatabase;

beforeAll(async () => {
  opened = await createTestDatabase();
});
afterAll(() => opened.drop());

/** Every statement of a writer leaves its products in another group, or with another stock. */
async function write(writer: number): Promise<void> {
  const { pool } = opened.database;
  await pool.query(
    `insert into products (product_name, sku_code, unit_price, stock_quantity, reorder_level, category_id, created_at, updated_at)
     select 'P', 'W' || $1::int || '-' || n, 1, n % 25, 10, 1 + n % 4, now(), now() from generate_series(1, 40) n`,
    [writer],
  );
  const own = `sku_code like 'W${writer}-%'`;
  for (const change of [
    `update products set stock_quantity = (id * 7) % 30 where ${own}`,
    `update products set category_id = 1 + (id + ${writer}) % 4 where ${own} and id % 2 = 0`,
    `update products set category_id = 3, subcategory_id = 5 where ${own} and id % 3 = 0`,
    `update products set reorder_level = id % 40 where ${own}`,
    `update products set product_name = 'Q' where ${own}`,
    `delete from products where ${own} and id % 5 = 0`,
  ])
    await pool.query(change);
}

it('kept counts equal a scan after sixteen writers at once, next to the job that adds them up', async () => {
  const { db, openClient } = opened.database;
  const writers = Array.from({ length: 16 }, (_, writer) => write(writer));
  await addUpProductCounts(db);
  await Promise.all(writers);
  for (const addUp of [false, true]) {
    if (addUp) await addUpProductCounts(db);
    const results = await runChecks(openClient, stockChecks);
    expect(results.filter(({ faults }) => faults > 0)).toEqual([]);
  }
  const { rows } = await opened.database.pool.query<{ doubles: number; low: number }>(
    `select (select count(*)::int from (select from product_counts group by what, of_id having count(*) > 1) d) as doubles,
       (select products from product_counts where what = 'low') as low`,
  );
  expect(rows[0]?.doubles).toBe(0);
  expect(rows[0]?.low).toBeGreaterThan(0);
  await opened.database.pool.query('truncate products cascade');
  expect((await opened.database.pool.query('select from product_counts')).rows).toEqual([]);
});
