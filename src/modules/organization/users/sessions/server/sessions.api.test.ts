import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { inTransaction } from '~/kit/server/database/transaction';
import { sessionJobs } from './sessions.jobs';
import type { OwnSession } from '../sessions.fields';
import { endUserSessions } from './sessions.service';
import { signInNew } from '../../server/users.builders';
import { refreshWith, statusOf } from './sessions.builders';

const day = 24 * 60 * 60_000;
const test = ownServer();

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

it('signing out ends the session, its sockets and both cookies, and answers 200 to anyone', async () => {
  const { client } = await signInNew(test.server);
  const [access, refresh] = [client.cookies.get('access'), client.cookies.get('refresh')];
  const socket = await openSocket(client);
  const closed = new Promise((resolve) => socket.on('disconnect', resolve));
  const response = await client.post('/auth/logout');
  await closed;
  expect(response.status).toBe(200);
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

it('ends what no one refreshed, with its sockets, and forgets what is past its time', async () => {
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
  test.server.server.jobs.trigger('retention');
  const remaining = () =>
    sql`select
    (select count(*) from session_tokens where session_id = ${id}) as tokens,
    (select ended_at is not null from sessions where id = ${id}) as ended,
    (select count(*) from login_failures where failed_at <= ${then}) as failures,
    (select count(*) from password_resets where expires_at <= ${test.server.clock.now()}) as resets,
    (select count(*) from idempotency_keys where key = 'old') as keys`
      .execute(db)
      .then(({ rows }) => rows);
  await expect
    .poll(remaining)
    .toEqual([{ tokens: 0, ended: true, failures: 0, resets: 0, keys: 0 }]);
  expect(await statusOf(fresh)).toBe(200);
});

it('a write that another site sends with the cookies is refused', async () => {
  const { client } = await signInNew(test.server);
  const response = await client.post('/auth/logout', undefined, { origin: 'https://evil.example' });
  expect(response.status).toBe(403);
  expect(await statusOf(client)).toBe(200);
});
