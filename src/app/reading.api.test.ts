import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import { leadBody, makeLead } from '~/modules/sales/leads/server/leads.builders';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { type Reach, everything, mergeRights } from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { CreatedUser } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import { fileServer } from './testing/test-file-server';
import type { TestClient } from './testing/test-server';

const test = fileServer();

interface Created {
  leads: number;
  customers: number;
  orders: number;
  invoices: number;
  payments: number;
}

type Person = CreatedUser & { client: TestClient };

const listNames = ['leads', 'customers', 'orders', 'invoices', 'payments'] as const;
const inWorkspaces = (read: Reach) =>
  mergeRights(everything, Object.fromEntries(listNames.map((kind) => [kind, { read }])));

let product: number;
let pune: number;
/** Of Pune, of another workspace, of none. */
let created: Record<'here' | 'there' | 'nowhere', Created>;
let people: Record<Reach | 'member', Person>;

beforeAll(async () => {
  product = (await makeProduct(test.admin, { stock_quantity: 1000 })).id;
  const person = (read: Reach) => signInWith(test, inWorkspaces(read));
  people = {
    all: await person('all'),
    workspace: await person('workspace'),
    own: await person('own'),
    none: await person('none'),
    member: await person('all'),
  };
  const members = Object.values(people).map(({ id }) => [id, 'member'] as const);
  pune = await makeWorkspace(test.server, Object.fromEntries(members));
  const other = await makeWorkspace(test.server);
  created = {
    here: await makeAll(test.admin, 'Vaigai Here', pune),
    there: await makeAll(test.admin, 'Vaigai There', other),
    nowhere: await makeAll(test.admin, 'Vaigai Nowhere', null),
  };
});

async function makeAll(
  caller: Caller,
  company_name: string,
  workspace: number | null,
): Promise<Created> {
  await caller.put('/auth/workspace', { workspace_id: workspace });
  const leads = (await makeLead(caller, { company_name })).id;
  const customers = (await makeCustomer(caller, { company_name })).id;
  await caller.put('/auth/workspace', { workspace_id: null });
  return { leads, customers, ...(await makeDocuments(caller, customers)) };
}

async function makeDocuments(caller: Caller, customer_id: number) {
  const make = async (path: string, body: object) =>
    (await makeRecord<{ id: number }>(caller, path, body)).id;
  const orders = await make('/orders', { customer_id, items: [itemOf(product, 1)] });
  const invoices = await make('/invoices', { ...invoiceBody({ customer_id }), status: 'pending' });
  const payments = await make('/payments', {
    ...paymentBody({ invoice_id: invoices }),
    reference_number: `Vaigai ${invoices}`,
  });
  return { orders, invoices, payments };
}

async function isolate(workspace_isolation: boolean): Promise<void> {
  expect((await test.admin.put('/settings', { workspace_isolation })).status).toBe(200);
}

/** The ids of a list, of those made here; null where it is refused. */
async function idsOf(client: TestClient, kind: keyof Created): Promise<number[] | null> {
  const response = await client.get<{ id: number }[]>(`/${kind}`);
  if (response.status === 403) return null;
  expect(response.status).toBe(200);
  return response.body.data.map(({ id }) => id).toSorted((one, other) => one - other);
}

type Seen = readonly Created[];

/** Everything that tells of records tells of these alone. */
async function expectSees(client: TestClient, seen: Seen): Promise<void> {
  const idsIn = (kind: keyof Created) => seen.map((each) => each[kind]).toSorted((a, b) => a - b);
  for (const kind of listNames) expect(await idsOf(client, kind), kind).toEqual(idsIn(kind));
  for (const each of Object.values(created)) {
    for (const path of addressesOf(each)) {
      const status = (await client.get(path)).status;
      expect([path, status]).toEqual([path, seen.includes(each) ? 200 : 404]);
    }
  }
  expect(await foundBy(client)).toEqual(foundIn(seen));
  expect(await notifiedOf(client)).toEqual(foundIn(seen));
  expect(await figuresOf(client)).toEqual({
    totalCustomers: seen.length,
    totalLeads: seen.length,
    outstandingInvoices: seen.length,
    totalRevenue: seen.length * 10,
    stages: seen.length,
    top: idsIn('customers'),
  });
  await expectArchive(client, seen);
}

