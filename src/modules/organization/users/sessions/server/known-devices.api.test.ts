import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { type CreatedUser, makeUser, signInNew } from '../../server/users.builders';

const minute = 60_000;
const day = 24 * 60 * minute;

// Each caller has its own address: a proxy on this machine says it.
const test = ownServer({ PUBLIC_URL: 'http://crm.example.com' });
beforeEach(() => test.server.clock.advance(20 * minute));

let outsiders = 0;

function signIn(
  client: TestClient,
  user: CreatedUser,
  { password = user.password, from = '' } = {},
) {
  outsiders += 1;
  const address = from || `198.51.100.${outsiders % 250}`;
  const body = { username: user.username, password };
  return client.post('/auth/login', body, { 'x-forwarded-for': address });
}

async function statusOf(client: TestClient, user: CreatedUser, how = {}): Promise<number> {
  return (await signIn(client, user, how)).status;
}

async function lockOut(user: CreatedUser): Promise<void> {
  for (let failure = 0; failure < 10; failure += 1) {
    expect(await statusOf(test.server.client(), user, { password: 'wrong' })).toBe(401);
  }
  expect(await statusOf(test.server.client(), user)).toBe(429);
}

it('strangers who lock a name out do not hold up the device that its owner signed in with', async () => {
  const { client, ...user } = await signInNew(test.server);
  await client.post('/auth/logout');
  await lockOut(user);
  expect(await statusOf(client, user)).toBe(200);
  // Still closed for everyone else.
  expect(await statusOf(test.server.client(), user)).toBe(429);
});

it('nor do those who lock out its address', async () => {
  const { client, ...user } = await signInNew(test.server);
  await sql`insert into login_failures (name, address, failed_at)
    select 'name x' || n, '203.0.113.9', ${test.server.clock.now()}
    from generate_series(1, 100) n`.execute(test.server.database.db);
  const from = '203.0.113.9';
  expect(await statusOf(test.server.client(), user, { from })).toBe(429);
  expect(await statusOf(client, user, { from })).toBe(200);
});

it('a device has its own counter, and locks out no one else', async () => {
  const { client, ...user } = await signInNew(test.server);
  for (let failure = 0; failure < 10; failure += 1) {
    expect(await statusOf(client, user, { password: 'wrong' })).toBe(401);
  }
  expect(await statusOf(client, user)).toBe(429);
  expect(await statusOf(test.server.client(), user)).toBe(200);
  test.server.clock.advance(15 * minute);
  expect(await statusOf(client, user)).toBe(200);
});

it("a device is known for its own people alone, and a made-up one isn't", async () => {
  const { client: other } = await signInNew(test.server);
  const user = await makeUser(test.server);
  await lockOut(user);
  expect(await statusOf(other, user)).toBe(429);
  const forged = test.server.client();
  forged.cookies.set('device', 'A'.repeat(43));
  expect(await statusOf(forged, user)).toBe(429);
});

it('two people who share a browser are both known in it', async () => {
  const { client, ...first } = await signInNew(test.server);
  const second = await makeUser(test.server);
  expect(await statusOf(client, second)).toBe(200);
  for (const user of [first, second]) {
    await lockOut(user);
    expect(await statusOf(client, user)).toBe(200);
  }
});

it('a device is kept as a digest, its cookie out of reach of scripts, for a year without use', async () => {
  const user = await makeUser(test.server);
  const client = test.server.client();
  const response = await signIn(client, user);
  expect(response.headers.getSetCookie().find((line) => line.startsWith('device='))).toMatch(
    /^device=[\w-]{43}; Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
  );
  const { db } = test.server.database;
  const stored = await sql<{ digest: Buffer }>`select digest from known_devices
    where user_id = ${user.id}`.execute(db);
  expect(stored.rows).toHaveLength(1);
  expect(stored.rows[0]?.digest.toString('base64url')).not.toBe(client.cookies.get('device'));
  test.server.clock.advance(366 * day);
  await lockOut(user);
  expect(await statusOf(client, user)).toBe(429);
});

it('of one person at most twenty devices are known, the latest', async () => {
  const user = await makeUser(test.server);
  const clients = Array.from({ length: 21 }, () => test.server.client());
  for (const client of clients) {
    test.server.clock.advance(1000);
    expect(await statusOf(client, user)).toBe(200);
  }
  const { rows } = await sql`select 1 from known_devices where user_id = ${user.id}`.execute(
    test.server.database.db,
  );
  expect(rows).toHaveLength(20);
  await lockOut(user);
  const [oldest = test.server.client()] = clients;
  const newest = clients.at(-1) ?? test.server.client();
  expect(await statusOf(oldest, user)).toBe(429);
  expect(await statusOf(newest, user)).toBe(200);
});
