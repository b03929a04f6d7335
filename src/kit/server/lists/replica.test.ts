import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Database, directly, openDatabase } from '~/kit/server/database/db';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { listStatement, openList } from './list-stream';
import { inReading } from './reading';

// Reading from a replica that is one is tried by `npm run test:cluster -- replica`.
let test: TestDatabase;
let database: Database | undefined;
const logged: string[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  await database?.close();
  logged.splice(0);
});
afterAll(() => test.drop());

async function readTwice(replica: object): Promise<void> {
  database = openDatabase({ ...test.connection, replica }, ({ message }) => logged.push(message));
  const statement = listStatement(database.db, { select: sql`select 7 as id` });
  for (const _ of [1, 2]) {
    const { stream } = await openList(database, { statement, envelope: 'list' });
    const { data } = JSON.parse((await buffer(stream)).toString()) as { data: unknown };
    expect(data).toEqual([{ id: 7 }]);
  }
}

it('reads from the primary while the replica is away, and says so once', async () => {
  await readTwice({ host: '127.0.0.1', port: 1 });
  expect(logged).toEqual([expect.stringContaining('ECONNREFUSED')]);
});

it('takes no server for a replica that replays nothing', async () => {
  await readTwice(directly(test.connection));
  expect(logged).toEqual([expect.stringContaining('behind')]);
});

it('compiles no statement of a reading, also where the session has no settings', async () => {
  const past = { ...directly(test.connection), options: '-c jit=on' };
  database = openDatabase({ ...past, direct: past }, ({ message }) => logged.push(message));
  const limits = { signal: new AbortController().signal, patienceMs: 5000 };
  const shown = await inReading(database, limits, (db) => sql`show jit`.execute(db));
  expect(shown.rows).toEqual([{ jit: 'off' }]);
});
