import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { SharedResults } from './shared-results';

let opened: TestDatabase;
let sharedResults: SharedResults;
let computed = 0;

beforeAll(async () => {
  opened = await createTestDatabase();
});
afterAll(() => opened.drop());
beforeEach(() => {
  sharedResults = new SharedResults();
  computed = 0;
});

async function countBrands(): Promise<number> {
  computed += 1;
  const { rows } = await opened.database.pool.query<{ n: number }>(
    'select count(*)::int as n from brands',
  );
  return rows[0]?.n ?? 0;
}

const ask = (compute = countBrands) =>
  sharedResults.give(opened.database.db, { key: 'brands', entities: ['brands'] }, compute);

const addBrand = (of: { query: (text: string) => Promise<unknown> } = opened.database.pool) =>
  of.query(`insert into brands (brand_name, created_at, updated_at)
    values (gen_random_uuid()::text, now(), now())`);

it('who asks at once shares an answer, which is given again until its records change', async () => {
  const before = await countBrands();
  const all = await Promise.all(Array.from({ length: 30 }, () => ask()));
  expect(new Set(all)).toEqual(new Set([before]));
  expect(computed).toBeLessThanOrEqual(3);
  const last = computed;
  expect(await ask()).toBe(before);
  expect(computed).toBe(last);
  await addBrand();
  expect(await ask()).toBe(before + 1);
  expect(computed).toBe(last + 1);
});

it('anyone who has written sees it, though an answer is being computed that began before', async () => {
  const before = await countBrands();
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let hasRead = false;
  const slow = ask(async () => {
    const counted = await countBrands();
    hasRead = true;
    await held;
    return counted;
  });
  await expect.poll(() => hasRead).toBe(true);
  await addBrand();
  const mine = [ask(), ask()];
  end();
  expect(await slow).toBe(before);
  expect(await Promise.all(mine)).toEqual([before + 1, before + 1]);
});

it('what was computed while someone wrote is not given again', async () => {
  const before = await countBrands();
  const writer = await opened.database.pool.connect();
  await writer.query('begin');
  await addBrand(writer);
  expect(await ask()).toBe(before);
  await writer.query('commit');
  writer.release();
  expect(await ask()).toBe(before + 1);
});

it('a failure is that of those who waited for it alone', async () => {
  await expect(ask(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await ask()).toBe(await countBrands());
});