const addressesOf = (each: Created) => [
  ...listNames.flatMap((kind) => [`/${kind}/${each[kind]}`, `/history/${kind}/${each[kind]}`]),
  `/invoices/${each.invoices}/pdf`,
  `/payments/invoice/${each.invoices}`,
  `/orders/${each.orders}/deliveries`,
  `/customers/${each.customers}/quotations`,
  `/leads/${each.leads}/quotations`,
  `/customers/${each.customers}/unpaid-invoices`,
];

const typeOf = (kind: keyof Created) => kind.replace(/s$/, '');
const foundIn = (seen: Seen) =>
  seen.flatMap((each) => listNames.map((kind) => `${typeOf(kind)} ${each[kind]}`)).toSorted();

const isOfCreated = new RegExp(`^(?:${listNames.map(typeOf).join('|')})$`);

async function foundBy(client: TestClient): Promise<string[]> {
  const found = new Set<string>();
  for (const word of ['vaigai', 'ORD', 'INV']) {
    const response = await client.get<{ type: string; id: number }[]>(`/search?q=${word}`);
    for (const { type, id } of response.body.data) found.add(`${type} ${id}`);
  }
  return ofCreated([...found]);
}

const ofCreated = (all: readonly string[]) =>
  all.filter((each) => isOfCreated.test(each.split(' ')[0] ?? '')).toSorted();

async function notifiedOf(client: TestClient): Promise<string[]> {
  const feed =
    await client.get<{ record: { type: string; id: number } | null }[]>('/activity?limit=100');
  const named = feed.body.data.flatMap(({ record }) =>
    record ? [`${record.type} ${record.id}`] : [],
  );
  return ofCreated([...new Set(named)]);
}

async function figuresOf(client: TestClient) {
  const stats = (await client.get<Record<string, number>>('/dashboard/stats?period=year')).body
    .data;
  const stages = await client.get<{ lead_count: number }[]>('/dashboard/pipeline?period=year');
  const top = await client.get<{ id: number }[]>('/dashboard/top-customers?period=year');
  return {
    totalCustomers: stats['totalCustomers'],
    totalLeads: stats['totalLeads'],
    outstandingInvoices: stats['outstandingInvoices'],
    totalRevenue: stats['totalRevenue'],
    stages: stages.body.data.reduce((sum, { lead_count }) => sum + lead_count, 0),
    top: top.body.data.map(({ id }) => id).toSorted((one, other) => one - other),
  };
}

async function expectArchive(client: TestClient, seen: Seen): Promise<void> {
  const response = await client.get('/billing/invoices.zip');
  const text = response.content.toString('latin1');
  expect(response.status).toBe(seen.length === 0 ? 404 : 200);
  const names = new Set(text.match(/INV-[\d-]+(?=\.pdf)/g));
  expect(names.size).toBe(seen.length);
}

describe('who reads', () => {
  it('all sees the whole company', async () => {
    await expectSees(people.all.client, [created.here, created.there, created.nowhere]);
  });

  it('their workspaces sees what belongs to these', async () => {
    await expectSees(people.workspace.client, [created.here]);
  });

  it('their own sees nothing of what others made', async () => {
    await expectSees(people.own.client, []);
  });

  it('none is refused the lists, and finds nothing', async () => {
    const { client } = people.none;
    for (const kind of listNames) expect(await idsOf(client, kind)).toBeNull();
    for (const path of addressesOf(created.here)) expect((await client.get(path)).status).toBe(403);
    expect(await foundBy(client)).toEqual([]);
    expect(await notifiedOf(client)).toEqual([]);
    expect(await figuresOf(client)).toMatchObject({ totalCustomers: 0, totalRevenue: 0, top: [] });
  });
});

it('with isolation everyone but administrators sees what belongs to their workspaces', async () => {
  await isolate(true);
  await expectSees(people.member.client, [created.here]);
  await expectSees(test.admin, [created.here, created.there, created.nowhere]);
  await isolate(false);
  await expectSees(people.member.client, [created.here, created.there, created.nowhere]);
});

it('a list kept before the rights changed is not taken for that of after', async () => {
  const { client } = people.member;
  const tag = (await client.get('/leads')).headers.get('etag') ?? '';
  expect((await client.get('/leads', { 'if-none-match': tag })).status).toBe(304);
  await isolate(true);
  expect((await client.get('/leads', { 'if-none-match': tag })).status).toBe(200);
  await isolate(false);
});

