import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import { adminPassword, type TestClient } from '~/app/test-server';
import { inTransaction } from '~/kit/server/database/transaction';
import { sessionJobs } from './sessions.jobs';
import type { OwnSession, SessionUser } from '../sessions.fields';
import { endUserSessions } from './sessions.service';
import { makeUser, signInNew } from '../../server/users.builders';
import { refreshWith, statusOf } from './sessions.builders';

const minute = 60_000;
const day = 24 * 60 * minute;
const chromeOnLinux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface Me {
  user: SessionUser;
}

const test = fileServer();

it.each([
  ['username', 'admin'],
  ['username in other case and with spaces around', ' ADMIN '],
  ['e-mail address', 'Admin@Example.com'],
])('signs in by %s', async (_case, username) => {
  const answer = await test.server
    .client()
    .post<Me>('/auth/login', { username, password: adminPassword });
  expect(answer.status).toBe(200);
  expect(answer.body.data.user).toMatchObject({ username: 'admin', role: 'admin' });
  expect(answer.body.data.user).not.toHaveProperty('password_hash');
});

it('tells who is signed in with every profile field, and keeps the answer out of caches', async () => {
  const answer = await (await test.server.signIn()).get<Me>('/auth/me');
  expect(Object.keys(answer.body.data.user).sort()).toEqual(
    [
      'bio created_at current_workspace department email first_name id is_active last_login',
      'last_name must_change_password must_set_up_factor phone photo_changed_at position rights role role_id session_timeout_minutes',
      'updated_at username workspace_isolation workspace_role workspaces',
    ]
      .join(' ')
      .split(' '),
  );
  expect(answer.body.data.user).toMatchObject({
    current_workspace: null,
    workspace_role: null,
    is_active: true,
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('notes the sign-in without making an open form of that user stale', async () => {
  const { client, ...user } = await signInNew(test.server);
  const me = await client.get<Me>('/auth/me');
  expect(me.body.data.user.last_login).not.toBeNull();
  expect(me.body.data.user.updated_at).toBe(user.updated_at);
});

it.each([
  [{}],
  [{ username: 'admin' }],
  [{ username: 'admin', password: '' }],
  [{ username: '  ', password: 'x' }],
  [{ username: null, password: 'x' }],
  [{ username: 'admin', password: 7 }],
])('refuses %j: please fill in all fields', async (body) => {
  const answer = await test.server.client().post('/auth/login', body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toBe('Please fill in all fields');
});

it('names a field that it does not know', async () => {
  const body = { username: 'admin', password: adminPassword, role: 'admin' };
  const answer = await test.server.client().post('/auth/login', body);
  expect([answer.status, answer.body.error]).toEqual([400, 'Unknown field "role"']);
});

it.each(['', 'access=', 'access=x', `access=${'A'.repeat(43)}`, 'access=%00; access=y'])(
  'does not know who holds the cookie %j',
  async (cookie) => {
    const answer = await test.server.client().get('/auth/me', { cookie });
    expect([answer.status, answer.body.error]).toEqual([401, 'Please sign in to continue']);
  },
);

function openSocket(client: TestClient) {
  const cookie = `access=${client.cookies.get('access')}`;
  const socket = io(test.server.url, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { cookie },
  });
  return new Promise<typeof socket>((resolve, reject) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', reject);
  });
}

it('a refresh token used again later ends the whole session, its newest tokens and its sockets', async () => {
  const { client } = await signInNew(test.server);
  const { client: other } = await signInNew(test.server);
  const old = client.cookies.get('refresh');
  await client.post('/auth/refresh');
  const newest = client.cookies.get('refresh');
  const socket = await openSocket(client);
  const closed = new Promise((resolve) => socket.on('disconnect', resolve));
  test.server.clock.advance(10_001);
  expect((await refreshWith(test.server, old)).status).toBe(401);
  await closed;
  expect(await statusOf(client)).toBe(401);
  expect((await refreshWith(test.server, newest)).status).toBe(401);
  expect(await statusOf(other)).toBe(200);
});

it('signing out ends the session, its sockets and both cookies, and answers 200 to anybody', async () => {
  const { client } = await signInNew(test.server);
  const [access, refresh] = [client.cookies.get('access'), client.cookies.get('refresh')];
  const socket = await openSocket(client);
  const closed = new Promise((resolve) => socket.on('disconnect', resolve));
  const answer = await client.post('/auth/logout');
  await closed;
  expect(answer.status).toBe(200);
  expect([...client.cookies.keys()]).toEqual(['device']);
  const again = await test.server.client().get('/auth/me', { cookie: `access=${access}` });
  expect(again.status).toBe(401);
  expect((await refreshWith(test.server, refresh)).status).toBe(401);
  expect((await client.post('/auth/logout')).status).toBe(200);
  expect((await client.post('/auth/logout', undefined, { cookie: 'refresh=x' })).status).toBe(200);
});

it('signing out works by the refresh cookie alone, long after access is over', async () => {
  const { client } = await signInNew(test.server);
  test.server.clock.advance(2 * day);
  const refresh = client.cookies.get('refresh');
  await test.server.client().post('/auth/logout', undefined, { cookie: `refresh=${refresh}` });
  expect((await client.post('/auth/refresh')).status).toBe(401);
});

it('a socket without a session is not let in', async () => {
  await expect(openSocket(test.server.client())).rejects.toThrow('Please sign in to continue');
});

it('shows the own sessions, this one marked, and ends one of them', async () => {
  const user = await makeUser(test.server);
  const body = { username: user.username, password: user.password };
  const here = test.server.client();
  await here.post('/auth/login', body, { 'user-agent': chromeOnLinux });
  test.server.clock.advance(minute);
  const there = await test.server.signIn(user.username, user.password);
  const list = await here.get<OwnSession[]>('/auth/sessions');
  expect(list.body.data).toMatchObject([{ current: true }, { current: false, device: 'node' }]);
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  expect(list.body.data[0]).toEqual({
    id: expect.any(Number),
    device: 'Chrome on Linux',
    created_at: expect.stringMatching(instant),
    last_seen_at: expect.stringMatching(instant),
    current: true,
  });
  const id = list.body.data[1]?.id;
  expect((await here.delete(`/auth/sessions/${id}`)).status).toBe(200);
  expect(await statusOf(there)).toBe(401);
  expect((await here.delete(`/auth/sessions/${id}`)).status).toBe(404);
  expect((await here.get<OwnSession[]>('/auth/sessions')).body.data).toHaveLength(1);
});

it("another's, an unknown and an impossible session is 404, and stays", async () => {
  const { client: mine } = await signInNew(test.server);
  const { client: theirs } = await signInNew(test.server);
  const id = (await theirs.get<OwnSession[]>('/auth/sessions')).body.data[0]?.id;
  for (const each of [id, 2_147_483_647, 99_999_999_999]) {
    expect((await mine.delete(`/auth/sessions/${each}`)).status).toBe(404);
  }
  expect((await mine.delete('/auth/sessions/x')).status).toBe(400);
  expect(await statusOf(theirs)).toBe(200);
});

it('ending the session that one is in clears its cookies', async () => {
  const { client } = await signInNew(test.server);
  const id = (await client.get<OwnSession[]>('/auth/sessions')).body.data[0]?.id;
  expect((await client.delete(`/auth/sessions/${id}`)).status).toBe(200);
  expect([...client.cookies.keys()]).toEqual(['device']);
});

it('a user who was deactivated is out at once, and no session comes back with the account', async () => {
  const { client, ...user } = await signInNew(test.server);
  const { db } = test.server.database;
  await inTransaction(db, async (trx) => {
    await sql`update users set is_active = false where id = ${user.id}`.execute(trx);
    await endUserSessions(trx, user.id, { now: test.server.clock.now() });
  });
  expect(await statusOf(client)).toBe(401);
  expect((await client.post('/auth/refresh')).status).toBe(401);
  await sql`update users set is_active = true where id = ${user.id}`.execute(db);
  expect(await statusOf(client)).toBe(401);
  expect((await client.post('/auth/refresh')).status).toBe(401);
});

it('notes when a session was last seen, once a minute at most', async () => {
  const { client } = await signInNew(test.server);
  const seen = async () =>
    (await client.get<OwnSession[]>('/auth/sessions')).body.data[0]?.last_seen_at;
  const first = await seen();
  test.server.clock.advance(55_000);
  expect(await seen()).toBe(first);
  test.server.clock.advance(10_000);
  expect(await seen()).not.toBe(first);
});

it('ends what nobody refreshed, with its sockets, and forgets what is past its time', async () => {
  const { client } = await signInNew(test.server);
  const id = (await client.get<OwnSession[]>('/auth/sessions')).body.data[0]?.id;
  await test.server
    .client()
    .post('/auth/login', { username: 'nobody', password: 'wrong password' });
  await test.server.client().post('/auth/forgot-password', { email: 'admin@example.com' });
  const { db } = test.server.database;
  const then = test.server.clock.now();
  await sql`insert into idempotency_keys (user_id, key, request, created_at)
    values (1, 'old', 'x', ${then})`.execute(db);
  const socket = await openSocket(client);
  const closed = new Promise((resolve) => socket.on('disconnect', resolve));
  test.server.clock.advance(7 * day);
  const { client: fresh } = await signInNew(test.server);
  for (const job of sessionJobs) await job.run(test.server.database, test.server.clock.now());
  await closed;
  test.server.server.jobs.nudge('retention');
  const left = () =>
    sql`select
    (select count(*) from session_tokens where session_id = ${id}) as tokens,
    (select ended_at is not null from sessions where id = ${id}) as ended,
    (select count(*) from login_failures where failed_at <= ${then}) as failures,
    (select count(*) from password_resets where expires_at <= ${test.server.clock.now()}) as resets,
    (select count(*) from idempotency_keys where key = 'old') as keys`
      .execute(db)
      .then(({ rows }) => rows);
  await expect
    .poll(left, { timeout: 20_000 })
    .toEqual([{ tokens: 0, ended: true, failures: 0, resets: 0, keys: 0 }]);
  expect(await statusOf(fresh)).toBe(200);
});

it('a write that another site sends with the cookies is refused', async () => {
  const { client } = await signInNew(test.server);
  const answer = await client.post('/auth/logout', undefined, { origin: 'https://evil.example' });
  expect(answer.status).toBe(403);
  expect(await statusOf(client)).toBe(200);
});
