import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous, type Person } from '~/kit/server/database/context';
import { type Database } from '~/kit/server/database/db';
import { inTransaction } from '~/kit/server/database/transaction';
import type { Change } from '~/kit/shared/changes';
import { announce, dropSessions, sendToUser } from '~/kit/server/database/announce';
import { type Live, startLive } from './live';
import { readingAll } from '~/kit/server/testing/test-live';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { inDatabase, withClient } from '~/kit/server/testing/test-setup';

let opened: TestDatabase;
let database: Database;
let live: Live;
let url: string;
let warnings: unknown[];
/** What the next look-ups of a session wait for. */
let lookup: Promise<unknown>;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  opened = await createTestDatabase();
  database = opened.database;
});

beforeEach(async () => {
  warnings = [];
  lookup = Promise.resolve();
  const server = createServer();
  live = await startLive({
    server,
    connection: opened.connection,
    db: database.db,
    authenticate: async (cookies) => {
      await lookup;
      if (cookies === 'broken') throw new Error('no database');
      return personOf(cookies);
    },
    reading: readingAll,
    openSessions: async (ids) => {
      const open = await sql<{ id: number }>`select id from sessions
        where ended_at is null and id = any(${ids}::integer[])`.execute(database.db);
      return open.rows.map(({ id }) => id);
    },
    allowOrigin: (origin, host) => origin === undefined || origin === `http://${host}`,
    log: { info: () => undefined, warn: (detail) => warnings.push(detail) },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cleanups.push(async () => {
    await live.close();
    await new Promise((done) => server.close(done));
  });
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

afterAll(() => opened.drop());

/** The cookie `7/70` is user 7 in session 70. */
function personOf(cookies: string): Person | null {
  const [id, session] = cookies.split('/').map(Number);
  if (!id || !session) return null;
  return { ...anonymous, id, session_id: session };
}

interface Browser {
  socket: Socket;
  /** The events received, in order: `change lead 1`, `import-progress {…}`. */
  received: string[];
}

function open(cookie: string, options: { origin?: string; transports?: string[] } = {}): Browser {
  const { origin, transports = ['websocket'] } = options;
  const extraHeaders = { cookie, ...(origin ? { origin } : {}) };
  const socket = io(url, { transports, extraHeaders, reconnectionDelay: 50, forceNew: true });
  cleanups.push(async () => socket.disconnect());
  const received: string[] = [];
  socket.on('disconnect', (reason) => received.push(reason));
  socket.on('change', (change: Change) => received.push(`change ${change.entity} ${change.id}`));
  socket.on('import-progress', (data: unknown) =>
    received.push(`import-progress ${JSON.stringify(data)}`),
  );
  return { socket, received };
}

async function connect(cookie: string, options: Parameters<typeof open>[1] = {}): Promise<Browser> {
  const browser = open(cookie, options);
  await new Promise<void>((done) => browser.socket.once('connect', done));
  return browser;
}

async function refusal(cookie: string, options: Parameters<typeof open>[1] = {}): Promise<string> {
  const { socket } = open(cookie, options);
  return new Promise((done) => socket.once('connect_error', (error) => done(error.message)));
}

const change = (id: number): Change => ({ entity: 'leads', id });
const notify = (id: number) => inTransaction(database.db, async (trx) => announce(trx, change(id)));
const expectReceived = async (browser: Browser, last: string) => {
  await expect.poll(() => browser.received.at(-1)).toBe(last);
};

test('a change reaches signed-in browsers once it is committed, and never when it is rolled back', async () => {
  const browsers = [await connect('7/70'), await connect('8/80', { transports: ['polling'] })];
  const broken = inTransaction(database.db, async (trx) => {
    announce(trx, change(1));
    throw new Error('no lead');
  });
  await expect(broken).rejects.toThrow('no lead');
  await inTransaction(database.db, async (trx) => {
    announce(trx, change(2));
    await notify(3);
    for (const browser of browsers) await expectReceived(browser, 'change leads 3');
  });
  for (const browser of browsers) await expectReceived(browser, 'change leads 2');
  for (const browser of browsers)
    expect(browser.received).toEqual(['change leads 3', 'change leads 2']);
});

test('a socket is refused without a session, and when its session cannot be looked up', async () => {
  expect(await refusal('')).toBe('Please sign in to continue');
  expect(await refusal('0/0')).toBe('Please sign in to continue');
  expect(await refusal('broken')).toBe('The database is not responding');
});

test('another site cannot open a socket, signed in or not', async () => {
  const origin = 'https://evil.example.com';
  expect(await refusal('7/70', { origin })).toBe('websocket error');
  expect(await refusal('7/70', { origin, transports: ['polling'] })).toBe('xhr poll error');
  expect((await connect('7/70', { origin: url })).socket.connected).toBe(true);
});

test("a person's events reach all of that person's browsers and no one else's, even if others try to join", async () => {
  const mine = [await connect('7/70'), await connect('7/71')];
  const other = await connect('8/80');
  for (const word of ['join', 'join-room', 'subscribe', 'import-progress']) {
    for (const room of ['user:7', 7, { userId: 7 }, ['user:7']]) other.socket.emit(word, room);
  }
  await inTransaction(database.db, (trx) => sendToUser(trx, 7, 'import-progress', { job_id: 1 }));
  await notify(1);
  for (const browser of [...mine, other]) await expectReceived(browser, 'change leads 1');
  for (const browser of mine) expect(browser.received[0]).toBe('import-progress {"job_id":1}');
  expect(other.received).toEqual(['change leads 1']);
});

test('the sockets of an ended session are closed, those of others stay', async () => {
  const [ended, staying] = [await connect('7/70'), await connect('7/71')];
  await inTransaction(database.db, (trx) => dropSessions(trx, [70]));
  await expectReceived(ended, 'io server disconnect');
  await notify(1);
  await expectReceived(staying, 'change leads 1');
  expect(ended.received).toEqual(['io server disconnect']);
});

test('a session that ends while its socket is being let in does not get in', async () => {
  const witness = await connect('7/71');
  let found = (): void => undefined;
  lookup = new Promise<void>((done) => {
    found = done;
  });
  const refused = refusal('7/70');
  await inTransaction(database.db, (trx) => dropSessions(trx, [70]));
  await notify(1);
  await expectReceived(witness, 'change leads 1');
  found();
  expect(await refused).toBe('Please sign in to continue');
});

/** Breaks the connection that listens, and lets no new one in until `in the meantime` is done. */
async function withoutListener(meanwhile: () => Promise<unknown>): Promise<void> {
  const found = await database.pool.query<{ name: string }>('select current_database() as name');
  const name = found.rows[0]?.name ?? '';
  await withClient(inDatabase(opened.connection, 'postgres'), async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'live' and datname = $1",
      [name],
    );
    await expect.poll(() => warnings.length).toBeGreaterThan(0);
    await meanwhile();
    await client.query(`alter database ${name} allow_connections true`);
  });
}

test('when the listening connection breaks it comes back, and browsers are notified to read again', async () => {
  const users = await sql<{
    id: number;
  }>`insert into users (username, email, first_name, last_name, password_hash,
    created_at, updated_at) values ('u', 'u@example.com', 'U', 'V', '', now(), now()) returning id`.execute(
    database.db,
  );
  const user = users.rows[0]?.id ?? 0;
  const sessions = await sql<{
    id: number;
  }>`insert into sessions (user_id, device, created_at, last_seen_at)
    select ${user}, '', now(), now() from generate_series(1, 2) returning id`.execute(database.db);
  const [first = 0, second = 0] = sessions.rows.map((row) => row.id);
  const [ended, staying] = [await connect(`${user}/${first}`), await connect(`${user}/${second}`)];
  await withoutListener(async () => {
    await sql`update sessions set ended_at = now() where id = ${first}`.execute(database.db);
    await inTransaction(database.db, (trx) => dropSessions(trx, [first]));
    await notify(1);
  });
  await expectReceived(staying, 'change * null');
  await expectReceived(ended, 'io server disconnect');
  await notify(2);
  await expectReceived(staying, 'change leads 2');
  expect(staying.received).toEqual(expect.arrayContaining(['change * null', 'change leads 1']));
});

test('a server that stops lets go of its browsers, and they come back by themselves', async () => {
  const browsers = [await connect('7/70'), await connect('8/80', { transports: ['polling'] })];
  await live.close();
  for (const browser of browsers) {
    await expect.poll(() => browser.received[0]).toMatch(/^transport (close|error)$/);
    expect(browser.socket.active).toBe(true);
  }
});

test('a database that does not answer at the start is an error, and is not tried again', async () => {
  const connection = { host: '127.0.0.1', port: 1 };
  const noFollower = {
    db: database.db,
    authenticate: async () => null,
    reading: readingAll,
    openSessions: async () => [],
    allowOrigin: () => true,
  };
  const log = { info: () => undefined, warn: (detail: unknown) => warnings.push(detail) };
  await expect(
    startLive({ server: createServer(), connection, ...noFollower, log }),
  ).rejects.toThrow('ECONNREFUSED');
  expect(warnings).toEqual([]);
});
