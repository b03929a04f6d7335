import { once } from 'node:events';
import { request } from 'node:http';
import { beforeEach, expect, it, vi } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { stalledDownload } from '~/app/testing/test-stalled';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { everything } from '~/modules/organization/users/rights.rules';
import { apiKeyJobs } from './api-keys.jobs';
import type { ApiKey } from '../api-keys.fields';
import { makeKey } from './api-keys.builders';

const test = ownServer({ TRUSTED_PROXIES: '127.0.0.0/8' });
const hour = 3_600_000;
const day = 24 * hour;
const outcomeOf = ({ status, body }: { status: number; body: { code: string } }) => [
  status,
  body.code,
];
const invalid = [401, 'auth.key_invalid'];
const tooMany = [429, 'request.too_many'];
const wrongKey = `mcrm_${'a'.repeat(43)}`;

/** Each test calls from another network, so that the wrong keys of one leave others alone. */
let networks = 0;
let address: string;
let admin: Awaited<ReturnType<typeof test.server.signIn>>;
beforeEach(async () => {
  admin = await test.server.signIn();
  networks += 1;
  address = `198.51.100.${networks}`;
});

/** Sessions end in the meantime. */
async function advance(milliseconds: number): Promise<void> {
  test.server.clock.advance(milliseconds);
  admin = await test.server.signIn();
}

function call(key: string, path = '/leads', from = address) {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': from };
  return test.server.client().get(path, headers);
}

it('a key makes so many calls a minute, and says how many are left', async () => {
  const { key } = await makeKey(admin, { rights: everything, calls_per_minute: 10 });
  // At most two minutes of the clock are touched.
  const responses = [];
  for (let count = 0; count < 25; count += 1) responses.push(await call(key));
  const refused = responses.filter(({ status }) => status === 429);
  expect(responses.length - refused.length).toBeGreaterThanOrEqual(10);
  expect(responses.length - refused.length).toBeLessThanOrEqual(20);
  const first = responses[0]?.headers;
  expect(first?.get('ratelimit-limit')).toBe('10');
  expect(first?.get('ratelimit-remaining')).toBe('9');
  expect(Number(first?.get('ratelimit-reset'))).toBeGreaterThan(0);
  expect(Number(first?.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  const [last] = refused;
  expect(last && outcomeOf(last)).toEqual(tooMany);
  expect(last?.headers.get('ratelimit-remaining')).toBe('0');
  expect(last?.headers.get('retry-after')).toBe(last?.headers.get('ratelimit-reset'));
});

it('tells refused keys as well how many calls are left', async () => {
  const expires_at = new Date(test.server.clock.now().getTime() + hour).toISOString();
  const body = { rights: everything, calls_per_minute: 50 };
  const expired = await makeKey(admin, { ...body, expires_at });
  const otherNetwork = await makeKey(admin, { ...body, networks: ['192.0.2.7'] });
  await advance(2 * hour);
  const limitOf = ({ headers }: Awaited<ReturnType<typeof call>>) =>
    ['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`));
  for (const { key } of [expired, expired, otherNetwork]) {
    const response = await call(key);
    expect(response.status).not.toBe(200);
    expect(limitOf(response)).toEqual(['50', '50']);
  }
  const [limit, remaining] = limitOf(await call(wrongKey));
  expect(limit).toBe('30');
  expect(Number(remaining)).toBeGreaterThanOrEqual(26);
  expect(Number(remaining)).toBeLessThan(30);
});

it('a key has twenty calls in progress', async () => {
  const { key } = await makeKey(admin, { rights: everything });
  const held = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const sent = request(`${test.server.url}/api/leads`, { method: 'POST', agent: false });
      sent.on('error', () => undefined);
      sent.setHeader('authorization', `Bearer ${key}`);
      sent.setHeader('content-type', 'application/json');
      sent.setHeader('content-length', 100);
      sent.flushHeaders();
      await once(sent, 'socket');
      return sent;
    }),
  );
  await vi.waitFor(async () => {
    const response = await call(key);
    expect(outcomeOf(response)).toEqual(tooMany);
    expect(response.headers.get('retry-after')).toBe('1');
  });
  for (const sent of held) sent.destroy();
  await vi.waitFor(async () => expect((await call(key)).status).toBe(200));
});