/** Every call that writes a record that there is, with a body that any of them takes as far as the record. */
const writes = (each: Created): string[] => [
  `PUT /leads/${each.leads}`,
  `POST /leads/${each.leads}/convert`,
  `DELETE /leads/${each.leads}`,
  `PUT /customers/${each.customers}`,
  `DELETE /customers/${each.customers}`,
  `PUT /orders/${each.orders}`,
  `DELETE /orders/${each.orders}`,
  `PUT /invoices/${each.invoices}`,
  `PUT /invoices/${each.invoices}/auto-status`,
  `POST /invoices/${each.invoices}/send`,
  `DELETE /invoices/${each.invoices}`,
  `PUT /payments/${each.payments}`,
  `DELETE /payments/${each.payments}`,
];

async function statusOf(client: TestClient, call: string): Promise<number> {
  const [method = '', path = ''] = call.split(' ');
  if (method === 'DELETE') return (await client.delete(path)).status;
  return (await client.send(method, path, '{}', { 'content-type': 'application/json' })).status;
}

it('a person cannot write what they may not read', async () => {
  for (const { client } of [people.workspace, people.own]) {
    for (const call of writes(created.there))
      expect([call, await statusOf(client, call)]).toEqual([call, 404]);
  }
  await isolate(true);
  for (const call of writes(created.nowhere))
    expect([call, await statusOf(people.member.client, call)]).toEqual([call, 404]);
  await isolate(false);
});

it('nor choose in a new record', async () => {
  for (const { client } of [people.workspace, people.own]) {
    const { customers: customer_id, orders: order_id, invoices: invoice_id } = created.there;
    for (const [path, body, message] of [
      ['/orders', { customer_id, items: [itemOf(product, 1)] }, 'Customer not found'],
      ['/invoices', invoiceBody({ customer_id }), 'Customer not found'],
      ['/invoices', { ...invoiceBody({ customer_id }), order_id }, 'Order not found'],
      ['/payments', paymentBody({ invoice_id }), 'Invoice not found'],
    ] as const) {
      const response = await client.post(path, body);
      expect([path, response.status, response.body.details[0]?.message]).toEqual([
        path,
        400,
        message,
      ]);
    }
  }
});

describe('a new record of someone who reads their workspaces alone', () => {
  it('goes to the only one, or to the one that is chosen', async () => {
    const { client, id } = people.workspace;
    expect((await makeCustomer(client)).workspace_id).toBe(pune);
    const second = await makeWorkspace(test.server, { [id]: 'member' });
    const refused = await client.post('/leads', leadBody());
    expect([refused.status, refused.body.code]).toEqual([409, 'workspace.choice_needed']);
    await chooseWorkspace(test.server, id, second);
    expect((await makeLead(client)).workspace_id).toBe(second);
  });

  it('is refused to a viewer', async () => {
    const { client, id } = await signInWith(test, inWorkspaces('workspace'));
    const response = await client.post('/leads', leadBody());
    expect([response.status, response.body.code]).toEqual([409, 'workspace.choice_needed']);
    await makeWorkspace(test.server, { [id]: 'viewer' });
    expect((await client.post('/leads', leadBody())).status).toBe(403);
    const own = await makeWorkspace(test.server, { [id]: 'member' });
    expect((await makeLead(client)).workspace_id).toBe(own);
  });
});

it('who reads their own sees what they made, wherever it is, and the leads assigned to them', async () => {
  const { client, id } = people.own;
  const own = await makeAll(client, 'Own Works', null);
  for (const kind of listNames) expect(await idsOf(client, kind), kind).toEqual([own[kind]]);
  await test.admin.put(`/leads/${created.there.leads}`, { assigned_to: id });
  expect(await idsOf(client, 'leads')).toEqual(
    [created.there.leads, own.leads].toSorted((a, b) => a - b),
  );
  expect((await client.put(`/leads/${created.there.leads}`, { city: 'Satara' })).status).toBe(200);
  await test.admin.put(`/leads/${created.there.leads}`, { assigned_to: null });
  expect((await client.get(`/leads/${created.there.leads}`)).status).toBe(404);
});
