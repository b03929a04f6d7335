import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import type { Lead } from '../leads.fields';
import { leadBody } from './leads.builders';

const refusal = 'You have read-only access to this workspace';

const test = fileServer();
let pune: number;
let other: number;
let member: Signed;
let viewer: Signed;

interface Signed {
  id: number;
  client: TestClient;
}

beforeAll(async () => {
  member = await signInNew(test.server);
  viewer = await signInNew(test.server);
  pune = await makeWorkspace(test.server, { [member.id]: 'member', [viewer.id]: 'viewer' });
  other = await makeWorkspace(test.server, { [member.id]: 'viewer', [viewer.id]: 'member' });
});

async function chosen({ id, client }: Signed, workspace: number | null): Promise<TestClient> {
  await chooseWorkspace(test.server, id, workspace);
  return client;
}

const idsIn = async (client: TestClient, list: string): Promise<number[]> =>
  (await client.get<{ id: number }[]>(list)).body.data.map(({ id }) => id);

async function makeLead(client: TestClient): Promise<Lead> {
  const response = await client.post<Lead>('/leads', leadBody());
  expect(response.status).toBe(201);
  return response.body.data;
}

async function makeCustomer(client: TestClient): Promise<Customer> {
  const response = await client.post<Customer>('/customers', customerBody());
  expect(response.status).toBe(201);
  return response.body.data;
}

it('a lead and a customer belong to the workspace that is chosen when they are made', async () => {
  const inPune = await chosen(member, pune);
  expect((await makeLead(inPune)).workspace_id).toBe(pune);
  expect((await makeCustomer(inPune)).workspace_id).toBe(pune);
  const everywhere = await chosen(member, null);
  expect((await makeLead(everywhere)).workspace_id).toBeNull();
  expect((await makeCustomer(everywhere)).workspace_id).toBeNull();
});

it('lists show the records of the chosen workspace, and all of them for the whole company', async () => {
  const [here, there] = [await makeLead(await chosen(member, pune)), await makeLead(test.admin)];
  const client = await makeCustomer(await chosen(member, pune));
  const otherRecord = await makeCustomer(test.admin);
  for (const person of [member, viewer]) {
    const inPune = await chosen(person, pune);
    expect(await idsIn(inPune, '/leads')).toContain(here.id);
    expect(await idsIn(inPune, '/leads')).not.toContain(there.id);
    expect(await idsIn(inPune, '/customers')).toContain(client.id);
    expect(await idsIn(inPune, '/customers')).not.toContain(otherRecord.id);
    const everywhere = await chosen(person, null);
    expect(await idsIn(everywhere, '/leads')).toEqual(expect.arrayContaining([here.id, there.id]));
    expect(await idsIn(everywhere, '/customers')).toEqual(
      expect.arrayContaining([client.id, otherRecord.id]),
    );
  }
});

it('a list kept from one workspace is not taken for that of another', async () => {
  const inPune = await chosen(member, pune);
  const tag = (await inPune.get('/leads')).headers.get('etag') ?? '';
  expect((await inPune.get('/leads', { 'if-none-match': tag })).status).toBe(304);
  await chosen(member, other);
  expect((await inPune.get('/leads', { 'if-none-match': tag })).status).toBe(200);
});

it('a record of another workspace can still be read by its address', async () => {
  const lead = await makeLead(test.admin);
  expect((await (await chosen(member, pune)).get(`/leads/${lead.id}`)).status).toBe(200);
});

it('the workspace of a record is not for the sender to say', async () => {
  for (const path of ['/leads', '/customers']) {
    const body = { company_name: 'Pune Gears', contact_person: 'Asha Rao', workspace_id: pune };
    const response = await test.admin.post(path, body);
    expect(response.status).toBe(400);
    expect(response.body.details[0]?.field).toBe('workspace_id');
  }
});

it('a converted lead’s customer belongs to the lead’s workspace, regardless of the chosen one', async () => {
  const lead = await makeLead(await chosen(member, pune));
  const response = await test.admin.post<{ customer: Customer }>(`/leads/${lead.id}/convert`);
  expect(response.body.data.customer.workspace_id).toBe(pune);
});

/** Every call that writes a lead or a customer. */
const writes = (lead: Lead, customer: Customer): [string, string, unknown][] => [
  ['PUT', `/leads/${lead.id}`, { city: 'Pune' }],
  ['PUT', `/leads/${lead.id}/stage`, { current_stage_id: 2 }],
  ['POST', `/leads/${lead.id}/convert`, {}],
  ['DELETE', `/leads/${lead.id}`, undefined],
  ['PUT', `/customers/${customer.id}`, { city: 'Pune' }],
  ['DELETE', `/customers/${customer.id}`, undefined],
];

async function send(client: TestClient, [method, path, body]: [string, string, unknown]) {
  const headers: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'application/json' };
  return client.send(method, path, body === undefined ? undefined : JSON.stringify(body), headers);
}

it('a viewer writes nothing while the workspace is chosen', async () => {
  const lead = await makeLead(await chosen(member, pune));
  const customer = await makeCustomer(member.client);
  const reading = await chosen(viewer, pune);
  const calls: [string, string, unknown][] = [
    ['POST', '/leads', leadBody()],
    ['POST', '/customers', customerBody()],
    ...writes(lead, customer),
  ];
  for (const call of calls) {
    const response = await send(reading, call);
    expect([call, response.status, response.body.error]).toEqual([call, 403, refusal]);
  }
  expect((await test.admin.get<Lead>(`/leads/${lead.id}`)).body.data).toEqual(lead);
  expect((await test.admin.get<Customer>(`/customers/${customer.id}`)).body.data).toEqual(customer);
});

it('choosing another workspace, or none, does not avoid it', async () => {
  const lead = await makeLead(await chosen(member, pune));
  const customer = await makeCustomer(member.client);
  for (const workspace of [null, other]) {
    const client = await chosen(viewer, workspace);
    for (const call of writes(lead, customer)) {
      const response = await send(client, call);
      expect([call, response.status, response.body.error]).toEqual([call, 403, refusal]);
    }
    expect((await client.post('/leads', leadBody())).status).toBe(201);
  }
  expect((await test.admin.get<Lead>(`/leads/${lead.id}`)).body.data).toEqual(lead);
});

it('a member writes what the workspace holds, and an administrator everything', async () => {
  for (const client of [await chosen(member, pune), test.admin]) {
    const lead = await makeLead(await chosen(member, pune));
    const customer = await makeCustomer(member.client);
    for (const call of writes(lead, customer).slice(0, 3))
      expect((await send(client, call)).status, call[1]).toBe(200);
    expect((await client.put(`/customers/${customer.id}`, { is_active: false })).status).toBe(200);
    expect((await client.delete(`/customers/${customer.id}`)).status).toBe(200);
    const second = await makeLead(member.client);
    expect((await client.delete(`/leads/${second.id}`)).status).toBe(200);
  }
});
