import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { adminPassword } from '~/app/testing/test-server';
import type { ApiResponse, Caller } from '~/kit/server/testing/test-calls';
import { mailsTo } from '~/kit/server/testing/test-mails';
import type { Role } from '../../roles.fields';
import { makeRole, signInWith } from '../../roles/server/roles.builders';
import { makeUser, signInNew, signInStatus } from '../../server/users.builders';
import { statusOf } from '../../sessions/server/sessions.builders';
import { deleteWith, setUpFactor } from './factors.builders';

const test = ownServer();
beforeEach(() => test.server.clock.advance(5 * 60_000));
beforeEach(() => test.admin.post('/auth/refresh'));

beforeEach(() => test.admin.post('/auth/confirm', { password: adminPassword }));

const setRequired = (role: number, second_factor_required = true): Promise<ApiResponse<Role>> =>
  test.admin.put<Role>(`/roles/${role}`, { second_factor_required });
const outcomeOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];
const heldUp = [403, 'auth.second_factor_setup_needed'];

async function mustSetUp(client: Caller): Promise<boolean> {
  const me = await client.get<{ user: { must_set_up_factor: boolean } }>('/auth/me');
  return me.body.data.user.must_set_up_factor;
}

describe('a role that requires a second factor', () => {
  it('holds its people up from their next call on, until they have one', async () => {
    const { client, password, role_id } = await signInWith(test, { leads: { read: 'all' } });
    expect((await client.get('/leads')).status).toBe(200);
    expect((await setRequired(role_id ?? 0)).body.data.second_factor_required).toBe(true);
    expect(await mustSetUp(client)).toBe(true);
    for (const path of ['/leads', '/settings', '/notifications', '/auth/sessions'])
      expect(outcomeOf(await client.get(path))).toEqual(heldUp);
    expect(outcomeOf(await client.put('/auth/me', { first_name: 'Other' }))).toEqual(heldUp);
    expect((await client.post('/auth/refresh')).status).toBe(200);
    await setUpFactor(test.server, client, password);
    expect(await mustSetUp(client)).toBe(false);
    expect((await client.get('/leads')).status).toBe(200);
    const turnOff = () => deleteWith(client, '/auth/second-factor', password);
    expect(outcomeOf(await turnOff())).toEqual([409, 'factor.demanded']);
    expect((await client.get('/leads')).status).toBe(200);
    await setRequired(role_id ?? 0, false);
    expect((await turnOff()).status).toBe(200);
    expect((await client.get('/leads')).status).toBe(200);
  });

  it('says so in the answer to signing in', async () => {
    const { id } = await makeRole(test.admin, {});
    await setRequired(id);
    const { username, password } = await makeUser(test.server, { role_id: id });
    const response = await test.server
      .client()
      .post<{ user: { must_set_up_factor: boolean } }>('/auth/login', { username, password });
    expect([response.status, response.body.data.user.must_set_up_factor]).toEqual([200, true]);
  });

  it('may be the administrators’ own, and asks no one else', async () => {
    expect((await setRequired(1)).status).toBe(200);
    try {
      expect(outcomeOf(await test.admin.get('/leads'))).toEqual(heldUp);
      expect(await mustSetUp((await signInNew(test.server)).client)).toBe(false);
      const { client } = await signInWithout();
      expect((await client.get('/leads')).status).toBe(200);
    } finally {
      await sql`update roles set second_factor_required = false`.execute(test.server.database.db);
    }
  });
});

const signInWithout = () => signInNew(test.server, { role_id: 5 });

it('a setting requires one of users without a role, and of no one else', async () => {
  const setRequiredOfUsers = (user_second_factor_required: boolean) =>
    test.admin.put('/settings', { user_second_factor_required });
  const plain = await signInNew(test.server);
  const { client } = await signInWithout();
  expect((await setRequiredOfUsers(true)).status).toBe(200);
  expect(outcomeOf(await plain.client.get('/leads'))).toEqual(heldUp);
  expect(await mustSetUp(plain.client)).toBe(true);
  for (const other of [client, test.admin]) expect((await other.get('/leads')).status).toBe(200);
  await setUpFactor(test.server, plain.client, plain.password);
  expect((await plain.client.get('/leads')).status).toBe(200);
  await setRequiredOfUsers(false);
});

describe('a lost second factor', () => {
  it('is reset by an administrator: sessions end, the person is notified, the log knows', async () => {
    const user = await signInNew(test.server);
    await setUpFactor(test.server, user.client, user.password);
    const { username, password } = user;
    expect(await signInStatus(test.server, username, password)).toBe(401);
    const reset = await test.admin.delete(`/users/${user.id}/second-factor`);
    expect([reset.status, reset.body.data]).toEqual([200, { id: user.id }]);
    expect(await statusOf(user.client)).toBe(401);
    expect(await signInStatus(test.server, username, password)).toBe(200);
    const [mail] = await mailsTo(test.server.database, user.email);
    expect(mail?.body).toContain('was reset by an administrator');
    const logged = await sql<{ user_id: number }>`select user_id from audit_log
      where action = 'second factor reset' and record = ${String(user.id)}`.execute(
      test.server.database.db,
    );
    expect(logged.rows).toEqual([{ user_id: 1 }]);
    expect((await test.admin.delete(`/users/${user.id}/second-factor`)).status).toBe(404);
  });

  it('is not the user’s own, nor for others than administrators', async () => {
    expect(outcomeOf(await test.admin.delete('/users/1/second-factor'))).toEqual([
      409,
      'factor.own',
    ]);
    const { client, id } = await signInNew(test.server);
    expect((await client.delete(`/users/${id}/second-factor`)).status).toBe(403);
  });
});
