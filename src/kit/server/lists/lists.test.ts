import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '~/kit/server/clock';
import { createDownloads, type Downloads } from '~/kit/server/downloads/downloads';
import { createTestDatabase } from '~/kit/server/testing/test-database';
import { changesJob } from './list-changes';
import type { ListSource } from './list-source';
import { type Asking, createLists, type Lists, type SentList } from './lists';

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
  lists = createLists(opened.database, downloads);
});

/** A list of `count` rows. */
function listOf(count: number): ListSource {
  const select = sql`select n as id, md5(n::text) as name from generate_series(1, ${sql.lit(count)}) n`;
  return { select, entity: 'products' };
}

function readList(source: ListSource, more: Partial<Asking> = {}): Promise<SentList> {
  const { signal } = new AbortController();
  return lists.open(source, { packs: true, who: 1, signal, ...more });
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

/** How many lists were read whole in the meantime. */
async function copiesDuring(work: () => Promise<unknown>): Promise<number> {
  const onBegin = vi.spyOn(downloads, 'begin');
  await work();
  return onBegin.mock.calls.length;
}

it('twenty who ask at the same time are read for once', async () => {
  for (const packs of [true, false]) {
    const taken = await readings(async () => {
      const all = Array.from({ length: 20 }, async () =>
        rowsOf(await readList(listOf(rows), { packs })),
      );
      expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, () => rows));
    });
    expect(taken).toBe(1);
  }
});

it('a packed list is kept under its statement until one of its records changes', async () => {
  const take = (source: ListSource, packs = true) =>
    readings(async () => rowsOf(await readList(source, { packs })));
  await take(listOf(rows));
  expect(await take(listOf(rows))).toBe(1);
  expect(await take(listOf(3))).toBe(1);
  expect(await take(listOf(rows), false)).toBe(1);
  await sql`insert into changes (entity, id) values ('leads', 1)`.execute(opened.database.db);
  expect(await take(listOf(rows))).toBe(1);
  await sql`insert into changes (entity, id) values ('products', 1)`.execute(opened.database.db);
  expect(await take(listOf(rows))).toBe(2);
  await expect.poll(() => downloads.held()).toBe(0);
});

it('a kept list whose newest come first is brought up to date by what changed alone', async () => {
  const { db } = opened.database;
  await sql`create table parts as select n as id, n as amount from generate_series(1, 9000) n`.execute(
    db,
  );
  const source: ListSource = {
    select: sql`select id, amount, md5(id::text) as name, case when id = 1 then pg_sleep(0) end as slow
      from parts order by id desc`,
    entity: 'products',
    newestBy: 'id',
  };
  const read = async () => {
    const { body, cursor } = await readList(source);
    const bytes = Buffer.isBuffer(body) ? body : await buffer(body);
    const text = gunzipSync(bytes).toString();
    return { cursor, rows: (JSON.parse(text) as { data: { id: number; amount: number }[] }).data };
  };
  await read();
  await sql`update parts set amount = 0 where id = 4000; delete from parts where id = 17;
    insert into parts values (9001, 5);
    insert into changes (entity, id) values ('products', 4000), ('products', 9001)`.execute(db);
  await sql`insert into changes (entity, id, moved) values ('products', 17, true)`.execute(db);
  let taken: Awaited<ReturnType<typeof read>> | undefined;
  const copies = await copiesDuring(async () => {
    taken = await read();
  });
  expect(copies).toBe(0);
  const { rows: now } = await sql<{ id: number; amount: number }>`select id, amount from parts
    order by id desc`.execute(db);
  expect(taken?.rows.map(({ id, amount }) => ({ id, amount }))).toEqual(now);
  expect(await lists.isCurrent(source, taken?.cursor ?? '')).toBe(true);
});

it('a cursor tells of what commits after the reading, whenever it began', async () => {
  const { pool } = opened.database;
  const source = listOf(3);
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query("insert into changes (entity, id) values ('products', 2)");
  const { cursor } = await readList(source);
  expect(await lists.isCurrent(source, cursor)).toBe(true);
  const later = await readList(source);
  await writer.query('commit');
  writer.release();
  for (const each of [cursor, later.cursor]) {
    expect(await lists.isCurrent(source, each)).toBe(false);
    const text = await lists.changes(source, each);
    expect(JSON.parse(text ?? '')).toMatchObject({ data: { rows: [{ id: 2 }], gone: [] } });
  }
  const after = await readList(source);
  expect(await lists.isCurrent(source, after.cursor)).toBe(true);
  expect(await lists.isCurrent(listOf(4), after.cursor)).toBe(false);
});

it.each([
  [
    'of another list',
    (cursor: string) => `${cursor.startsWith('x') ? 'y' : 'x'}${cursor.slice(1)}`,
  ],
  ['of the future', (cursor: string) => cursor.replace(/\..*/, '.900000000-900000001-')],
  ['that no database has', (cursor: string) => cursor.replace(/\..*/, '.20-10-')],
  [
    'with a number too large',
    (cursor: string) => cursor.replace(/\..*/, '.9999999999999999999-9999999999999999999-'),
  ],
  ['cut short', (cursor: string) => cursor.slice(0, 20)],
  ['empty', () => ''],
])('a cursor %s is answered with the whole list', async (_name, forge) => {
  const source = listOf(3);
  const { cursor } = await readList(source);
  expect(await lists.changes(source, cursor)).not.toBeNull();
  expect(await lists.changes(source, forge(cursor))).toBeNull();
  expect(await lists.isCurrent(source, forge(cursor))).toBe(false);
});

it('a cursor from before the changes that are kept is too old', async () => {
  const { db } = opened.database;
  const source = listOf(3);
  const { cursor } = await readList(source);
  await sql`insert into changes (entity, id, at) values ('products', 1, now() - interval '15 days'),
    ('products', 2, now())`.execute(db);
  await changesJob.run(opened.database, new Date());
  const remaining = await sql<{ id: number }>`select id from changes where entity = 'products'
    order by xid desc limit 1`.execute(db);
  expect(remaining.rows).toEqual([{ id: 2 }]);
  expect(await lists.changes(source, cursor)).toBeNull();
  // Anything else that runs on the server now is older than the next snapshot's beginning.
  const next = async () => lists.changes(source, (await readList(source)).cursor);
  await expect.poll(next, { timeout: 50_000 }).not.toBeNull();
});

it('a list that breaks off breaks off for all its readers, and is not kept', async () => {
  const { pool } = opened.database;
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(42)');
  // Its last rows wait for the lock, so that it is in progress when its backend ends.
  const select = sql`select n as id, case when n > 50000 then pg_advisory_lock(42)::text end as held
    from generate_series(1, 50010) n`;
  const halted: ListSource = { select, entity: 'products' };
  const all = await Promise.all([readList(halted), readList(halted)]);
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
  expect(await rowsOf(await readList(listOf(3)))).toBe(3);
});

it('who goes away gives the connection back, read or waited for', async () => {
  const { pool } = opened.database;
  const { body } = await readList(listOf(2_000_000));
  if (!Buffer.isBuffer(body)) body.destroy();
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  const ends = await Promise.all(Array.from({ length: 4 }, () => downloads.begin({ who: 2 })));
  const closed = new AbortController();
  const waiting = readList(listOf(5), { signal: closed.signal });
  closed.abort();
  await expect(waiting).rejects.toThrow('No request waits');
  for (const end of ends) end();
});
