import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invalid } from '~/kit/server/errors';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { eachApart, faultOf } from './faults';
import { inTransaction } from './transaction';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await sql`create table done (id integer primary key)`.execute(test.database.db);
});
afterAll(() => test.drop());

const coded = (code: string) => Object.assign(new Error('x'), { code });

it('says why one record is left out', () => {
  expect(faultOf(invalid('name', 'The name is missing'))).toBe('The name is missing');
  for (const error of [new TypeError('lines is undefined'), coded('22P02'), 'text'])
    expect(faultOf(error)).toMatch(/^The record is damaged/);
});

it.each(['ECONNREFUSED', '08006', '57P01', '57014', '53100', '53300', '40P01', 'ENOSPC'])(
  'throws %s on, which would stop the others as well',
  (code) => {
    const error = coded(code);
    expect(() => faultOf(error)).toThrow(error);
  },
);

it('throws a lost connection on', () => {
  expect(() => faultOf(new Error('Connection terminated unexpectedly'))).toThrow('terminated');
});

it('does all but the items that fail, whose statements are taken back', async () => {
  const { db } = test.database;
  const skipped = await inTransaction(db, (trx) =>
    eachApart(trx, [1, 2, 3, 4, 5], async (some) => {
      for (const id of some) {
        await sql`insert into done values (${id})`.execute(trx);
        if (id === 2) throw new TypeError('two');
        if (id === 5) await sql`select 'x'::integer`.execute(trx);
      }
    }),
  );
  expect(skipped.map(({ item }) => item)).toEqual([2, 5]);
  const done = await sql<{ id: number }>`select id from done order by id`.execute(db);
  expect(done.rows.map(({ id }) => id)).toEqual([1, 3, 4]);
});

it('ends where the database ends', async () => {
  const work = () => Promise.reject(coded('57P01'));
  await expect(
    inTransaction(test.database.db, (trx) => eachApart(trx, [1, 2], work)),
  ).rejects.toMatchObject({ code: '57P01' });
});
