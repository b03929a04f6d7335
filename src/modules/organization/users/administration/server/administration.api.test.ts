import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import type { User } from '../../users.fields';
import {
  makeUser,
  sessionStatuses,
  signInNew,
  signInStatus,
  userBody,
} from '../../server/users.builders';
import {
  forgotPassword,
  mailedToken,
  resetPassword,
} from '../../sessions/server/sessions.builders';

const test = fileServer();

describe('creating a user', () => {
  it('makes an ordinary, active one who can sign in, and shows no hash', async () => {
    const body = userBody({ first_name: '  Zoë ', last_name: '王小明' });
    const response = await test.admin.post<User>('/users', body);
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      username: body.username,
      first_name: 'Zoë',
      last_name: '王小明',
      role: 'user',
      is_active: true,
      last_login: null,
    });
    expect(JSON.stringify(response.body)).not.toMatch(/argon|password|secret/);
    expect(await signInStatus(test.server, body.username, 'a secret')).toBe(401);
    expect(await signInStatus(test.server, body.email.toUpperCase(), ' a secret ')).toBe(200);
    const read = await test.admin.get<User>(`/users/${response.body.data.id}`);
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
    const response = await test.admin.post('/users', userBody(values));
    expect(response.status).toBe(400);
    expect(response.body.details).toContainEqual({
      field,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('refuses a name or an address that someone has, regardless of its case and of invisible characters, and says whose it is', async () => {
    const other = await makeUser(test.server, { first_name: 'Imran', last_name: 'Khan' });
    const record = { type: 'user', id: other.id, label: 'Imran Khan' };
    for (const username of [other.username.toUpperCase(), `\u200b${other.username}\u00ad`]) {
      const name = await test.admin.post('/users', userBody({ username }));
      expect([name.status, name.body.error]).toEqual([409, 'This username is already in use']);
      expect(name.body.details[0]).toMatchObject({ field: 'username', record });
    }
    const address = await test.admin.post('/users', userBody({ email: other.email.toUpperCase() }));
    expect([address.status, address.body.error]).toEqual([
      409,
      'This email address is already in use',
    ]);
    expect(address.body.details[0]).toMatchObject({ field: 'email', record });
  });

  it('of five who are made with one name at the same instant one is', async () => {
    const body = userBody();
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map((each) =>
        test.admin.post('/users', { ...body, email: `${each}-${body.email}` }),
      ),
    );
    expect(statusesOf(responses)).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('changing a user', () => {
  it('changes one field and refuses an older version', async () => {
    const user = await makeUser(test.server);
    const seen = { updated_at: user.updated_at };
    const first = await test.admin.put<User>(`/users/${user.id}`, { first_name: 'Meera', ...seen });
    expect([first.status, first.body.data.first_name]).toEqual([200, 'Meera']);
    const late = await test.admin.put<User>(`/users/${user.id}`, { first_name: 'Nina', ...seen });
    expect([late.status, late.body.error]).toEqual([
      409,
      'This record was changed by someone else',
    ]);
    expect(late.body.data).not.toHaveProperty('password_hash');
  });

  it.each(['password', 'password_hash', 'last_login', 'created_at', 'id'])(
    'takes no %s',
    async (field) => {
      const user = await makeUser(test.server);
      const response = await test.admin.put(`/users/${user.id}`, { [field]: 'x' });
      expect([response.status, response.body.error]).toEqual([400, `Unknown field "${field}"`]);
      expect(await signInStatus(test.server, user.username, user.password)).toBe(200);
    },
  );

  it('a deactivated user is out of every session at once, and back when activated', async () => {
    const user = await makeUser(test.server);
    const sessions = [
      await test.server.signIn(user.username, user.password),
      await test.server.signIn(user.username, user.password),
    ];
    expect((await test.admin.put(`/users/${user.id}`, { is_active: false })).status).toBe(200);
    for (const session of sessions) expect(await sessionStatuses(session)).toEqual([401, 401]);
    expect(await signInStatus(test.server, user.username, user.password)).toBe(401);
    expect((await test.admin.put(`/users/${user.id}`, { is_active: true })).status).toBe(200);
    for (const session of sessions) expect(await sessionStatuses(session)).toEqual([401, 401]);
    expect(await signInStatus(test.server, user.username, user.password)).toBe(200);
    const log = await sql<{ title: string }>`select title from activity
      where type = 'user' and record_id = ${user.id} order by id`.execute(test.server.database.db);
    expect(log.rows.map((row) => row.title)).toEqual([
      'User created',
      'User deactivated',
      'User activated',
    ]);
  });

  it('a changed role counts from the next call on, in the same session', async () => {
    const { client, ...user } = await signInNew(test.server, { role: 'admin' });
    expect((await client.get('/users')).status).toBe(200);
    await test.admin.put(`/users/${user.id}`, { role: 'user' });
    expect((await client.get('/users')).status).toBe(403);
    expect((await client.get('/auth/me')).status).toBe(200);
  });

  it('a link for a new password ends when the address is changed', async () => {
    const user = await makeUser(test.server);
    await forgotPassword(test.server, user.email);
    const token = await mailedToken(test.server.database, user.email);
    expect(token).toHaveLength(43);
    await test.admin.put(`/users/${user.id}`, { email: `new-${user.email}` });
    expect((await resetPassword(test.server, token)).status).toBe(400);
  });

  it('says 404 for a user who is not there', async () => {
    expect((await test.admin.put('/users/999999', { first_name: 'Nobody' })).status).toBe(404);
    expect((await test.admin.get('/users/999999')).status).toBe(404);
    expect((await test.admin.delete('/users/999999')).status).toBe(404);
    const reset = await test.admin.put('/users/999999/reset-password', { password: 'a secret' });
    expect(reset.status).toBe(404);
  });
});
