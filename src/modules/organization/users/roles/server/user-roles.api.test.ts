import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeUser, signInNew } from '~/modules/organization/users/server/users.builders';
import { everything } from '../../rights.rules';
import type { User } from '../../users.fields';
import { makeRole } from './roles.builders';

const test = fileServer();

const changeUser = (id: number, values: object) => test.admin.put<User>(`/users/${id}`, values);

describe('the role of a user', () => {
  it('is none at first, and everything but administration is permitted', async () => {
    const { client, id } = await signInNew(test.server);
    expect((await test.admin.get<User>(`/users/${id}`)).body.data).toMatchObject({
      role: 'user',
      role_id: null,
    });
    const me = await client.get<{ user: { rights: unknown } }>('/auth/me');
    expect(me.body.data.user.rights).toEqual(everything);
  });

  it('follows from `role`, and `role` from it', async () => {
    const { id } = await makeUser(test.server);
    const after = async (values: object) => {
      const { role, role_id } = (await changeUser(id, values)).body.data;
      return [role, role_id];
    };
    expect(await after({ role: 'admin' })).toEqual(['admin', 1]);
    expect(await after({ role_id: 3 })).toEqual(['user', 3]);
    expect(await after({ role_id: 1 })).toEqual(['admin', 1]);
    expect(await after({ role: 'user' })).toEqual(['user', null]);
    const whole = (await test.admin.get<User>(`/users/${id}`)).body.data;
    expect(await after({ ...whole, role: 'admin' })).toEqual(['admin', 1]);
    expect(await after({ role_id: 2 })).toEqual(['user', 2]);
  });

  it('is one that there is, and one', async () => {
    const { id } = await makeUser(test.server, { role_id: 2 });
    for (const [values, message] of [
      [{ role_id: 999999 }, 'Role not found'],
      [{ role: 'admin', role_id: 3 }, 'role and role_id name different roles'],
    ] as const) {
      const response = await changeUser(id, values);
      expect(response.status).toBe(400);
      expect(response.body.details).toEqual([{ field: 'role_id', message }]);
    }
  });

  it('is not taken from the last administrator', async () => {
    const response = await changeUser(1, { role_id: 2 });
    expect([response.status, response.body.code]).toEqual([409, 'user.last_admin']);
  });

  it('may be given when the user is added', async () => {
    const body = {
      username: 'stores',
      email: 'stores@example.com',
      password: 'a long enough one',
      first_name: 'Imran',
      last_name: 'Khan',
    };
    const response = await test.admin.post<User>('/users', { ...body, role_id: 4 });
    expect(response.body.data).toMatchObject({ role: 'user', role_id: 4 });
  });

  it('counts from the next call of a session that runs', async () => {
    const role = await makeRole(test.admin, { leads: { read: 'all' } });
    const { client, id } = await signInNew(test.server, { role_id: role.id });
    const statuses = async () => [
      (await client.get('/leads')).status,
      (await client.get('/customers')).status,
    ];
    expect(await statuses()).toEqual([200, 403]);
    const rights = { leads: { read: 'none' }, customers: { read: 'all' } };
    await test.admin.put(`/roles/${role.id}`, { rights });
    expect(await statuses()).toEqual([403, 200]);
    const refused = await client.get('/leads');
    expect([refused.body.code, refused.body.error]).toEqual([
      'auth.right_missing',
      'Your role does not allow you to see leads',
    ]);
    await changeUser(id, { role_id: null });
    expect(await statuses()).toEqual([200, 200]);
  });
});
