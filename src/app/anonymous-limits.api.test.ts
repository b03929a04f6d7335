import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/test-server';

const calls = { atOnce: 10, perMinute: 20 };
const pages = { atOnce: 10, perMinute: 5 };
let server: TestServer;

beforeAll(async () => {
  const anonymousLimits = { calls, pages, allAtOnce: 20, handshakes: 60 };
  server = await startTestServer({ PUBLIC_URL: 'http://crm.example' }, { anonymousLimits });
});
afterAll(() => server.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const json = { 'content-type': 'application/json' };

const publicCalls = {
  'GET /api/health': 'sign-in, unlimited',
  'POST /api/auth/login': 'sign-in',
  'POST /api/auth/logout': 'sign-in',
  'POST /api/auth/refresh': 'sign-in',
  'POST /api/auth/passkeys/sign-in/options': 'sign-in',
  'POST /api/auth/passkeys/sign-in': 'sign-in',
  'GET /api/auth/oidc/start': 'sign-in',
  'GET /api/auth/oidc/callback': 'sign-in',
  'POST /api/auth/oidc/code': 'sign-in',
  'GET /api/auth/ways': 'public',
  'POST /api/auth/forgot-password': 'public',
  'POST /api/auth/reset-password': 'public',
  'POST /api/auth/confirm-email': 'public',
  'GET /api/public/forms/:token': 'public',
  'POST /api/public/forms/:token': 'public',
  'POST /api/public/hooks/:token': 'public',
  'GET /api/public/quotations/:token': 'public',
  'GET /api/public/quotations/:token/pdf': 'public',
  'POST /api/public/quotations/:token/accept': 'public',
  'POST /api/public/quotations/:token/decline': 'public',
  'GET /api/users/invite/:token': 'public',
  'POST /api/users/invite/:token/accept': 'public',
};

/** Calls until one is refused, also where a minute begins between two of them; gives the last answer. */
async function untilRefused<T extends { status: number }>(
  call: () => Promise<T>,
  perMinute: number,
): Promise<T> {
  let last = await call();
  for (let sent = 1; sent <= 2 * perMinute && last.status !== 429; sent += 1) last = await call();
  return last;
}

it('bounds each public call by network but health, and keeps it from the connections of others', async () => {
  const declared = server.server.declared.filter(({ access }) => access === 'public');
  const lanes = declared.map(({ method, url, lane, unlimited }) => [
    `${method} ${url}`,
    unlimited ? `${lane}, unlimited` : lane,
  ]);
  expect(Object.fromEntries(lanes)).toEqual(publicCalls);
  const client = server.client();
  for (const { method, url, unlimited } of declared) {
    const path = url.replace('/api', '').replace(':token', 'unknown');
    const body = method === 'GET' ? undefined : '{}';
    const headers = { ...from('203.0.113.7'), ...(body ? json : {}) };
    const call = () => client.send(method, path, body, headers);
    const response = await untilRefused(call, calls.perMinute);
    if (unlimited) expect(response.status, url).toBe(200);
    else expect(response.body, url).toMatchObject({ code: 'request.too_many' });
    if (!unlimited) expect(Number(response.headers.get('retry-after')), url).toBeGreaterThan(0);
  }
  expect((await client.get('/users/invite/unknown', from('203.0.113.8'))).status).toBe(404);
});

it('bounds pages, files and addresses of nothing by network, apart from calls', async () => {
  const get = (path: string, address: string) =>
    fetch(`${server.url}${path}`, { headers: from(address) });
  for (const path of ['/login', '/assets/none.js', '/api/nothing']) {
    const last = await untilRefused(() => get(path, '198.51.100.1'), pages.perMinute);
    expect(last.status, path).toBe(429);
  }
  expect((await get('/api/nothing', '198.51.100.2')).status).toBe(404);
  const call = await server.client().get('/users/invite/unknown', from('198.51.100.1'));
  expect(call.status).toBe(404);
});

it('bounds the handshakes of sockets by network', async () => {
  const open = (address: string) =>
    fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, { headers: from(address) });
  const results: number[] = [];
  for (let nth = 0; nth < 130; nth += 1) results.push((await open('192.0.2.1')).status);
  expect(results.filter((status) => status === 200).length).toBeLessThanOrEqual(120);
  expect(results).toContain(403);
  expect((await open('192.0.2.2')).status).toBe(200);
});

it('counts the networks of one IPv6 site together', async () => {
  let network = 0;
  const call = () => {
    network += 1;
    return server.client().get('/users/invite/unknown', from(`2001:db8:1:${network}::1`));
  };
  expect((await untilRefused(call, 4 * calls.perMinute)).status).toBe(429);
  const other = await server.client().get('/users/invite/unknown', from('2001:db8:2:1::1'));
  expect(other.status).toBe(404);
});

it('looks up invented access tokens two at a time, of calls and of sockets', async () => {
  const holder = await server.database.pool.connect();
  await holder.query('begin; lock table session_tokens in access exclusive mode');
  const lookUps = `select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%u.must_change_password, %'`;
  const waiting = async () => (await server.database.pool.query(lookUps)).rowCount ?? 0;
  const cookie = (nth: number) => ({ cookie: `access=${String(nth).padStart(43, 'x')}` });
  const callWith = (nth: number) => fetch(`${server.url}/api/settings`, { headers: cookie(nth) });
  const connectWith = async (nth: number) => {
    const line = `${server.url}/socket.io/?EIO=4&transport=polling`;
    const opened = await (await fetch(line, { headers: cookie(nth) })).text();
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    return fetch(`${line}&sid=${sid}`, { method: 'POST', body: '40' });
  };
  const sockets = await Promise.all(Array.from({ length: 20 }, (_, nth) => connectWith(nth)));
  expect(sockets.every(({ ok }) => ok)).toBe(true);
  const responses = Array.from({ length: 20 }, (_, nth) => callWith(20 + nth));
  try {
    await expect.poll(waiting).toBe(2);
    for (let times = 0; times < 20; times += 1) {
      expect((await server.client().get('/health')).status).toBe(200);
      expect(await waiting()).toBe(2);
    }
  } finally {
    await holder.query('commit');
    holder.release();
  }
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401]));
});

it('answers signed-in people while public calls wait, and refuses too many of one and of all networks', async () => {
  const admin = await server.signIn();
  const holder = await server.database.pool.connect();
  await holder.query('begin; lock table password_resets in access exclusive mode');
  const email = 'admin@example.com';
  const forgotten = (address: string) =>
    server.client().post('/auth/forgot-password', { email }, from(address));
  const ofOne = Array.from({ length: 16 }, () => forgotten('192.0.2.1'));
  const ofAll = Array.from({ length: 20 }, (_, index) => forgotten(`192.0.2.${index + 10}`));
  try {
    const waiting = async () =>
      (await holder.query('select from pg_locks where not granted')).rowCount ?? 0;
    await expect.poll(waiting).toBeGreaterThan(0);
    expect((await admin.get('/settings')).status).toBe(200);
    expect((await server.client().get('/health')).status).toBe(200);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  const codes = async (responses: Promise<{ body: { code?: string } }>[]) =>
    (await Promise.all(responses)).map(({ body }) => body.code);
  expect((await codes(ofOne)).filter((code) => code === 'request.too_many')).toHaveLength(6);
  expect(await codes(ofAll)).toContain('server.busy');
  expect((await forgotten('192.0.2.2')).status).toBe(200);
});
