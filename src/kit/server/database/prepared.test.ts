import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from './db';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { inTransaction } from './transaction';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What one connection answers and has prepared afterwards. */
async function prepared(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  return inTransaction(database.database.db, async (db) => {
    await work(db);
    const { rows } = await sql<{
      statement: string;
    }>`select statement from pg_prepared_statements`.execute(db);
    return rows.map((row) => row.statement);
  });
}

it('prepares what is sent again with other values, and answers as before', async () => {
  const results: unknown[] = [];
  const statements = await prepared(async (db) => {
    for (const number of [1, 2, 3]) {
      const { rows } = await sql<{ twice: number }>`select ${number}::int * 2 as twice`.execute(db);
      results.push(rows[0]?.twice);
    }
  });
  expect(results).toEqual([2, 4, 6]);
  expect(statements).toContain('select $1::int * 2 as twice');
});

it('sends as they are what comes once, has no values or is very long', async () => {
  const long = ` -- ${'-'.repeat(10_000)}`;
  const statements = await prepared(async (db) => {
    await sql`select ${1}::int + 1`.execute(db);
    for (const _ of [1, 2, 3]) await sql`select 'without values'`.execute(db);
    for (const each of [1, 2, 3]) await sql`select ${each}::int ${sql.raw(long)}`.execute(db);
  });
  const sent = statements.join('\n');
  expect(sent).not.toContain('select $1::int + 1');
  expect(sent).not.toContain('without values');
  expect(sent).not.toContain('----');
});

it('is not disturbed by a statement that fails', async () => {
  const { db } = database.database;
  const divide = (by: number) => sql<{ out: number }>`select 1 / ${by}::int as out`.execute(db);
  for (const _ of [1, 2, 3]) await expect(divide(0)).rejects.toThrow('division by zero');
  expect((await divide(1)).rows).toEqual([{ out: 1 }]);
});

it('answers on after a table was altered next to it, within a transaction and outside', async () => {
  const { pool, db } = database.database;
  await pool.query(`create table shapes as select 1 as id, 'one' as name`);
  const read = (on: Db) => sql`select * from shapes where id = ${1}`.execute(on);
  const ways = [() => read(db), () => inTransaction(db, read)];
  const expectRow = async (row: object) => {
    for (const way of ways) for (const _ of [1, 2, 3]) expect((await way()).rows).toEqual([row]);
  };
  await expectRow({ id: 1, name: 'one' });
  await pool.query(`alter table shapes add column city text default 'Pune'`);
  await expectRow({ id: 1, name: 'one', city: 'Pune' });
  await pool.query('alter table shapes drop column name');
  ways.reverse();
  await expectRow({ id: 1, city: 'Pune' });
});
