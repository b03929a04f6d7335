import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeWorkspace } from './workspaces.builders';

interface Me {
  user: {
    id: number;
    username: string;
    current_workspace: number | null;
    workspace_role: string | null;
  };
}

const test = fileServer();

const choose = (client: TestClient, workspace_id: unknown) =>
  client.put<Me>('/auth/workspace', { workspace_id });

const workspaceOf = async (client: TestClient) => {
  const { current_workspace, workspace_role } = (await client.get<Me>('/auth/me')).body.data.user;
  return [current_workspace, workspace_role];
};

describe('choosing a workspace', () => {
  it('answers who is signed in, and stays chosen after the next sign-in', async () => {
    const { id, username, password, client } = await signInNew(test.server);
    const pune = await makeWorkspace(test.server, { [id]: 'member' });
    expect(await workspaceOf(client)).toEqual([null, null]);
    const response = await choose(client, pune);
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual((await client.get<Me>('/auth/me')).body.data);
    expect(response.body.data.user).toMatchObject({
      id,
      current_workspace: pune,
      workspace_role: 'member',
    });
    const again = await test.server.client().post<Me>('/auth/login', { username, password });
    expect(again.body.data.user.current_workspace).toBe(pune);
    const refreshed = await client.post<Me>('/auth/refresh');
    expect(refreshed.body.data.user.current_workspace).toBe(pune);
    expect((await choose(client, null)).body.data.user.current_workspace).toBeNull();
    expect(await workspaceOf(client)).toEqual([null, null]);
  });

  it('is refused for one that the person does not belong to, or that is none', async () => {
    const { client } = await signInNew(test.server);
    const pune = await makeWorkspace(test.server);
    const refused = await choose(client, pune);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'You do not belong to this workspace',
    ]);
    expect((await choose(client, 999999)).status).toBe(404);
    expect(await workspaceOf(client)).toEqual([null, null]);
  });

  it.each([['7'], [1.5], [-1], [0], [true], [undefined], [99999999999], [[1]]])(
    'is refused for %j',
    async (wrong) => {
      const response = await choose(test.admin, wrong);
      expect(response.status).toBe(400);
      expect(response.body.details[0]?.field).toBe('workspace_id');
    },
  );

  it('is refused with anything else in the body, and without a session', async () => {
    const wrong = await test.admin.put('/auth/workspace', { workspace_id: null, user_id: 5 });
    expect(wrong.status).toBe(400);
    expect((await choose(test.server.client(), null)).status).toBe(401);
  });

  it('is open to an administrator everywhere, as an owner', async () => {
    const pune = await makeWorkspace(test.server);
    expect((await choose(test.admin, pune)).body.data.user).toMatchObject({
      current_workspace: pune,
      workspace_role: 'owner',
    });
    await choose(test.admin, null);
  });

  it('ends when the person is taken out of it, and does not come back with the person', async () => {
    const { id, client } = await signInNew(test.server);
    const pune = await makeWorkspace(test.server, { 1: 'owner', [id]: 'member' });
    await choose(client, pune);
    await test.admin.put(`/workspaces/${pune}/members/${id}`, { role: 'viewer' });
    expect(await workspaceOf(client)).toEqual([pune, 'viewer']);
    await test.admin.delete(`/workspaces/${pune}/members/${id}`);
    expect(await workspaceOf(client)).toEqual([null, null]);
    await test.admin.post(`/workspaces/${pune}/members`, { user_id: id, role: 'member' });
    expect(await workspaceOf(client)).toEqual([null, null]);
  });

  it('ends when an administrator is one no more and belongs to it in no other way', async () => {
    const { client, ...second } = await signInNew(test.server, { role: 'admin' });
    const pune = await makeWorkspace(test.server);
    await choose(client, pune);
    await test.admin.put(`/users/${second.id}`, { role: 'user' });
    expect(await workspaceOf(client)).toEqual([null, null]);
  });

  it('changes nothing that others see of the user', async () => {
    const { id, client } = await signInNew(test.server);
    const pune = await makeWorkspace(test.server, { [id]: 'member' });
    const before = (await test.admin.get(`/users/${id}`)).body.data;
    await choose(client, pune);
    expect((await test.admin.get(`/users/${id}`)).body.data).toEqual(before);
    expect(before).not.toHaveProperty('current_workspace');
  });
});
