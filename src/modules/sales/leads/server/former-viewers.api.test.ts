import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeTeam } from '~/modules/organization/workspaces/server/workspaces.builders';
import type { Lead } from '../leads.fields';
import { leadBody } from './leads.builders';

const test = fileServer();

/** A workspace with its own lead. */
async function makeTeamWithLead() {
  const team = await makeTeam(test.server);
  const { client } = team.member;
  await client.put('/auth/workspace', { workspace_id: team.id });
  const lead = (await client.post<Lead>('/leads', leadBody())).body.data;
  expect(lead.workspace_id).toBe(team.id);
  return { ...team, lead };
}

const write = async (client: TestClient, lead: Lead) => {
  const response = await client.put(`/leads/${lead.id}`, { city: `Pune ${Math.random()}` });
  return [response.status, response.body.code];
};

const refused = [403, 'workspace.read_only'];

it('a viewer who leaves still only reads there', async () => {
  const { path, viewer, lead } = await makeTeamWithLead();
  expect(await write(viewer.client, lead)).toEqual(refused);
  expect((await viewer.client.delete(`${path}/members/${viewer.id}`)).status).toBe(200);
  expect(await write(viewer.client, lead)).toEqual(refused);
  expect((await viewer.client.get(`/leads/${lead.id}`)).status).toBe(200);
});

it('nor does being taken out let a viewer write', async () => {
  const { path, manager, viewer, lead } = await makeTeamWithLead();
  expect((await manager.client.delete(`${path}/members/${viewer.id}`)).status).toBe(200);
  expect(await write(viewer.client, lead)).toEqual(refused);
});

it('who comes back writes as the new role says, and the last role counts at the next leaving', async () => {
  const { path, manager, viewer, lead } = await makeTeamWithLead();
  const leave = () => viewer.client.delete(`${path}/members/${viewer.id}`);
  const add = (role: string) =>
    manager.client.post(`${path}/members`, { user_id: viewer.id, role });
  await leave();
  expect((await add('viewer')).status).toBe(201);
  expect(await write(viewer.client, lead)).toEqual(refused);
  await leave();
  expect((await add('member')).status).toBe(201);
  expect(await write(viewer.client, lead)).toEqual([200, undefined]);
  await leave();
  expect(await write(viewer.client, lead)).toEqual([200, undefined]);
});

it('a deleted workspace leaves its records to everyone', async () => {
  const { path, owner, viewer, lead } = await makeTeamWithLead();
  await viewer.client.delete(`${path}/members/${viewer.id}`);
  expect((await owner.client.delete(path)).status).toBe(200);
  expect(await write(viewer.client, lead)).toEqual([200, undefined]);
});
