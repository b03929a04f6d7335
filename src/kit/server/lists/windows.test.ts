import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SqlPart } from '~/kit/server/database/db';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import type { WindowedList } from './windowed-list';
import { createWindows, type Windows } from './windows';

let opened: TestDatabase;
let windows: Windows;

beforeAll(async () => {
  opened = await createTestDatabase();
  const { db } = opened.database;
  await sql`create table parts as select n as id from generate_series(1, 300) n`.execute(db);
  await sql`create table many_parts as select n as id from generate_series(1, 7000) n`.execute(db);
  await sql`create index on parts (id)`.execute(db);
  await sql`create index on many_parts (id)`.execute(db);
  await sql`analyze parts, many_parts`.execute(db);
  windows = createWindows(opened.database, 250);
});
afterAll(() => opened.drop());

const parts: WindowedList = {
  noun: 'Parts',
  source: { select: sql`select id from parts t order by id desc`, entity: 'parts' },
  from: sql`parts t`,
  select: (where) => sql`select id from parts t where ${where}`,
  readable: sql`t.id > 10`,
  isForAll: false,
  newest: sql`t.id desc`,
  sorts: { id: { value: sql`t.id`, mayBeEmpty: false } },
  search: { texts: [sql`t.id::text`], links: [] },
  filters: {
    below: (value) => sql`t.id < ${sql.lit(Number(value))}`,
    slow: (value) => sql`pg_sleep(${sql.lit(Number(value))}) is not null`,
  },
};

const client = (signal = new AbortController().signal) => ({ who: 1, signal });
const question = (values: Record<string, string>) => ({
  sort: null,
  values,
  from: 0,
  count: 2,
  rows: 0,
});

it('reads only what the person may read', async () => {
  const found = await windows.ids(parts, question({ below: '13' }), client());
  expect([found.ids, found.total]).toEqual(['[12,11]', 2]);
  expect(await windows.rows(parts, [9, 12, 11], client())).toBe('[{"id":12},{"id":11}]');
  const shorter = {
    ...parts,
    source: { ...parts.source, select: sql`select id from parts t where t.id > 100` },
    readable: sql`t.id > 100`,
  };
  const lengths = [parts, shorter, parts, shorter].map((list) => windows.lengthOfLong(list));
  const [long, short, longAgain, shortAgain] = await Promise.all(lengths);
  expect([long?.total, short]).toEqual([290, null]);
  expect([longAgain, shortAgain]).toEqual([long, short]);
});

it('gives the ids without their number where counting takes long, and the number alone', async () => {
  const query = question({ slow: '0.004', below: '90' });
  expect(await windows.ids(parts, query, client())).toMatchObject({ ids: '[89,88]', total: null });
  const counted = await windows.ids(parts, { ...query, count: 0 }, client());
  expect(counted).toMatchObject({ ids: '[]', total: 79 });
});

/** The newest row keeps a walk from it longer than a walk may take. */
const afterNap = (condition: SqlPart) =>
  sql`case when pg_sleep(case t.id when 7000 then 0.3 else 0 end) is not null then ${condition} end`;

it('first searches for rows that are far down in the order, and then knows their number', async () => {
  const manyParts: WindowedList = {
    ...parts,
    from: sql`many_parts t`,
    filters: {
      ofSeven: (value) => afterNap(sql`t.id % 7 = ${sql.lit(Number(value))}`),
      upTo: (value) => afterNap(sql`t.id <= ${sql.lit(Number(value))}`),
    },
  };
  const few = { ...question({ ofSeven: '3' }), sort: { key: 'id', isDown: true } };
  expect(await windows.ids(manyParts, few, client())).toMatchObject({
    ids: '[6996,6989]',
    total: 998,
  });
  const many = { ...few, values: { upTo: '6000' } };
  expect(await windows.ids(manyParts, many, client())).toMatchObject({
    ids: '[6000,5999]',
    total: 5990,
  });
  const last = { ...many, from: 5989 };
  expect(await windows.ids(manyParts, last, client())).toMatchObject({ ids: '[11]', total: 5990 });
});

it('ends the statement of a client that has gone', async () => {
  const { pool } = opened.database;
  const inFlight = async () => {
    const found = await pool.query(
      `select from pg_stat_activity where query like '%pg_sleep(19)%' and pid <> pg_backend_pid() and state = 'active'`,
    );
    return found.rowCount;
  };
  const closed = new AbortController();
  const query = question({ slow: '19' });
  const reading = windows
    .ids(parts, query, client(closed.signal))
    .catch((error: unknown) => String(error));
  await vi.waitFor(async () => expect(await inFlight()).toBe(1));
  closed.abort(new Error('gone'));
  expect(await reading).toBe('Error: gone');
  await vi.waitFor(async () => expect(await inFlight()).toBe(0), 3000);
});
