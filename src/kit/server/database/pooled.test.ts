import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { type Database, type Db, directly, openClient, openDatabase } from './db';
import { inTransaction } from './transaction';

let test: TestDatabase;
let pooled: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  const past = directly(test.connection);
  const connection = { ...past, application_name: 'pooled', options: '-c jit=on' };
  pooled = openDatabase(
    { ...connection, direct: { ...past, application_name: 'direct' } },
    () => undefined,
  );
});
afterAll(async () => {
  await pooled.close();
  await test.drop();
});

async function setting(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
    db,
  );
  return rows[0]?.value;
}

it('leaves nothing prepared in a session that others will have', async () => {
  const remaining = await inTransaction(pooled.db, async (trx) => {
    for (const n of [1, 2, 3]) await sql`select ${n}::int * 2 as twice`.execute(trx);
    return sql`select from pg_prepared_statements`.execute(trx);
  });
  expect(remaining.rows).toEqual([]);
});

it('sets its limits for the transaction alone, and says no more at the start than the time zone', async () => {
  expect(await setting(pooled.db, 'TimeZone')).toBe('UTC');
  const within = await inTransaction(pooled.db, async (trx) => [
    await setting(trx, 'statement_timeout'),
    await setting(trx, 'idle_in_transaction_session_timeout'),
    await setting(trx, 'jit'),
  ]);
  expect(within).toEqual(['1min', '1min', 'off']);
  expect(await setting(pooled.db, 'statement_timeout')).toBe('0');
  expect(await setting(pooled.db, 'jit')).toBe('on');
});

it('takes its own sessions past the pooler', async () => {
  const clients = [await pooled.openClient(), await openClient({ ...test.connection })];
  const names = await Promise.all(
    clients.map((client) =>
      client.query<{ name: string }>("select current_setting('application_name') as name"),
    ),
  );
  expect(names.map(({ rows }) => rows[0]?.name)).toEqual(['direct', '']);
  for (const client of clients) await client.end();
});
