import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '~/kit/server/clock';
import { createDownloads, type Downloads } from '~/kit/server/downloads/downloads';
import { createTestDatabase } from '~/kit/server/testing/test-database';
import { listStatement } from './list-stream';
import { createLists, type Lists, type SentList, type WantedList } from './lists';

const tag = 'W/"1"';
const rows = 20_000;
let opened: Awaited<ReturnType<typeof createTestDatabase>>;
let downloads: Downloads;
let lists: Lists;

beforeAll(async () => {
  opened = await createTestDatabase();
  await sql`create table read_lists (at integer)`.execute(opened.database.db);
});

afterAll(() => opened.drop());

beforeEach(() => {
  downloads = createDownloads(systemClock);
  lists = createLists(opened.database.pool, downloads);
});

/** A list of `count` rows. */
function wanted(count: number, more: Partial<WantedList> = {}): WantedList {
  const select = sql`select n as id, md5(n::text) as name from generate_series(1, ${sql.lit(count)}) n`;
  const statement = listStatement(opened.database.db, { select, tables: ['products'] });
  const { signal } = new AbortController();
  return { statement, tables: ['products'], tag, packs: true, who: 1, signal, ...more };
}

async function rowsOf({ body }: SentList): Promise<number> {
  const bytes = Buffer.isBuffer(body) ? body : await buffer(body);
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
  return (JSON.parse(text) as { data: unknown[] }).data.length;
}

/** How many connections were taken, each for one reading. */
async function readings(work: () => Promise<unknown>): Promise<number> {
  const { pool } = opened.database;
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  pool.on('acquire', count);
  try {
    await work();
  } finally {
    pool.off('acquire', count);
  }
  return taken;
}

it('twenty who ask at the same time are read for once', async () => {
  for (const packs of [true, false]) {
    const taken = await readings(async () => {
      const all = Array.from({ length: 20 }, async () =>
        rowsOf(await lists.open(wanted(rows, { packs }))),
      );
      expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, () => rows));
    });
    expect(taken).toBe(1);
  }
});

it('a packed list is kept under its statement and tag alone', async () => {
  expect(await rowsOf(await lists.open(wanted(rows)))).toBe(rows);
  const again = await readings(async () => rowsOf(await lists.open(wanted(rows))));
  const changed = await readings(async () =>
    rowsOf(await lists.open(wanted(rows, { tag: 'W/"2"' }))),
  );
  const other = await readings(async () => rowsOf(await lists.open(wanted(3))));
  const plain = await readings(async () =>
    rowsOf(await lists.open(wanted(rows, { packs: false }))),
  );
  expect([again, changed, other, plain]).toEqual([0, 1, 1, 1]);
  await expect.poll(() => downloads.held()).toBe(0);
});

it('one that was read while somebody wrote is neither kept nor shared with who comes later', async () => {
  const { pool } = opened.database;
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query("update products set product_name = 'x' where id = -1");
  const during = await lists.open(wanted(rows));
  expect(during.settled).toBe(false);
  await writer.query('commit');
  writer.release();
  const later = await lists.open(wanted(rows));
  expect(later.settled).toBe(true);
  expect(await rowsOf(during)).toBe(rows);
  expect(await rowsOf(later)).toBe(rows);
});

it('a list that breaks off breaks off for all its readers, and is not kept', async () => {
  const { pool, db } = opened.database;
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(42)');
  // Its last rows wait for the lock, so that it is under way when its backend ends.
  const select = sql`select n as id, case when n > 50000 then pg_advisory_lock(42)::text end as held
    from generate_series(1, 50010) n`;
  const halted = wanted(1, { statement: listStatement(db, { select, tables: ['products'] }) });
  const all = await Promise.all([lists.open(halted), lists.open(halted)]);
  const end = async () => {
    const { rowCount } = await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy%' and wait_event_type = 'Lock'`);
    return rowCount;
  };
  await expect.poll(end).toBe(1);
  for (const each of all) await expect(rowsOf(each)).rejects.toThrow();
  await holder.query('select pg_advisory_unlock(42)');
  holder.release();
  await expect.poll(() => downloads.held()).toBe(0);
  expect(await rowsOf(await lists.open(wanted(3)))).toBe(3);
});

it('who goes away gives the connection back, read or waited for', async () => {
  const { pool } = opened.database;
  const { body } = await lists.open(wanted(2_000_000));
  if (!Buffer.isBuffer(body)) body.destroy();
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  const ends = await Promise.all(Array.from({ length: 4 }, () => downloads.begin({ who: 2 })));
  const gone = new AbortController();
  const waiting = lists.open(wanted(5, { signal: gone.signal }));
  gone.abort();
  await expect(waiting).rejects.toThrow('Nobody waits');
  for (const end of ends) end();
});
