import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { adminPassword } from '~/app/testing/test-server';
import { signInNew } from '../../server/users.builders';
import type { SessionUser } from '../sessions.fields';

interface Me {
  user: SessionUser;
}

const test = fileServer();

it.each([
  ['username', 'admin'],
  ['username in other case and with spaces around', ' ADMIN '],
  ['email address', 'Admin@Example.com'],
])('signs in by %s', async (_case, username) => {
  const response = await test.server
    .client()
    .post<Me>('/auth/login', { username, password: adminPassword });
  expect(response.status).toBe(200);
  expect(response.body.data.user).toMatchObject({ username: 'admin', role: 'admin' });
  expect(response.body.data.user).not.toHaveProperty('password_hash');
});

it('tells who is signed in with every profile field, and keeps the answer out of caches', async () => {
  const response = await (await test.server.signIn()).get<Me>('/auth/me');
  expect(Object.keys(response.body.data.user).sort()).toEqual(
    [
      'bio created_at current_workspace department email first_name id installation is_active last_login',
      'last_name must_change_password must_set_up_factor phone photo_changed_at position rights role role_id session_timeout_minutes',
      'updated_at username workspace_isolation workspace_role workspaces',
    ]
      .join(' ')
      .split(' '),
  );
  expect(response.body.data.user).toMatchObject({
    current_workspace: null,
    workspace_role: null,
    is_active: true,
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
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
  const response = await test.server.client().post('/auth/login', body);
  expect(response.status).toBe(400);
  expect(response.body.error).toBe('Please fill in all fields');
});

it('names a field that it does not know', async () => {
  const body = { username: 'admin', password: adminPassword, role: 'admin' };
  const response = await test.server.client().post('/auth/login', body);
  expect([response.status, response.body.error]).toEqual([400, 'Unknown field "role"']);
});

it.each(['', 'access=', 'access=x', `access=${'A'.repeat(43)}`, 'access=%00; access=y'])(
  'does not know who holds the cookie %j',
  async (cookie) => {
    const response = await test.server.client().get('/auth/me', { cookie });
    expect([response.status, response.body.error]).toEqual([401, 'Please sign in to continue']);
  },
);
