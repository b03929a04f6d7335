import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import type { Member, MemberRole } from '../workspaces.fields';
import { makeTeam } from './workspaces.builders';

const test = fileServer();

const rolesIn = async (path: string): Promise<Record<number, MemberRole>> => {
  const { data } = (await test.admin.get<Member[]>(`${path}/members`)).body;
  return Object.fromEntries(data.map(({ user_id, role }) => [user_id, role]));
};

describe('members', () => {
  it('are added once, by an owner or a manager', async () => {
    const { path, owner, manager, member, viewer, outsider } = await makeTeam(test.server);
    const body = { user_id: outsider.id, role: 'member' };
    for (const { client } of [member, viewer, outsider])
      expect((await client.post(`${path}/members`, body)).status).toBe(403);
    const created = await manager.client.post<Member>(`${path}/members`, body);
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({ ...body, first_name: 'Asha', last_name: 'Rao' });
    const again = await owner.client.post(`${path}/members`, body);
    expect(again.status).toBe(409);
    expect(again.body.details[0]).toMatchObject({
      field: 'user_id',
      message: 'Asha Rao already belongs to this workspace',
      record: { type: 'user', id: outsider.id },
    });
  });

  it('are added once, also by two at once', async () => {
    const { path, owner, manager, outsider } = await makeTeam(test.server);
    const body = { user_id: outsider.id, role: 'viewer' };
    const responses = await Promise.all(
      [owner, manager, owner, manager].map(({ client }) => client.post(`${path}/members`, body)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('are active users', async () => {
    const { path } = await makeTeam(test.server);
    const deleted = await makeUser(test.server, { is_active: false });
    for (const user_id of [deleted.id, 999999]) {
      const response = await test.admin.post(`${path}/members`, { user_id, role: 'member' });
      expect(response.status).toBe(400);
      expect(response.body.details[0]).toEqual({
        field: 'user_id',
        message: 'The member must be an active user',
      });
    }
  });

  it.each([
    [{ role: 'member' }, 'user_id'],
    [{ user_id: 1 }, 'role'],
    [{ user_id: 1, role: 'boss' }, 'role'],
    [{ user_id: '1', role: 'member' }, 'user_id'],
    [{ user_id: -1, role: 'member' }, 'user_id'],
    [{ user_id: 1.5, role: 'member' }, 'user_id'],
    [{ user_id: 99999999999, role: 'member' }, 'user_id'],
    [{ user_id: 1, role: 'member', workspace_id: 1 }, 'workspace_id'],
  ])('are not added by %j', async (body, field) => {
    const { path } = await makeTeam(test.server);
    const response = await test.admin.post(`${path}/members`, body);
    expect(response.status).toBe(400);
    expect(response.body.details.map((each) => each.field)).toContain(field);
  });

  it('below owner are a manager’s to change, and owners are not', async () => {
    const { path, owner, manager, member, viewer } = await makeTeam(test.server);
    const change = (user: number, role: string) =>
      manager.client.put<Member>(`${path}/members/${user}`, { role });
    const message = 'Only an owner can add, change or remove owners';
    for (const response of [
      await change(owner.id, 'member'),
      await change(member.id, 'owner'),
      await change(manager.id, 'owner'),
      await manager.client.post(`${path}/members`, { user_id: 1, role: 'owner' }),
      await manager.client.delete(`${path}/members/${owner.id}`),
    ])
      expect([response.status, response.body.error]).toEqual([403, message]);
    expect((await change(member.id, 'viewer')).body.data.role).toBe('viewer');
    expect((await change(viewer.id, 'manager')).body.data.role).toBe('manager');
    expect((await manager.client.delete(`${path}/members/${member.id}`)).status).toBe(200);
    expect((await change(member.id, 'viewer')).status).toBe(404);
    expect(await rolesIn(path)).toEqual({
      [owner.id]: 'owner',
      [manager.id]: 'manager',
      [viewer.id]: 'manager',
    });
  });

  it('are not for a member, a viewer or a stranger to change, but these may leave', async () => {
    const { path, manager, member, viewer, outsider } = await makeTeam(test.server);
    for (const { client } of [member, viewer, outsider]) {
      for (const response of [
        await client.put(`${path}/members/${manager.id}`, { role: 'viewer' }),
        await client.put(`${path}/members/${viewer.id}`, { role: 'owner' }),
        await client.delete(`${path}/members/${manager.id}`),
      ])
        expect(response.status).toBe(403);
    }
    for (const { client, id } of [member, viewer])
      expect((await client.delete(`${path}/members/${id}`)).status).toBe(200);
    expect((await outsider.client.delete(`${path}/members/${outsider.id}`)).status).toBe(403);
    expect(Object.values(await rolesIn(path)).sort()).toEqual(['manager', 'owner']);
  });
});

it('the feed lists changes of a workspace and its members', async () => {
  const { path, owner, outsider } = await makeTeam(test.server);
  await owner.client.put(path, { name: `Logged ${owner.id}` });
  await owner.client.post(`${path}/members`, { user_id: outsider.id, role: 'member' });
  await owner.client.put(`${path}/members/${outsider.id}`, { role: 'viewer' });
  await owner.client.delete(`${path}/members/${outsider.id}`);
  await owner.client.delete(path);
  const feed = await test.admin.get<{ type: string; title: string }[]>('/activity?limit=5');
  expect(feed.body.data.map(({ type, title }) => `${type}: ${title}`)).toEqual([
    'other: Workspace deleted',
    'other: Workspace member deleted',
    'other: Workspace member updated',
    'other: Workspace member created',
    'other: Workspace updated',
  ]);
});
