import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Member, Workspace } from '../workspaces.fields';
import { makeTeam } from './workspaces.builders';

const test = fileServer();

describe('making a workspace', () => {
  it('is an administrator’s, who becomes its owner', async () => {
    const response = await test.admin.post<Workspace>('/workspaces', { name: '  Pune Plant ' });
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      id: expect.any(Number),
      name: 'Pune Plant',
      member_count: 1,
      role: 'owner',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const members = await test.admin.get<Member[]>(`/workspaces/${response.body.data.id}/members`);
    expect(members.body.data).toEqual([
      {
        id: expect.any(Number),
        workspace_id: response.body.data.id,
        workspace_name: 'Pune Plant',
        user_id: 1,
        role: 'owner',
        first_name: 'Site',
        last_name: 'Administrator',
        is_active: true,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
    const { client } = await signInNew(test.server);
    expect((await client.post('/workspaces', { name: 'Mine' })).status).toBe(403);
  });

  it.each([
    [{}, 'name', 'Workspace name is required'],
    [{ name: '' }, 'name', 'Workspace name is required'],
    [{ name: null }, 'name', 'Workspace name is required'],
    [{ name: 'x' }, 'name', 'Workspace name must be at least 2 characters'],
    [{ name: 'x'.repeat(101) }, 'name', 'Workspace name cannot exceed 100 characters'],
    [{ name: 7 }, 'name', undefined],
    [{ name: 'a\u0000b' }, 'name', undefined],
    [{ name: 'Pune Two', id: 5 }, 'id', undefined],
    [{ name: 'Pune Two', member_count: 5 }, 'member_count', undefined],
  ])('refuses %j', async (body, field, message) => {
    const response = await test.admin.post('/workspaces', body);
    expect(response.status).toBe(400);
    const detail = response.body.details.find((each) => each.field === field);
    expect(detail).toBeDefined();
    if (message) expect(detail?.message).toBe(message);
  });

  it('keeps every name exactly as it was typed', async () => {
    const name = '<script>alert(1)</script> ’; drop';
    const created = await test.admin.post<Workspace>('/workspaces', { name });
    expect(created.body.data.name).toBe(name);
  });

  it('gives a name once, regardless of its case, also to two at once', async () => {
    const first = await test.admin.post<Workspace>('/workspaces', { name: 'Export Sales' });
    const second = await test.admin.post('/workspaces', { name: 'export SALES' });
    expect(second.status).toBe(409);
    const { id } = first.body.data;
    expect(second.body.details).toEqual([
      {
        field: 'name',
        message: 'There is already a workspace named Export Sales',
        record: { type: 'workspace', id, label: 'Export Sales' },
      },
    ]);
    const duplicates = await Promise.all(
      [1, 2, 3].map(() => test.admin.post('/workspaces', { name: 'Hosur Branch' })),
    );
    expect(duplicates.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const other = await test.admin.post<Workspace>('/workspaces', { name: 'Hosur Yard' });
    const renamed = await test.admin.put(`/workspaces/${other.body.data.id}`, {
      name: 'HOSUR branch',
    });
    expect(renamed.status).toBe(409);
    // Its own name in another case is its own.
    const own = await test.admin.put<Workspace>(`/workspaces/${id}`, { name: 'EXPORT Sales' });
    expect(own.body.data.name).toBe('EXPORT Sales');
  });
});

describe('reading', () => {
  it('an administrator sees all workspaces as their owner, the others those that they belong to', async () => {
    const { id, path, owner, manager, member, viewer, outsider } = await makeTeam(test.server);
    const all = (await test.admin.get<Workspace[]>('/workspaces')).body.data;
    expect(all[0]).toMatchObject({ id, role: 'owner', member_count: 4 });
    for (const [who, role] of [
      [owner, 'owner'],
      [manager, 'manager'],
      [member, 'member'],
      [viewer, 'viewer'],
    ] as const) {
      const own = (await who.client.get<Workspace[]>('/workspaces')).body.data;
      expect(own).toHaveLength(1);
      expect(own[0]).toMatchObject({ id, role, member_count: 4 });
      expect((await who.client.get<Workspace>(path)).body.data).toEqual(own[0]);
      const members = (await who.client.get<Member[]>(`${path}/members`)).body.data;
      expect(members.map((each) => each.role)).toEqual(['owner', 'manager', 'member', 'viewer']);
    }
    expect((await outsider.client.get<Workspace[]>('/workspaces')).body.data).toEqual([]);
    expect((await outsider.client.get(path)).status).toBe(403);
    expect((await outsider.client.get(`${path}/members`)).status).toBe(403);
  });

  it('a list kept by one person is not taken for another’s, nor for that of another role', async () => {
    const { path, owner, member } = await makeTeam(test.server);
    const stored = await owner.client.get('/workspaces');
    const headers = { 'if-none-match': stored.headers.get('etag') ?? '' };
    expect((await owner.client.get('/workspaces', headers)).status).toBe(304);
    expect((await member.client.get('/workspaces', headers)).status).toBe(200);
    await test.admin.put(`${path}/members/${owner.id}`, { role: 'owner' });
    await test.admin.put(`${path}/members/${member.id}`, { role: 'viewer' });
    expect((await owner.client.get('/workspaces', headers)).status).toBe(200);
  });

  it.each(['/workspaces/999999', '/workspaces/999999/members', '/workspaces/99999999999999'])(
    'there is nothing at %s',
    async (path) => {
      expect((await test.admin.get(path)).status).toBe(404);
    },
  );

  it('refuses an address that is none', async () => {
    expect((await test.admin.get('/workspaces/abc')).status).toBe(400);
    expect((await test.admin.put('/workspaces/1/members/abc', { role: 'member' })).status).toBe(
      400,
    );
  });
});

describe('changing and deleting', () => {
  it('is an owner’s', async () => {
    const { path, owner, manager, member, viewer, outsider } = await makeTeam(test.server);
    for (const { client } of [manager, member, viewer, outsider]) {
      const response = await client.put(path, { name: 'Taken over' });
      expect(response.status).toBe(403);
      expect((await client.delete(path)).status).toBe(403);
    }
    const renamed = await owner.client.put<Workspace>(path, { name: `Plant ${owner.id}` });
    expect(renamed.body.data).toMatchObject({ name: `Plant ${owner.id}`, role: 'owner' });
    expect((await owner.client.put(path, { name: '' })).status).toBe(400);
    expect((await owner.client.put(path, { colour: 'red' })).status).toBe(400);
    expect((await owner.client.delete(path)).status).toBe(200);
    expect((await test.admin.get(path)).status).toBe(404);
    expect((await test.admin.delete(path)).status).toBe(404);
  });

  it('tells who changes an older state than there is', async () => {
    const { path, owner } = await makeTeam(test.server);
    const { updated_at } = (await owner.client.get<Workspace>(path)).body.data;
    await owner.client.put(path, { name: `First ${owner.id}` });
    const late = await owner.client.put(path, { name: `Second ${owner.id}`, updated_at });
    expect(late.status).toBe(409);
    expect(late.body.error).toBe('This record was changed by someone else');
  });

  it('of a workspace leaves its records to the whole company', async () => {
    const { id, path, member } = await makeTeam(test.server);
    await member.client.put('/auth/workspace', { workspace_id: id });
    const lead = { company_name: 'Left Behind', contact_person: 'Asha Rao' };
    const created = await member.client.post<{ id: number }>('/leads', lead);
    await test.admin.delete(path);
    const moved = await member.client.get<{ workspace_id: number | null }>(
      `/leads/${created.body.data.id}`,
    );
    expect(moved.body.data.workspace_id).toBeNull();
    const me = await member.client.get<{ user: object }>('/auth/me');
    expect(me.body.data.user).toMatchObject({ current_workspace: null, workspace_role: null });
    const list = await member.client.get<{ id: number }[]>('/leads');
    expect(list.body.data.map((each) => each.id)).toContain(created.body.data.id);
  });
});