it('a network sends thirty wrong keys a minute, and no more are looked at', async () => {
  const { key } = await makeKey(admin, { rights: everything });
  const outcomes = [];
  for (let count = 0; count < 1000; count += 1)
    outcomes.push(String(outcomeOf(await call(count % 2 ? wrongKey : 'mcrm_short'))));
  const wrong = outcomes.filter((each) => each === String(invalid)).length;
  expect(wrong).toBeGreaterThanOrEqual(30);
  expect(wrong).toBeLessThanOrEqual(60);
  expect(outcomes.filter((each) => each === String(tooMany)).length).toBe(1000 - wrong);
  const there = await call(key);
  expect(outcomeOf(there)).toEqual(tooMany);
  expect(Number(there.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(there.headers.get('ratelimit-remaining')).toBe('0');
  expect((await call(key, '/leads', '203.0.113.9')).status).toBe(200);
  const signedIn = await admin.get('/leads', { 'x-forwarded-for': address });
  expect(signedIn.status).toBe(200);
});

it('a key is used from its networks alone', async () => {
  const { id, key } = await makeKey(admin, {
    rights: everything,
    networks: ['203.0.113.0/24', '2001:db8::/32', '192.0.2.7'],
  });
  for (const from of ['203.0.113.77', '2001:db8:5::1', '192.0.2.7', '::ffff:203.0.113.9'])
    expect((await call(key, '/leads', from)).status, from).toBe(200);
  for (const from of ['203.0.114.1', '2001:db9::1', '192.0.2.8'])
    expect(outcomeOf(await call(key, '/leads', from)), from).toEqual([403, 'auth.key_network']);
  const list = await admin.get<ApiKey[]>('/api-keys');
  expect(list.body.data.find((each) => each.id === id)).toMatchObject({
    calls_today: 7,
    refused_today: 3,
    last_used_from: '::ffff:203.0.113.9',
  });
});

it('a replaced key works for the hours that were given', async () => {
  const created = await makeKey(admin, { rights: everything });
  const rotate = (body?: object) =>
    admin.post<ApiKey & { key: string }>(`/api-keys/${created.id}/rotate`, body);
  const second = (await rotate()).body.data;
  expect(second).toMatchObject({
    id: created.id,
    name: created.name,
    created_at: created.created_at,
  });
  expect(second.prefix).not.toBe(created.prefix);
  expect((await call(created.key)).status).toBe(200);
  expect((await call(second.key)).status).toBe(200);
  await advance(23 * hour);
  const third = (await rotate({ overlap_hours: 168 })).body.data;
  expect((await call(created.key)).status).toBe(200);
  await advance(2 * hour);
  expect(outcomeOf(await call(created.key))).toEqual(invalid);
  expect((await call(second.key)).status).toBe(200);
  const fourth = (await rotate({ overlap_hours: 0 })).body.data;
  expect(outcomeOf(await call(second.key))).toEqual(invalid);
  expect(outcomeOf(await call(third.key))).toEqual(invalid);
  expect((await call(fourth.key)).status).toBe(200);
  for (const overlap_hours of [-1, 169, 1.5, '24'])
    expect((await rotate({ overlap_hours })).status).toBe(400);
});

it('a key that expires in the middle of a download ends none, and lives again with a later day', async () => {
  await admin.post('/leads', leadBody());
  const { pool } = test.server.database;
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_name = 'leads' and column_name <> 'id' and is_generated = 'NEVER'`,
  );
  const names = rows[0]?.names ?? '';
  await pool.query(
    `insert into leads (${names}) select ${names} from leads, generate_series(1, 20000)`,
  );
  const expires_at = new Date(test.server.clock.now().getTime() + hour).toISOString();
  const created = await makeKey(admin, { rights: everything, expires_at });
  const client = test.server.client();
  const download = await stalledDownload(test.server, client, '/leads', {
    authorization: `Bearer ${created.key}`,
  });
  expect(download.status).toBe(200);
  await advance(2 * hour);
  expect(outcomeOf(await call(created.key))).toEqual([401, 'auth.key_expired']);
  const content = (await download.read()).toString();
  expect((JSON.parse(content) as { data: unknown[] }).data.length).toBeGreaterThan(20_000);
  const path = `/api-keys/${created.id}`;
  // Its page was open: the old moment is unchanged, and does not refuse another change.
  expect((await admin.put(path, { name: 'ERP 2', expires_at })).status).toBe(200);
  const later = new Date(test.server.clock.now().getTime() + day).toISOString();
  expect((await admin.put(path, { expires_at: later })).status).toBe(200);
  expect((await call(created.key)).status).toBe(200);
});

it('administrators are mailed 14 and 3 days before the end of a key and at it, once each', async () => {
  const { pool } = test.server.database;
  await pool.query('delete from api_keys');
  await pool.query('delete from mails');
  const at = test.server.clock.now().getTime() + 20 * day;
  const created = await makeKey(admin, { name: 'Shop', expires_at: new Date(at).toISOString() });
  const [job] = apiKeyJobs({ publicUrl: 'https://crm.example' });
  const run = async () => job?.run(test.server.database, test.server.clock.now());
  const mails = async () => {
    const found = await pool.query<{ subject: string }>(
      `select subject from mails where key like 'api_key:%' order by id`,
    );
    return found.rows.map(({ subject }) => subject.replace(/\d+ \w+ \d{4}$/, 'that day'));
  };
  const after = async (days: number) => {
    await advance(days * day);
    // Twice: the second run finds nothing more to say.
    await run();
    await run();
    return mails();
  };
  const soon = 'API key "Shop" expires on that day';
  expect(await after(1)).toEqual([]);
  expect(await after(6)).toEqual([soon]);
  expect(await after(9)).toEqual([soon]);
  expect(await after(2)).toEqual([soon, soon]);
  expect(await after(3)).toEqual([soon, soon, 'API key "Shop" expired on that day']);
  expect(await after(30)).toHaveLength(3);
  const later = new Date(test.server.clock.now().getTime() + 14.5 * day).toISOString();
  await admin.put(`/api-keys/${created.id}`, { expires_at: later });
  expect(await after(1)).toHaveLength(4);
  const text = await pool.query<{ body: string }>(
    `select body from mails where key like 'api_key:%' limit 1`,
  );
  expect(text.rows[0]?.body).toContain(
    `To keep it in use, choose a later date at https://crm.example/api-keys`,
  );
});
