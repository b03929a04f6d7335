import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContext, anonymous } from '~/kit/server/database/context';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { newToken, sha256 } from '../../server/hashes.service';
import { makeChallenge } from './challenges.actions';

const now = new Date('2026-11-26T09:00:00Z');
let opened: TestDatabase;

beforeAll(async () => {
  opened = await createTestDatabase();
});
afterAll(() => opened.drop());

/** So many challenges that no one has answered, of a network. */
async function leave(count: number, network: string): Promise<void> {
  await opened.database.pool.query(
    `insert into passkey_challenges (challenge, holder, network, expires_at)
     select sha256(convert_to($2 || n, 'UTF8')), 'browser ' || n, $2, $3::timestamptz + interval '5 minutes'
     from generate_series(1, $1) n`,
    [count, network, now],
  );
}

const query = { holder: 'browser x', handle: null, device: undefined };

async function outcome(address: string, more = {}): Promise<number> {
  const context = createContext({ db: opened.database.db, person: anonymous, now });
  return makeChallenge(context, { ...query, address, ...more }).then(
    () => 200,
    (error: { status?: number }) => error.status ?? 500,
  );
}

it('gives a network a hundred, and the networks of one IPv6 site 400 together', async () => {
  await leave(100, '2001:db8:1:1::/64');
  await leave(299, '2001:db8:1:2::/64');
  expect(await outcome('2001:db8:1:1::7')).toBe(429);
  expect(await outcome('2001:db8:1:3::7')).toBe(200);
  expect(await outcome('2001:db8:1:4::7')).toBe(429);
  expect(await outcome('2001:db8:2:4::7')).toBe(200);
});

it('counts no IPv4 address with others that begin alike', async () => {
  await leave(99, '203.0.113.70');
  await leave(400, '203.0.113.71');
  expect(await outcome('203.0.113.7')).toBe(200);
  expect(await outcome('203.0.113.70')).toBe(200);
  expect(await outcome('203.0.113.70')).toBe(429);
});

it('serves sessions and known devices while strangers have used up all places', async () => {
  const { pool } = opened.database;
  await leave(50_000, 'elsewhere');
  expect(await outcome('198.51.100.1')).toBe(429);
  expect(await outcome('198.51.100.1', { handle: Buffer.from('me') })).toBe(200);
  const device = newToken();
  expect(await outcome('198.51.100.1', { device })).toBe(429);
  await pool.query(
    `with one as (insert into users (username, email, first_name, last_name, password_hash, created_at, updated_at)
       values ('ravi', 'ravi@example.com', 'Ravi', 'Rao', 'x', now(), now()) returning id)
     insert into known_devices (user_id, digest, last_used_at) select id, $1, $2 from one`,
    [sha256(device), now],
  );
  expect(await outcome('198.51.100.1', { device })).toBe(200);
});
