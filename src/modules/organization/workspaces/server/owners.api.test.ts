import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Member } from '../workspaces.fields';
import { makeWorkspace } from './workspaces.builders';

const test = fileServer();

interface Signed {
  id: number;
  client: TestClient;
}

const rolesIn = async (path: string): Promise<Record<number, string>> => {
  const { data } = (await test.admin.get<Member[]>(`${path}/members`)).body;
  return Object.fromEntries(data.map(({ user_id, role }) => [user_id, role]));
};

it('the first workspace of all makes the list another one', async () => {
  const stored = await test.admin.get<unknown[]>('/workspaces');
  expect(stored.body.data).toEqual([]);
  const headers = { 'if-none-match': stored.headers.get('etag') ?? '' };
  expect((await test.admin.get('/workspaces', headers)).status).toBe(304);
  await test.admin.post('/workspaces', { name: 'The first' });
  expect((await test.admin.get('/workspaces', headers)).status).toBe(200);
});

describe('the members of a workspace', () => {
  it('always have an owner', async () => {
    const [owner, member] = [await signInNew(test.server), await signInNew(test.server)];
    const id = await makeWorkspace(test.server, { [owner.id]: 'owner', [member.id]: 'member' });
    const path = `/workspaces/${id}`;
    const message = 'A workspace needs at least one owner. Make someone else an owner first.';
    for (const client of [owner.client, test.admin]) {
      for (const response of [
        await client.put(`${path}/members/${owner.id}`, { role: 'member' }),
        await client.delete(`${path}/members/${owner.id}`),
      ])
        expect([response.status, response.body.error]).toEqual([409, message]);
    }
    await owner.client.put(`${path}/members/${member.id}`, { role: 'owner' });
    expect((await owner.client.delete(`${path}/members/${owner.id}`)).status).toBe(200);
    expect((await rolesIn(path))[member.id]).toBe('owner');
  });

  it.each([
    ['each other', 'demoted', [200, 403]],
    ['themselves', 'demoted', [200, 409]],
    ['themselves', 'removed', [200, 409]],
  ])('keep an owner when two take %s at once, to be %s', async (whom, what, expected) => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [await signInNew(test.server), await signInNew(test.server)];
      const id = await makeWorkspace(test.server, { [first.id]: 'owner', [second.id]: 'owner' });
      const act = ({ client }: Signed, target: Signed) => {
        const path = `/workspaces/${id}/members/${target.id}`;
        return what === 'removed' ? client.delete(path) : client.put(path, { role: 'member' });
      };
      const responses = await Promise.all(
        whom === 'themselves'
          ? [act(first, first), act(second, second)]
          : [act(first, second), act(second, first)],
      );
      expect(responses.map(({ status }) => status).sort()).toEqual(expected);
      const roles = Object.values(await rolesIn(`/workspaces/${id}`));
      expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
    }
  });

  it('cannot be deleted as users while they alone own a workspace', async () => {
    const [owner, other] = [await signInNew(test.server), await signInNew(test.server)];
    const id = await makeWorkspace(test.server, { [owner.id]: 'owner', [other.id]: 'member' });
    await test.admin.put(`/workspaces/${id}`, { name: `Yard ${id}` });
    await test.admin.put(`/users/${owner.id}`, { is_active: false });
    const refused = await test.admin.delete(`/users/${owner.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toBe(
      `This user is the only owner of the workspace Yard ${id}. Make someone else an owner first.`,
    );
    expect(refused.body.details[0]?.record).toEqual({
      type: 'workspace',
      id,
      label: `Yard ${id}`,
    });
    await test.admin.put(`/workspaces/${id}/members/${other.id}`, { role: 'owner' });
    expect((await test.admin.delete(`/users/${owner.id}`)).status).toBe(200);
    expect(await rolesIn(`/workspaces/${id}`)).toEqual({ [other.id]: 'owner' });
  });

  it('have an owner left when one is deleted and the other demoted at once', async () => {
    const [deleted, other] = [await signInNew(test.server), await signInNew(test.server)];
    const id = await makeWorkspace(test.server, { [deleted.id]: 'owner', [other.id]: 'owner' });
    await test.admin.put(`/users/${deleted.id}`, { is_active: false });
    const responses = await Promise.all([
      test.admin.delete(`/users/${deleted.id}`),
      test.admin.put(`/workspaces/${id}/members/${other.id}`, { role: 'member' }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(Object.values(await rolesIn(`/workspaces/${id}`))).toContain('owner');
  });
});
