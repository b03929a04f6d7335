import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { createContext, anonymous } from './context';

let test: TestDatabase;
let keys = 0;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

function call(key = `key-${(keys += 1)}`) {
  const repeat = { key, request: 'POST /api/notes {}' };
  return createContext({ db: test.database.db, person: anonymous, now: new Date(), repeat });
}

const returning = (result: string) => () => Promise.resolve(result);

it('gives the first answer to a second call with the key', async () => {
  expect(await call('same').transaction(returning('first'))).toBe('first');
  expect(await call('same').transaction(returning('second'))).toBe('first');
});

it('throws when one call uses its key for two transactions, one after the other or at once', async () => {
  const twice = call();
  await twice.transaction(returning('first'));
  await expect(twice.transaction(returning('second'))).rejects.toThrow('second transaction');
  const atOnce = call();
  const both = [1, 2].map((each) => atOnce.transaction(returning(String(each))));
  const settled = await Promise.allSettled(both);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

it('lets a call begin again whose transaction was taken back', async () => {
  const { transaction } = call();
  await expect(transaction(() => Promise.reject(new Error('Not yet')))).rejects.toThrow('Not yet');
  expect(await transaction(returning('done'))).toBe('done');
});
