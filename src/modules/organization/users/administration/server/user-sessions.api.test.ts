import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { makeUser, signInNew } from '../../server/users.builders';
import type { UserSession } from '../../sessions/sessions.fields';

const test = ownServer({ PUBLIC_URL: 'http://crm.example.com' });
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const sessionsOf = (id: number) => test.admin.get<UserSession[]>(`/users/${id}/sessions`);

it('an administrator sees where a person is signed in, and from where', async () => {
  const { client, ...user } = await signInNew(test.server);
  const body = { username: user.username, password: user.password };
  const from = { 'x-forwarded-for': '198.51.100.7', 'user-agent': firefox };
  test.server.clock.advance(60_000);
  await test.server.client().post('/auth/login', body, from);
  const { body: response, headers } = await sessionsOf(user.id);
  expect(response.data).toMatchObject([
    { device: 'Firefox on Linux', address: '198.51.100.7', current: false },
    { device: 'node', address: '127.0.0.1', current: false },
  ]);
  expect(headers.get('cache-control')).toBe('no-store');
  await client.post('/auth/logout');
  expect((await sessionsOf(user.id)).body.data).toHaveLength(1);
});

const at = (address: string) => ({ 'x-forwarded-for': address });

it('shows from where and when a session was last used, noted once a minute and at a refresh', async () => {
  const { client, ...user } = await signInNew(test.server);
  const shown = async () => (await sessionsOf(user.id)).body.data[0];
  const signedIn = await shown();
  expect((await client.get('/auth/me', at('198.51.100.20'))).status).toBe(200);
  expect(await shown()).toEqual(signedIn);
  test.server.clock.advance(61_000);
  await client.get('/auth/me', at('198.51.100.20'));
  const moved = await shown();
  expect(moved).toMatchObject({ address: '198.51.100.20', created_at: signedIn?.created_at });
  expect(Date.parse(moved?.last_seen_at ?? '')).toBeGreaterThan(
    Date.parse(signedIn?.last_seen_at ?? ''),
  );
  expect((await client.post('/auth/refresh', undefined, at('198.51.100.21'))).status).toBe(200);
  expect(await shown()).toMatchObject({ address: '198.51.100.21' });
});

it('does not take an address for known because a session was used there', async () => {
  const { client, id } = await signInNew(test.server);
  test.server.clock.advance(61_000);
  await client.get('/auth/me', at('198.51.100.30'));
  const { rows } = await test.server.database.pool.query<{ address: string }>(
    'select address from sessions where user_id = $1',
    [id],
  );
  expect(rows).toEqual([{ address: '127.0.0.1' }]);
});

it('ends all of them at once', async () => {
  const { client, ...user } = await signInNew(test.server);
  const there = await test.server.signIn(user.username, user.password);
  const response = await test.admin.delete(`/users/${user.id}/sessions`);
  expect([response.status, response.body.data]).toEqual([200, { ended: 2 }]);
  for (const each of [client, there]) {
    expect((await each.get('/auth/me')).status).toBe(401);
    expect((await each.post('/auth/refresh')).status).toBe(401);
  }
  expect((await sessionsOf(user.id)).body.data).toEqual([]);
  const again = await test.admin.delete(`/users/${user.id}/sessions`);
  expect(again.body.data).toEqual({ ended: 0 });
});

it('an administrator who ends their own sessions stays signed in here', async () => {
  const { client, ...boss } = await signInNew(test.server, { role: 'admin' });
  const there = await test.server.signIn(boss.username, boss.password);
  expect((await client.delete(`/users/${boss.id}/sessions`)).status).toBe(200);
  expect((await there.get('/auth/me')).status).toBe(401);
  const own = await client.get<UserSession[]>(`/users/${boss.id}/sessions`);
  expect(own.body.data).toMatchObject([{ current: true }]);
});

it('knows no one by a number that no user has, and shows no one to others', async () => {
  const { client, ...user } = await signInNew(test.server);
  const other = await makeUser(test.server);
  for (const id of [2_147_483_647, 99_999_999_999]) {
    expect((await sessionsOf(id)).status).toBe(404);
    expect((await test.admin.delete(`/users/${id}/sessions`)).status).toBe(404);
  }
  expect((await client.get(`/users/${other.id}/sessions`)).status).toBe(403);
  expect((await client.delete(`/users/${user.id}/sessions`)).status).toBe(403);
});
