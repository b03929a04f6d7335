import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, statusesOf, type TestClient, type TestServer } from '~/app/test-server';
import type { Lead } from '~/modules/leads/leads.fields';
import type { User } from '../../users.fields';
import { makeUser, signInNew } from '../../server/users.builders';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn();
});
afterAll(() => server.close());

let made = 0;
function userBody(values: Record<string, unknown> = {}) {
  made += 1;
  return {
    username: `asha-${made}`,
    email: `asha-${made}@example.com`,
    password: ' a secret ',
    first_name: 'Asha',
    last_name: 'Rao',
    ...values,
  };
}

async function signInStatus(username: string, password: string): Promise<number> {
  return (await server.client().post('/auth/login', { username, password })).status;
}

async function expectOut(client: TestClient): Promise<void> {
  expect((await client.get('/auth/me')).status).toBe(401);
  expect((await client.post('/auth/refresh')).status).toBe(401);
}

describe('creating a user', () => {
  it('makes an ordinary, active one who can sign in, and shows no hash', async () => {
    const body = userBody({ first_name: '  Zoë ', last_name: '王小明' });
    const answer = await admin.post<User>('/users', body);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      username: body.username,
      first_name: 'Zoë',
      last_name: '王小明',
      role: 'user',
      is_active: true,
      last_login: null,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/argon|password|secret/);
    expect(await signInStatus(body.username, 'a secret')).toBe(401);
    expect(await signInStatus(body.email.toUpperCase(), ' a secret ')).toBe(200);
    const read = await admin.get<User>(`/users/${answer.body.data.id}`);
    expect(read.body.data.last_login).not.toBeNull();
  });

  it.each([
    [{ username: undefined }, 'username', 'Username is required'],
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'a@b' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email', /valid email/],
    [{ password: undefined }, 'password', 'Password is required'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(201) }, 'password', 'Password cannot exceed 200 characters'],
    [{ password: 123456 }, 'password', 'Password is required'],
    [{ first_name: ' ' }, 'first_name', 'First name is required'],
    [{ first_name: 'A' }, 'first_name', 'First name must be at least 2 characters'],
    [{ first_name: 'x'.repeat(255) }, 'first_name', 'First name cannot exceed 50 characters'],
    [{ last_name: undefined }, 'last_name', 'Last name is required'],
    [{ last_name: 'a\u0000b' }, 'last_name', /cannot be stored/],
    [{ role: 'owner' }, 'role', /^Role must be one of admin, user/],
    [{ is_active: 'yes' }, 'is_active', 'Active must be true or false'],
    [{ password_hash: 'x' }, 'password_hash', 'Unknown field "password_hash"'],
    [{ id: 1 }, 'id', 'Unknown field "id"'],
  ])('refuses %j', async (values, field, message) => {
    const answer = await admin.post('/users', userBody(values));
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual({
      field,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('refuses a name or an address that somebody has, whatever its case, and says whose it is', async () => {
    const other = await makeUser(server, { first_name: 'Imran', last_name: 'Khan' });
    const record = { type: 'user', id: other.id, label: 'Imran Khan' };
    const name = await admin.post('/users', userBody({ username: other.username.toUpperCase() }));
    expect([name.status, name.body.error]).toEqual([409, 'This username is already in use']);
    expect(name.body.details[0]).toMatchObject({ field: 'username', record });
    const address = await admin.post('/users', userBody({ email: other.email.toUpperCase() }));
    expect([address.status, address.body.error]).toEqual([
      409,
      'This e-mail address is already in use',
    ]);
    expect(address.body.details[0]).toMatchObject({ field: 'email', record });
  });

  it('of five who are made with one name at the same instant one is', async () => {
    const body = userBody();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((each) =>
        admin.post('/users', { ...body, email: `${each}-${body.email}` }),
      ),
    );
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('changing a user', () => {
  it('changes one field and refuses an older version', async () => {
    const user = await makeUser(server);
    const seen = { updated_at: user.updated_at };
    const first = await admin.put<User>(`/users/${user.id}`, { first_name: 'Meera', ...seen });
    expect([first.status, first.body.data.first_name]).toEqual([200, 'Meera']);
    const late = await admin.put<User>(`/users/${user.id}`, { first_name: 'Nina', ...seen });
    expect([late.status, late.body.error]).toEqual([
      409,
      'This record was changed by someone else',
    ]);
    expect(late.body.data).not.toHaveProperty('password_hash');
  });

  it.each(['password', 'password_hash', 'last_login', 'created_at', 'id'])(
    'takes no %s',
    async (field) => {
      const user = await makeUser(server);
      const answer = await admin.put(`/users/${user.id}`, { [field]: 'x' });
      expect([answer.status, answer.body.error]).toEqual([400, `Unknown field "${field}"`]);
      expect(await signInStatus(user.username, user.password)).toBe(200);
    },
  );

  it('a deactivated user is out of every session at once, and back when activated', async () => {
    const user = await makeUser(server);
    const sessions = [
      await server.signIn(user.username, user.password),
      await server.signIn(user.username, user.password),
    ];
    expect((await admin.put(`/users/${user.id}`, { is_active: false })).status).toBe(200);
    for (const session of sessions) await expectOut(session);
    expect(await signInStatus(user.username, user.password)).toBe(401);
    expect((await admin.put(`/users/${user.id}`, { is_active: true })).status).toBe(200);
    for (const session of sessions) await expectOut(session);
    expect(await signInStatus(user.username, user.password)).toBe(200);
    const log = await sql<{ title: string }>`select title from activity
      where type = 'user' and record_id = ${user.id} order by id`.execute(server.database.db);
    expect(log.rows.map((row) => row.title)).toEqual([
      'User created',
      'User deactivated',
      'User activated',
    ]);
  });

  it('a changed role counts from the next call on, in the same session', async () => {
    const { client, ...user } = await signInNew(server, { role: 'admin' });
    expect((await client.get('/users')).status).toBe(200);
    await admin.put(`/users/${user.id}`, { role: 'user' });
    expect((await client.get('/users')).status).toBe(403);
    expect((await client.get('/auth/me')).status).toBe(200);
  });

  it('a link for a new password ends when the address is changed', async () => {
    const user = await makeUser(server);
    await server.client().post('/auth/forgot-password', { email: user.email });
    const mail = await sql<{ body: string }>`select body from mails
      where recipient = ${user.email}`.execute(server.database.db);
    const token = /reset=([\w-]{43})/.exec(mail.rows[0]?.body ?? '')?.[1];
    expect(token).toBeDefined();
    await admin.put(`/users/${user.id}`, { email: `new-${user.email}` });
    const reset = { token, password: 'another secret' };
    expect((await server.client().post('/auth/reset-password', reset)).status).toBe(400);
  });

  it('says 404 for a user who is not there', async () => {
    expect((await admin.put('/users/999999', { first_name: 'Nobody' })).status).toBe(404);
    expect((await admin.get('/users/999999')).status).toBe(404);
    expect((await admin.delete('/users/999999')).status).toBe(404);
    const reset = await admin.put('/users/999999/reset-password', { password: 'a secret' });
    expect(reset.status).toBe(404);
  });
});

describe('a new password from an administrator', () => {
  it('is the only one that opens, and ends all sessions', async () => {
    const { client: session, ...user } = await signInNew(server);
    const answer = await admin.put(`/users/${user.id}/reset-password`, { password: ' fresh one ' });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(/argon|fresh/);
    await expectOut(session);
    expect(await signInStatus(user.username, user.password)).toBe(401);
    expect(await signInStatus(user.username, ' fresh one ')).toBe(200);
  });

  it.each([
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{}, 'Password is required'],
    [{ password: 'long enough', role: 'admin' }, 'Unknown field "role"'],
  ])('refuses %j', async (body, sentence) => {
    const user = await makeUser(server);
    const answer = await admin.put(`/users/${user.id}/reset-password`, body);
    expect([answer.status, answer.body.error]).toEqual([400, sentence]);
    expect(await signInStatus(user.username, user.password)).toBe(200);
  });
});

describe('deleting a user', () => {
  it('is for inactive ones; what they did keeps their name', async () => {
    const { client, ...user } = await signInNew(server, {
      first_name: 'Farida',
      last_name: 'Shaikh',
    });
    const lead = await client.post<Lead>('/leads', {
      company_name: 'Acme',
      contact_person: 'Bo Li',
      assigned_to: user.id,
    });
    const early = await admin.delete(`/users/${user.id}`);
    expect([early.status, early.body.error]).toEqual([
      409,
      'An active user cannot be deleted. Deactivate the user first.',
    ]);
    await admin.put(`/users/${user.id}`, { is_active: false });
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(200);
    expect((await admin.get(`/users/${user.id}`)).status).toBe(404);
    const log = await sql<{ user_name: string }>`select user_name from activity
      where type = 'lead' and record_id = ${lead.body.data.id}`.execute(server.database.db);
    expect(log.rows).toEqual([{ user_name: 'Farida Shaikh' }]);
    const left = await admin.get<Lead>(`/leads/${lead.body.data.id}`);
    expect(left.body.data.assigned_to).toBeNull();
    // The name and the address are free again.
    const again = userBody({ username: user.username, email: user.email });
    expect((await admin.post('/users', again)).status).toBe(201);
  });

  it('happens once when asked twice at the same moment', async () => {
    const user = await makeUser(server, { is_active: false });
    const answers = await Promise.all([1, 2].map(() => admin.delete(`/users/${user.id}`)));
    expect(statusesOf(answers)).toEqual([200, 404]);
  });
});

it('the list is for administrators, newest first, tagged, and holds no hash', async () => {
  const newest = await makeUser(server);
  const list = await admin.get<User[]>('/users');
  expect(list.body.data[0]?.id).toBe(newest.id);
  expect(JSON.stringify(list.body)).not.toMatch(/argon|hash/);
  const tag = { 'if-none-match': list.headers.get('etag') ?? '' };
  expect((await admin.get('/users', tag)).status).toBe(304);
  await admin.put(`/users/${newest.id}`, { first_name: 'Changed' });
  expect((await admin.get('/users', tag)).status).toBe(200);
});

it('an ordinary user gets none of it, a stranger less', async () => {
  const { client, ...user } = await signInNew(server);
  const calls: ((who: TestClient) => Promise<{ status: number; body: { error: string } }>)[] = [
    (who) => who.get('/users'),
    (who) => who.get(`/users/${user.id}`),
    (who) => who.post('/users', userBody()),
    (who) => who.put(`/users/${user.id}`, { role: 'admin' }),
    (who) => who.put(`/users/${user.id}/reset-password`, { password: 'a secret' }),
    (who) => who.delete(`/users/${user.id}`),
  ];
  for (const call of calls) {
    const answer = await call(client);
    expect([answer.status, answer.body.error]).toEqual([403, 'Only an administrator may do this']);
    expect((await call(server.client())).status).toBe(401);
  }
  expect((await admin.get<User>(`/users/${user.id}`)).body.data.role).toBe('user');
});
