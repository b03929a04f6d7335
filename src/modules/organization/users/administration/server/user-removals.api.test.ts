import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf, type TestClient } from '~/app/testing/test-server';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import type { User } from '../../users.fields';
import {
  makeUser,
  sessionStatuses,
  signInNew,
  signInStatus,
  userBody,
} from '../../server/users.builders';

const test = fileServer();

describe('a new password from an administrator', () => {
  it('is the only one that opens, and ends all sessions', async () => {
    const { client: session, ...user } = await signInNew(test.server);
    const response = await test.admin.put(`/users/${user.id}/reset-password`, {
      password: ' fresh one ',
    });
    expect(response.status).toBe(200);
    expect(JSON.stringify(response.body)).not.toMatch(/argon|fresh/);
    expect(await sessionStatuses(session)).toEqual([401, 401]);
    expect(await signInStatus(test.server, user.username, user.password)).toBe(401);
    expect(await signInStatus(test.server, user.username, ' fresh one ')).toBe(200);
  });

  it.each([
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{}, 'Password is required'],
    [{ password: 'long enough', role: 'admin' }, 'Unknown field "role"'],
  ])('refuses %j', async (body, message) => {
    const user = await makeUser(test.server);
    const response = await test.admin.put(`/users/${user.id}/reset-password`, body);
    expect([response.status, response.body.error]).toEqual([400, message]);
    expect(await signInStatus(test.server, user.username, user.password)).toBe(200);
  });
});

describe('deleting a user', () => {
  it('is for inactive ones; what they did keeps their name', async () => {
    const { client, ...user } = await signInNew(test.server, {
      first_name: 'Farida',
      last_name: 'Shaikh',
    });
    const lead = await client.post<Lead>('/leads', {
      company_name: 'Acme',
      contact_person: 'Bo Li',
      assigned_to: user.id,
    });
    const early = await test.admin.delete(`/users/${user.id}`);
    expect([early.status, early.body.error]).toEqual([
      409,
      'An active user cannot be deleted. Deactivate the user first.',
    ]);
    await test.admin.put(`/users/${user.id}`, { is_active: false });
    expect((await test.admin.delete(`/users/${user.id}`)).status).toBe(200);
    expect((await test.admin.get(`/users/${user.id}`)).status).toBe(404);
    const log = await sql<{ user_name: string }>`select user_name from activity
      where type = 'lead' and record_id = ${lead.body.data.id}`.execute(test.server.database.db);
    expect(log.rows).toEqual([{ user_name: 'Farida Shaikh' }]);
    const remaining = await test.admin.get<Lead>(`/leads/${lead.body.data.id}`);
    expect(remaining.body.data.assigned_to).toBeNull();
    // The name and the address are free again.
    const again = userBody({ username: user.username, email: user.email });
    expect((await test.admin.post('/users', again)).status).toBe(201);
  });

  it('happens once when asked twice at the same moment', async () => {
    const user = await makeUser(test.server, { is_active: false });
    const responses = await Promise.all([1, 2].map(() => test.admin.delete(`/users/${user.id}`)));
    expect(statusesOf(responses)).toEqual([200, 404]);
  });
});

it('the list is for administrators, newest first, tagged, and holds no hash', async () => {
  const newest = await makeUser(test.server);
  const list = await test.admin.get<User[]>('/users');
  expect(list.body.data[0]?.id).toBe(newest.id);
  expect(JSON.stringify(list.body)).not.toMatch(/argon|hash/);
  const tag = { 'if-none-match': list.headers.get('etag') ?? '' };
  expect((await test.admin.get('/users', tag)).status).toBe(304);
  await test.admin.put(`/users/${newest.id}`, { first_name: 'Changed' });
  expect((await test.admin.get('/users', tag)).status).toBe(200);
});

it('an ordinary user gets none of it, a stranger less', async () => {
  const { client, ...user } = await signInNew(test.server);
  const calls: ((who: TestClient) => Promise<{ status: number; body: { error: string } }>)[] = [
    (who) => who.get('/users'),
    (who) => who.get(`/users/${user.id}`),
    (who) => who.post('/users', userBody()),
    (who) => who.put(`/users/${user.id}`, { role: 'admin' }),
    (who) => who.put(`/users/${user.id}/reset-password`, { password: 'a secret' }),
    (who) => who.delete(`/users/${user.id}`),
  ];
  for (const call of calls) {
    const response = await call(client);
    expect([response.status, response.body.error]).toEqual([
      403,
      'Only an administrator can do this',
    ]);
    expect((await call(test.server.client())).status).toBe(401);
  }
  expect((await test.admin.get<User>(`/users/${user.id}`)).body.data.role).toBe('user');
});
