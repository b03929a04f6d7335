import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createProxy, type Socket } from 'node:net';
import type pg from 'pg';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announce } from '~/kit/server/database/announce';
import { anonymous } from '~/kit/server/database/context';
import { inTransaction } from '~/kit/server/database/transaction';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { startLive } from './live';
import { readingAll } from '~/kit/server/testing/test-live';

let opened: TestDatabase;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  opened = await createTestDatabase();
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await opened.drop();
});

/** The address of a live channel where everyone is user 7. */
async function start(connection: pg.ClientConfig, heartbeatMs: number): Promise<string> {
  const server = createServer();
  const live = await startLive({
    server,
    connection,
    heartbeatMs,
    db: opened.database.db,
    authenticate: async () => ({ ...anonymous, id: 7, session_id: 70 }),
    reading: readingAll,
    openSessions: async (ids) => [...ids],
    allowOrigin: () => true,
    log: { info: () => undefined, warn: () => undefined },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    await live.close();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function open(url: string): Promise<{ received: string[]; outcome: string }> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false });
  cleanups.push(() => socket.disconnect());
  const received: string[] = [];
  socket.on('change', ({ entity, id }: { entity: string; id: number }) =>
    received.push(`${entity} ${id}`),
  );
  const outcome = await new Promise<string>((done) => {
    socket.once('connect', () => done('connected'));
    socket.once('connect_error', (error) => done(error.message));
  });
  return { received, outcome };
}

/** A line to the database that can fall silent without being closed. */
async function silentLine(): Promise<{ connection: pg.ClientConfig; cut: () => void }> {
  const { host, port, ...rest } = opened.connection;
  const lines: Socket[] = [];
  const proxy = createProxy((near) => {
    const far = host?.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect(Number(port), host);
    lines.push(near, far);
    for (const line of [near, far]) line.on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  cleanups.push(() => {
    proxy.close();
    for (const line of lines) line.destroy();
  });
  return {
    connection: { ...rest, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    cut: () => {
      for (const line of lines.splice(0)) line.unpipe().pause();
    },
  };
}

test('a line to the database that was cut without a word is replaced', async () => {
  const line = await silentLine();
  const browser = await open(await start(line.connection, 100));
  line.cut();
  // What was missed is made up for by one change of everything.
  await expect.poll(() => browser.received).toEqual(['* null']);
  await inTransaction(opened.database.db, async (trx) => announce(trx, { entity: 'leads', id: 1 }));
  await expect.poll(() => browser.received).toEqual(['* null', 'leads 1']);
});

test('fifty pages of one person are informed of changes, and no more', async () => {
  const url = await start(opened.connection, 15_000);
  const pages = await Promise.all(Array.from({ length: 50 }, () => open(url)));
  expect(new Set(pages.map(({ outcome }) => outcome))).toEqual(new Set(['connected']));
  expect((await open(url)).outcome).toBe('Too many pages are open');
});
