import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import {
  startTestServer,
  statusesOf,
  type TestClient,
  type TestServer,
} from './testing/test-server';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(...options: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...options);
  cleanups.push(server.close);
  return server;
}

/** Calls that wait for a lock until they are let go. */
async function heldCalls({ database }: TestServer, client: TestClient, count: number) {
  const holder = await database.pool.connect();
  await holder.query('begin; lock table leads in access exclusive mode');
  const release = async () => {
    await holder.query('commit');
    holder.release();
  };
  const calls = Array.from({ length: count }, () => client.get('/leads/1'));
  return {
    letGo: async () => {
      await release();
      return statusesOf(await Promise.all(calls));
    },
  };
}

/** Resolves when so many sessions of the database wait for a lock. */
async function untilWaiting(server: TestServer, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await server.database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where not granted and relation = 'leads'::regclass`,
    );
    return rows[0]?.n;
  };
  await expect.poll(waiting).toBe(count);
}

it('a person with too many calls in progress is refused with 429, and no one else is', async () => {
  const server = await start({}, { fairUse: { atOnce: 2, perMinute: 1000 } });
  const admin = await server.signIn();
  const other = await makeUser(server);
  const held = await heldCalls(server, admin, 2);
  await untilWaiting(server, 2);
  const refused = await admin.get('/settings');
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: 'request.too_many' });
  expect(refused.headers.get('retry-after')).toBe('1');
  const theirs = await server.signIn(other.username, other.password);
  expect((await theirs.get('/settings')).status).toBe(200);
  expect(await held.letGo()).toEqual([404, 404]);
  expect((await admin.get('/settings')).status).toBe(200);
});

it('a person who calls too often within a minute learns when to continue', async () => {
  const server = await start({}, { fairUse: { atOnce: 10, perMinute: 20 } });
  const admin = await server.signIn();
  // Two minutes may begin in the meantime: more than both hold is refused in any case.
  const responses = [];
  for (let sent = 0; sent < 41; sent += 1) responses.push(await admin.get('/settings'));
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  const seconds = Number(refused[0]?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
});

it('health and sign-in answer while every connection of the others is taken', async () => {
  const server = await start();
  const admin = await server.signIn();
  const held = await heldCalls(server, admin, 12);
  await untilWaiting(server, 12);
  expect((await server.client().get('/health')).status).toBe(200);
  await server.signIn();
  expect(await held.letGo()).toEqual(Array.from({ length: 12 }, () => 404));
});

it('stops although a request holds its body back', async () => {
  const server = await startTestServer({}, { drainMs: 100 });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = ['POST /api/auth/login HTTP/1.1', 'host: x', 'content-type: application/json'];
  socket.write(`${[...lines, 'content-length: 100'].join('\r\n')}\r\n\r\n{"username":`);
  // Its answer shows that the server has read the request before it.
  expect((await server.client().get('/health')).status).toBe(200);
  const closed = once(socket, 'close');
  await server.close();
  await closed;
});

it('refuses in the usual form what comes on a kept connection while it stops', async () => {
  const server = await startTestServer({}, { drainMs: 30_000 });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  await once(socket, 'connect');
  const lines = ['POST /api/auth/login HTTP/1.1', 'host: x', 'content-type: application/json'];
  socket.write(`${[...lines, 'content-length: 2'].join('\r\n')}\r\n\r\n{`);
  expect((await server.client().get('/health')).status).toBe(200);
  const closed = once(socket, 'close');
  const stopped = server.close();
  await expect.poll(() => server.server.app.server.listening).toBe(false);
  socket.write('}GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
  await closed;
  await stopped;
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  expect(received).toMatch(
    /HTTP\/1\.1 503 [^]*retry-after: 5[^]*"success":false[^]*"server\.busy"/,
  );
});
