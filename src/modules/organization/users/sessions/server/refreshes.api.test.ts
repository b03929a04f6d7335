import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { OwnSession, SessionUser } from '../sessions.fields';
import { authenticator } from './sessions.service';
import { signInNew, whileHeld } from '../../server/users.builders';
import { refreshWith, statusOf } from './sessions.builders';

const minute = 60_000;
const day = 24 * 60 * minute;

interface Me {
  user: SessionUser;
}

const test = ownServer();

it('access lives fifteen minutes, a refresh token is not an access token and the other way round', async () => {
  const { client } = await signInNew(test.server);
  const access = client.cookies.get('access');
  const refresh = client.cookies.get('refresh');
  expect((await test.server.client().get('/auth/me', { cookie: `access=${refresh}` })).status).toBe(
    401,
  );
  expect((await refreshWith(test.server, access)).status).toBe(401);
  test.server.clock.advance(14 * minute);
  expect(await statusOf(client)).toBe(200);
  test.server.clock.advance(minute);
  expect(await statusOf(client)).toBe(401);
  const refreshed = await client.post<Me>('/auth/refresh');
  expect(refreshed.status).toBe(200);
  expect(refreshed.body.data.user).toHaveProperty('email');
  expect(client.cookies.get('access')).not.toBe(access);
  expect(client.cookies.get('refresh')).not.toBe(refresh);
  expect(await statusOf(client)).toBe(200);
});

it('a session continues as long as it is refreshed within seven days, and ends then', async () => {
  const { client } = await signInNew(test.server);
  await client.put('/auth/security', { session_timeout_minutes: null });
  for (const _week of [1, 2]) {
    test.server.clock.advance(7 * day - 1000);
    expect((await client.post('/auth/refresh')).status).toBe(200);
  }
  test.server.clock.advance(7 * day);
  const over = await client.post('/auth/refresh');
  expect([over.status, over.body.error]).toEqual([401, 'Please sign in to continue']);
  expect([...client.cookies.keys()]).toEqual(['device']);
});

it('a refresh without, with a wrong and with an unknown token is 401', async () => {
  for (const token of [undefined, 'x', 'A'.repeat(43)]) {
    expect((await refreshWith(test.server, token)).status).toBe(401);
  }
});

it('two tabs that refresh within ten seconds both stay signed in', async () => {
  const { client: first } = await signInNew(test.server);
  const old = first.cookies.get('refresh');
  expect((await first.post('/auth/refresh')).status).toBe(200);
  test.server.clock.advance(9_000);
  const second = test.server.client();
  const duplicate = await second.post('/auth/refresh', undefined, { cookie: `refresh=${old}` });
  expect(duplicate.status).toBe(200);
  test.server.clock.advance(minute);
  expect((await first.post('/auth/refresh')).status).toBe(200);
  expect((await second.post('/auth/refresh')).status).toBe(200);
  expect(await statusOf(first)).toBe(200);
  expect(await statusOf(second)).toBe(200);
});

it('a refresh token used twice within ten seconds does not fork: both get the same pair', async () => {
  const { client } = await signInNew(test.server);
  const old = client.cookies.get('refresh');
  const [one, other] = [test.server.client(), test.server.client()];
  for (const tab of [one, other])
    await tab.post('/auth/refresh', undefined, { cookie: `refresh=${old}` });
  expect(one.cookies.get('refresh')).toMatch(/^[\w-]{43}$/);
  expect([...other.cookies]).toEqual([...one.cookies]);
  // Anyone who copied the token has what the person has: the later of their next two refreshes ends the session.
  test.server.clock.advance(minute);
  expect((await one.post('/auth/refresh')).status).toBe(200);
  test.server.clock.advance(minute);
  expect((await other.post('/auth/refresh')).status).toBe(401);
  expect(await statusOf(one)).toBe(401);
});

it('a session ends thirty days after its sign-in, however often it is refreshed', async () => {
  const { client } = await signInNew(test.server);
  await client.put('/auth/security', { session_timeout_minutes: null });
  for (let days = 0; days < 30; days += 5) {
    if (days > 0) expect((await client.post('/auth/refresh')).status).toBe(200);
    test.server.clock.advance(5 * day - 10_000);
  }
  expect((await client.post('/auth/refresh')).status).toBe(200);
  expect(await statusOf(client)).toBe(200);
  test.server.clock.advance(minute);
  expect(await statusOf(client)).toBe(401);
  expect((await client.post('/auth/refresh')).status).toBe(401);
});

it('twenty refreshes with the same token at the same instant all stay signed in, in one session', async () => {
  const { client } = await signInNew(test.server);
  const old = client.cookies.get('refresh');
  const tabs = Array.from({ length: 20 }, () => test.server.client());
  const responses = await Promise.all(
    tabs.map((tab) => tab.post('/auth/refresh', undefined, { cookie: `refresh=${old}` })),
  );
  expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
  expect(await Promise.all(tabs.map(statusOf))).toEqual(Array(20).fill(200));
  expect((await client.get<OwnSession[]>('/auth/sessions')).body.data).toHaveLength(1);
});

it('of a theft and a refresh at the same instant, whichever comes first, nothing stays alive', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { client } = await signInNew(test.server);
    const old = client.cookies.get('refresh');
    await client.post('/auth/refresh');
    test.server.clock.advance(11_000);
    const [theft] = await Promise.all([
      refreshWith(test.server, old),
      client.post('/auth/refresh'),
    ]);
    expect(theft.status).toBe(401);
    expect(await statusOf(client)).toBe(401);
    expect((await client.post('/auth/refresh')).status).toBe(401);
  }
});

it('a refresh that arrives while the session is being ended is refused', async () => {
  const { client } = await signInNew(test.server);
  const id = (await client.get<OwnSession[]>('/auth/sessions')).body.data[0]?.id ?? 0;
  const statement = 'update sessions set ended_at = last_seen_at where id = $1';
  const response = await whileHeld(test.server.database, { statement, id, waiting: 1 }, () =>
    client.post('/auth/refresh'),
  );
  expect(response.status).toBe(401);
});

it('tells which of some sessions are still open', async () => {
  const [here, there] = [await signInNew(test.server), await signInNew(test.server)];
  const idOf = async ({ client }: typeof here) =>
    (await client.get<OwnSession[]>('/auth/sessions')).body.data[0]?.id ?? 0;
  const [open, ended] = [await idOf(here), await idOf(there)];
  await there.client.post('/auth/logout');
  const { openSessions } = authenticator(test.server.database, test.server.clock, test.server.url);
  expect(await openSessions([ended, open])).toEqual([open]);
});

it('a session whose tokens are renewed without end is refused for a while, and continues', async () => {
  const { client } = await signInNew(test.server);
  await client.put('/auth/security', { session_timeout_minutes: null });
  const { pool } = test.server.database;
  const { id } = (await client.get<OwnSession[]>('/auth/sessions')).body.data[0] ?? { id: 0 };
  await pool.query(
    `insert into session_tokens (digest, session_id, kind, expires_at, rotated_at)
     select sha256(convert_to('renewed ' || n, 'UTF8')), $1, 'refresh', $2::timestamptz + interval '7 days', $2
     from generate_series(1, 60) n`,
    [id, test.server.clock.now()],
  );
  const refused = await client.post('/auth/refresh');
  expect([refused.status, refused.body.code]).toEqual([429, 'auth.too_many_attempts']);
  expect(refused.headers.get('retry-after')).toBe('300');
  expect(await statusOf(client)).toBe(200);
  test.server.clock.advance(60 * minute);
  expect((await client.post('/auth/refresh')).status).toBe(200);
});
