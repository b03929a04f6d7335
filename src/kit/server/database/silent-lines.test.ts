import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { type Database, openDatabase } from './db';

let test: TestDatabase;
let line: Server;
let database: Database;
const losses: Error[] = [];
const lines = new Set<Socket>();
/** Of those, the ones on which nothing passes any longer. */
const forgotten = new Set<Socket>();

beforeAll(async () => {
  test = await createTestDatabase();
  const { host = '', port = 5432 } = test.connection;
  const target = host.startsWith('/')
    ? { path: path.join(host, `.s.PGSQL.${port}`) }
    : { host, port };
  line = createServer((client) => {
    const upstream = connect(target);
    lines.add(client);
    for (const [from, into] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('close', () => into.destroy());
      from.on('data', (chunk) => {
        if (!forgotten.has(client)) into.write(chunk);
      });
    }
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  database = openDatabase(
    { ...test.connection, host: '127.0.0.1', port: (line.address() as AddressInfo).port, max: 2 },
    (error) => losses.push(error),
    2000,
  );
});
afterAll(async () => {
  await database.close();
  line.close();
  for (const each of lines) each.destroy();
  await test.drop();
});

it('gives up lines that are silent while an answer is due, and works on with new ones', async () => {
  const { pool } = database;
  const held = await Promise.all([pool.connect(), pool.connect()]);
  for (const each of lines) forgotten.add(each);
  const responses = await Promise.allSettled(held.map((client) => client.query('select 1')));
  for (const response of responses)
    expect(response).toMatchObject({ reason: { message: expect.stringMatching(/terminated/) } });
  for (const client of held) client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('keeps a line on which nothing is due', async () => {
  const { pool } = database;
  const client = await pool.connect();
  const pidOf = () => client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const before = (await pidOf()).rows;
  for (let time = 0; time < 6; time += 1) await pool.query('select pg_sleep(0.4)');
  expect((await pidOf()).rows).toEqual(before);
  client.release();
});

it('tells of a line that is lost why, and nothing of what went over it', async () => {
  const { pool } = database;
  await pool.query('select $1::text', ['a secret']);
  for (const each of lines) each.destroy();
  await expect.poll(() => losses.length).toBeGreaterThan(0);
  expect(Object.keys(losses[0] ?? {})).not.toContain('client');
});
