import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { createTestDatabase } from '~/kit/server/testing/test-database';
import type { User } from '../../users.fields';
import { ensureFirstAdministrator } from '../../sessions/server/sessions.service';
import { makeUser, signInNew } from '../../server/users.builders';

interface Me {
  user: User;
}

const test = fileServer();

describe('the person’s own profile', () => {
  it('is saved, trimmed, empty text as null, and read back', async () => {
    const { client, ...user } = await signInNew(test.server);
    const form = {
      first_name: '  Meera ',
      last_name: "O'Neill",
      email: user.email.toUpperCase(),
      phone: '+91 98765 43210',
      department: 'Sales',
      position: ' ',
      bio: 'Line one\nline two',
      updated_at: user.updated_at,
    };
    const response = await client.put<Me>('/auth/me', form);
    expect(response.status).toBe(200);
    const saved = { ...form, first_name: 'Meera', position: null, updated_at: expect.any(String) };
    expect(response.body.data.user).toMatchObject(saved);
    expect((await client.get('/auth/me')).body.data).toEqual(response.body.data);
    expect((await client.put('/auth/me', { bio: null })).status).toBe(200);
  });

  it.each([
    [{ first_name: '' }, 'First name is required'],
    [{ last_name: 'x' }, 'Last name must be at least 2 characters'],
    [{ email: null }, 'Email is required'],
    [{ email: 'a@b' }, 'Please enter a valid email address'],
    [{ phone: '12' }, 'Please enter a valid phone number'],
    [{ bio: 'x'.repeat(1001) }, 'Bio cannot exceed 1000 characters'],
  ])('refuses %j', async (body, message) => {
    const client = await test.server.signIn();
    const response = await client.put('/auth/me', body);
    const [field] = Object.keys(body);
    expect([response.status, response.body.error]).toEqual([400, message]);
    expect(response.body.details).toEqual([{ field, message }]);
  });

  it.each(['role', 'is_active', 'username', 'password_hash', 'id'])(
    'takes no %s',
    async (field) => {
      const { client } = await signInNew(test.server);
      expect((await client.put('/auth/me', { [field]: 'admin' })).status).toBe(400);
      expect((await client.get<Me>('/auth/me')).body.data.user.role).toBe('user');
    },
  );

  it('is not overwritten when someone else changed it', async () => {
    const { client, ...user } = await signInNew(test.server);
    const seen = { updated_at: user.updated_at };
    expect((await client.put('/auth/me', { bio: 'first', ...seen })).status).toBe(200);
    const late = await client.put<User>('/auth/me', { bio: 'second', ...seen });
    expect([late.status, late.body.error]).toEqual([
      409,
      'This record was changed by someone else',
    ]);
    expect(late.body.data.bio).toBe('first');
    expect(late.body.data).not.toHaveProperty('password_hash');
  });

  it("an address that is another user's address or username is refused in any case", async () => {
    const other = await makeUser(test.server, { username: 'pat@example.com' });
    const { client, ...user } = await signInNew(test.server);
    const message = 'This email address is already in use';
    for (const email of [other.email.toUpperCase(), 'PAT@example.com']) {
      const response = await client.put('/auth/me', { email });
      expect([response.status, response.body.error]).toEqual([409, message]);
      expect(response.body.details).toEqual([{ field: 'email', message }]);
    }
    expect((await client.put('/auth/me', { email: user.email.toUpperCase() })).status).toBe(200);
  });

  it('needs a session', async () => {
    expect((await test.server.client().get('/auth/me')).status).toBe(401);
    expect((await test.server.client().put('/auth/me', { bio: 'x' })).status).toBe(401);
  });
});

describe('the directory', () => {
  it('shows everyone by name to any signed-in user, and nothing private', async () => {
    const user = await makeUser(test.server, { first_name: 'aaron' });
    const inactive = await makeUser(test.server, { first_name: 'Zoe', is_active: false });
    const client = await test.server.signIn(user.username, user.password);
    const list = await client.get<User[]>('/users/directory');
    expect(list.status).toBe(200);
    expect(list.body.data[0]).toEqual({
      id: user.id,
      first_name: 'aaron',
      last_name: 'Rao',
      is_active: true,
    });
    expect(list.body.data.at(-1)).toMatchObject({ id: inactive.id, is_active: false });
    for (const row of list.body.data) {
      expect(Object.keys(row)).toEqual(['id', 'first_name', 'last_name', 'is_active']);
    }
  });

  it('is not sent again while no one changed', async () => {
    const client = await test.server.signIn();
    const etag = (await client.get('/users/directory')).headers.get('etag') ?? '';
    const same = await client.get('/users/directory', { 'if-none-match': etag });
    expect(same.status).toBe(304);
    await makeUser(test.server);
    const other = await client.get('/users/directory', { 'if-none-match': etag });
    expect(other.status).toBe(200);
  });

  it('needs a session', async () => {
    expect((await test.server.client().get('/users/directory')).status).toBe(401);
  });
});

describe('the first administrator', () => {
  const requested = { username: 'boss', email: 'boss@example.com' };

  it('is made once when five copies start at the same instant, with a password to read', async () => {
    const opened = await createTestDatabase();
    try {
      const now = test.server.clock.now();
      const created = await Promise.all(
        Array.from({ length: 5 }, () => ensureFirstAdministrator(opened.database, requested, now)),
      );
      const [first, ...more] = created.filter((each) => each.created);
      expect(more).toEqual([]);
      expect(first?.password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
      const late = await ensureFirstAdministrator(opened.database, requested, now);
      expect(late).toEqual({ created: false, username: 'boss', isWeak: false });
      const users = await sql`select username, role, is_active from users`.execute(
        opened.database.db,
      );
      expect(users.rows).toEqual([{ username: 'boss', role: 'admin', is_active: true }]);
    } finally {
      await opened.drop();
    }
  });

  it('does not tell a password that was given', async () => {
    const opened = await createTestDatabase();
    try {
      const given = { ...requested, password: 'given to it' };
      const created = await ensureFirstAdministrator(
        opened.database,
        given,
        test.server.clock.now(),
      );
      expect(created).toEqual({ created: true, username: 'boss', isWeak: false });
    } finally {
      await opened.drop();
    }
  });

  it.each([
    [{ username: 'ab' }, 'ADMIN_USERNAME: Username must be at least 3 characters'],
    [{ email: 'boss' }, 'ADMIN_EMAIL: Please enter a valid email address'],
  ])('%j stops the start and names the variable', async (wrong, line) => {
    const { database, clock } = test.server;
    const started = ensureFirstAdministrator(database, { ...requested, ...wrong }, clock.now());
    await expect(started).rejects.toMatchObject({ name: 'StartError', message: line });
  });
});
