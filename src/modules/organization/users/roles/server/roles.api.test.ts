import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { atFirst, everything, nothing, type RightsPatch } from '../../rights.rules';
import type { Role } from '../../roles.fields';
import type { User } from '../../users.fields';
import { makeRole as makeNamed } from './roles.builders';

const test = fileServer();

const makeRole = (rights: RightsPatch = {}): Promise<Role> => makeNamed(test.admin, rights);

const changeUser = (id: number, values: object) => test.admin.put<User>(`/users/${id}`, values);

describe('roles', () => {
  it('five come ready, of which the administrators’ permits everything', async () => {
    const roles = (await test.admin.get<Role[]>('/roles')).body.data.filter(
      (role) => role.is_ready_made,
    );
    expect(roles.map(({ name }) => name)).toEqual([
      'Administrator',
      'Sales',
      'Accounts',
      'Stores',
      'Viewer',
    ]);
    expect(roles[0]?.rights).toEqual(everything);
    expect(roles[3]?.rights).toMatchObject({
      leads: { read: 'none' },
      orders: { read: 'all', create: false, update: true, delete: false, export: true },
      products: { read: 'all', create: true, update: true, delete: true, export: true },
    });
    for (const { rights } of roles)
      expect(Object.keys(rights)).toEqual(expect.arrayContaining(Object.keys(everything)));
  });

  it('are made with what is sent and nothing else', async () => {
    const role = await makeRole({ leads: { read: 'own', create: true } });
    expect(role).toMatchObject({ is_ready_made: false, user_count: 0 });
    expect(role.rights).toEqual({
      ...atFirst,
      leads: { ...nothing.leads, read: 'own', create: true },
    });
  });

  it('have unique names', async () => {
    const role = await makeRole();
    for (const response of [
      await test.admin.post('/roles', { name: role.name.toUpperCase() }),
      await test.admin.put(`/roles/${(await makeRole()).id}`, { name: role.name }),
    ]) {
      expect([response.status, response.body.code]).toEqual([409, 'role.name_taken']);
      expect(response.body.details[0]).toMatchObject({ field: 'name', record: { id: role.id } });
    }
    const [name, together] = ['Two at once', [1, 2, 3]];
    const responses = await Promise.all(together.map(() => test.admin.post('/roles', { name })));
    expect(statusesOf(responses)).toEqual([201, 409, 409]);
  });

  it.each([
    [{}, 'name'],
    [{ name: 'A' }, 'name'],
    [{ name: 'Good', rights: { machines: {} } }, 'machines'],
    [{ name: 'Good', rights: { leads: { issue: true } } }, 'issue'],
    [{ name: 'Good', rights: { leads: { read: 'some' } } }, 'rights.leads.read'],
    [{ name: 'Good', is_ready_made: true }, 'is_ready_made'],
  ])('are refused as %j', async (body, field) => {
    const response = await test.admin.post('/roles', body);
    expect(response.status).toBe(400);
    expect(response.body.details.map((each) => each.field)).toEqual([field]);
  });

  it('change in part, and may be sent back whole', async () => {
    const role = await makeRole({ leads: { read: 'all', update: true } });
    const path = `/roles/${role.id}`;
    const changed = await test.admin.put<Role>(path, { rights: { leads: { read: 'own' } } });
    expect(changed.body.data.rights.leads).toEqual({ ...role.rights.leads, read: 'own' });
    const stale = await test.admin.put(path, { name: 'Later', updated_at: role.updated_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'record.changed']);
    const whole = await test.admin.put<Role>(path, changed.body.data);
    expect(whole.body.data).toEqual(changed.body.data);
    expect((await test.admin.put('/roles/999999', { name: 'None' })).status).toBe(404);
  });

  it('stay as they are for administrators', async () => {
    const response = await test.admin.put('/roles/1', { rights: { leads: { read: 'none' } } });
    expect([response.status, response.body.code]).toEqual([409, 'role.fixed']);
  });

  it('are deleted unless they came ready or someone has them', async () => {
    const ready = await test.admin.delete('/roles/5');
    expect([ready.status, ready.body.code]).toEqual([409, 'role.ready_made']);
    const role = await makeRole();
    const user = await makeUser(test.server, { role_id: role.id });
    const used = await test.admin.delete(`/roles/${role.id}`);
    expect([used.status, used.body.code]).toEqual([409, 'role.in_use']);
    expect(used.body.details).toEqual([
      { message: 'Asha Rao has it', record: { type: 'user', id: user.id, label: 'Asha Rao' } },
    ]);
    await changeUser(user.id, { role_id: null });
    expect((await test.admin.delete(`/roles/${role.id}`)).status).toBe(200);
    expect((await test.admin.delete(`/roles/${role.id}`)).status).toBe(404);
  });

  it('are not deleted from under a user who gets one at the same time', async () => {
    const { id } = await makeUser(test.server);
    const role = await makeRole();
    const [given, deleted] = await Promise.all([
      changeUser(id, { role_id: role.id }),
      test.admin.delete(`/roles/${role.id}`),
    ]);
    expect([200, 400, 409]).toContain(given.status);
    expect(given.status === 200).toBe(deleted.status === 409);
    const { role_id } = (await test.admin.get<User>(`/users/${id}`)).body.data;
    expect(role_id).toBe(given.status === 200 ? role.id : null);
  });
});
