import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, it } from 'vitest';
import type { Db } from './db';
import {
  createTestDatabase,
  emptyTables,
  type TestDatabase,
} from '~/kit/server/testing/test-database';
import type { lockRecord } from './entity';
import { inTransaction, type lockName, type Transaction, withNext } from './transaction';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await sql`create table notes (id integer primary key, text text not null)`.execute(
    test.database.db,
  );
});
beforeEach(() => emptyTables(test.database, 'notes'));
afterAll(() => test.drop());

const note = (db: Db, id: number, text: string | null = 'note') =>
  sql`insert into notes (id, text) values (${id}, ${text})`.execute(db);

async function notes(db: Db = test.database.db): Promise<number[]> {
  const result = await sql<{ id: number }>`select id from notes order by id`.execute(db);
  return result.rows.map(({ id }) => id);
}

const run = <T>(work: (trx: Transaction) => Promise<T>) => inTransaction(test.database.db, work);

it('keeps what was written, and gives what the work gives', async () => {
  expect(await run((trx) => note(trx, 1).then(() => 'done'))).toBe('done');
  expect(await notes()).toEqual([1]);
});

it('runs statements that are sent at once in their sequence, all in the transaction', async () => {
  const [, seen] = await run((trx) => Promise.all([note(trx, 1), notes(trx), note(trx, 2)]));
  expect(seen).toEqual([1]);
  expect(await notes()).toEqual([1, 2]);
});

it('keeps nothing when the work throws, not even statements that were sent before', async () => {
  const refused = run(async (trx) => {
    withNext(note(trx, 1));
    await note(trx, 2);
    withNext(note(trx, 3));
    throw new Error('No');
  });
  await expect(refused).rejects.toThrow('No');
  expect(await notes()).toEqual([]);
});

it('fails with a statement that no one waited for, and says why', async () => {
  await note(test.database.db, 1);
  const last = run(async (trx) => {
    await note(trx, 2);
    withNext(note(trx, 1));
  });
  await expect(last).rejects.toThrow('duplicate key');
  const before = run(async (trx) => {
    withNext(note(trx, 1));
    await note(trx, 2);
  });
  await expect(before).rejects.toThrow('duplicate key');
  const hidden = run(async (trx) => {
    await note(trx, 2, null).catch(() => undefined);
  });
  await expect(hidden).rejects.toThrow('not-null');
  expect(await notes()).toEqual([1]);
});

it('gives back a connection that works, after each kind of end', async () => {
  for (const id of Array.from({ length: 40 }, (_, position) => position)) {
    const end = run(async (trx) => {
      withNext(note(trx, id));
      if (id % 3 === 1) withNext(note(trx, id));
      if (id % 3 === 2) throw new Error('No');
      return notes(trx);
    });
    if (id % 3 === 0) expect(await end).toContain(id);
    else await expect(end).rejects.toThrow();
  }
  expect(await notes()).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39]);
});

it('tries again after a deadlock', async () => {
  await Promise.all([note(test.database.db, 1), note(test.database.db, 2)]);
  let tries = 0;
  let arrived = 0;
  let bothHaveOne: () => void = () => undefined;
  const meeting = new Promise<void>((resolve) => {
    bothHaveOne = resolve;
  });
  const add = (text: string, first: number, second: number) =>
    run(async (trx) => {
      tries += 1;
      const write = (id: number) =>
        sql`update notes set text = text || ${text} where id = ${id}`.execute(trx);
      await write(first);
      arrived += 1;
      if (arrived === 2) bothHaveOne();
      await meeting;
      await write(second);
    });
  await Promise.all([add('a', 1, 2), add('b', 2, 1)]);
  // Now and then both are the victim.
  expect(tries).toBeGreaterThan(2);
  const rows = await sql<{ text: string }>`select text from notes`.execute(test.database.db);
  for (const { text } of rows.rows) expect([...text].toSorted().join('')).toBe('abenot');
});

it('is its own type, so that what locks does not compile outside of one', () => {
  expectTypeOf<Transaction>().toExtend<Db>();
  expectTypeOf<Db>().not.toExtend<Transaction>();
  expectTypeOf<Parameters<typeof lockName>[0]>().toEqualTypeOf<Transaction>();
  expectTypeOf<Parameters<typeof lockRecord>[0]>().toEqualTypeOf<Transaction>();
});

it('sends what was kept for the end with the commit, once, and only if there is one', async () => {
  await run(async (trx) => {
    trx.beforeCommit(() => note(trx, 2));
    await note(trx, 1);
    expect(await notes(trx)).toEqual([1]);
  });
  expect(await notes()).toEqual([1, 2]);
  const failing = run(async (trx) => {
    trx.beforeCommit(() => note(trx, 3));
    await note(trx, 1);
  });
  await expect(failing).rejects.toThrow('duplicate key');
  const late = run(async (trx) => {
    trx.beforeCommit(() => note(trx, 1));
    await note(trx, 4);
  });
  await expect(late).rejects.toThrow('duplicate key');
  expect(await notes()).toEqual([1, 2]);
});
