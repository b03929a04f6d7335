import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Change } from '~/kit/shared/changes';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeInvitation } from '~/modules/organization/invitations/server/invitations.builders';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import { leadBody, makeLead } from '~/modules/sales/leads/server/leads.builders';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import {
  makeProduct,
  productBody,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  type RightsPatch,
  everything,
  mergeRights,
} from '~/modules/organization/users/rights.rules';
import { makeRole, signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { CreatedUser } from '~/modules/organization/users/server/users.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import { fileServer } from './testing/test-file-server';
import type { TestClient } from './testing/test-server';

const test = fileServer();

interface Listener extends CreatedUser {
  client: TestClient;
  received: string[];
}

const sockets: Socket[] = [];
const recordKinds = ['leads', 'customers', 'orders', 'invoices', 'payments'] as const;
const kindsRead = (read: 'all' | 'workspace' | 'own' | 'none'): RightsPatch =>
  mergeRights(everything, Object.fromEntries(recordKinds.map((kind) => [kind, { read }])));

let all: Listener;
let member: Listener;
let own: Listener;
let none: Listener;
let pune: number;
let product: number;

beforeAll(async () => {
  all = await listen(kindsRead('all'));
  member = await listen(kindsRead('workspace'));
  own = await listen(kindsRead('own'));
  none = await listen({ leads: { create: true } });
  pune = (await makeRecord<{ id: number }>(test.admin, '/workspaces', { name: 'Pune' })).id;
  await join(pune, member.id);
  product = (await makeProduct(test.admin, { stock_quantity: 1000 })).id;
});

afterAll(() => {
  for (const socket of sockets) socket.disconnect();
});

async function listen(rights: RightsPatch): Promise<Listener> {
  const person = await signInWith(test, rights);
  const received: string[] = [];
  const socket = io(test.server.url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: `access=${person.client.cookies.get('access')}` },
  });
  sockets.push(socket);
  socket.on('change', ({ entity, id }: Change) => received.push(`${entity} ${id}`));
  await new Promise<void>((done) => socket.once('connect', done));
  return { ...person, received };
}

const join = async (workspace: number, user_id: number) =>
  makeRecord(test.admin, `/workspaces/${workspace}/members`, { user_id, role: 'member' });

let settled = 0;

/** What each has heard since the last time; all hear of a change that everyone hears of, and nothing comes after it. */
async function settle(): Promise<Record<'all' | 'member' | 'own' | 'none', string[]>> {
  settled += 1;
  await test.admin.put('/billing/profile', { city: `City ${settled}` });
  const received = async ({ received: messages }: Listener) => {
    await expect.poll(() => messages.some((line) => line.startsWith('billing_profile'))).toBe(true);
    return messages.splice(0).filter((line) => !line.startsWith('billing_profile'));
  };
  return {
    all: await received(all),
    member: await received(member),
    own: await received(own),
    none: await received(none),
  };
}

async function settleWith({ received }: Listener): Promise<void> {
  await settle();
  await expect.poll(() => received.some((line) => line.startsWith('billing_profile'))).toBe(true);
}

async function createdIn(workspace_id: number | null) {
  await test.admin.put('/auth/workspace', { workspace_id });
  const lead = (await makeLead(test.admin)).id;
  const customer_id = (await makeCustomer(test.admin)).id;
  await test.admin.put('/auth/workspace', { workspace_id: null });
  const make = async (path: string, body: object) =>
    (await makeRecord<{ id: number }>(test.admin, path, body)).id;
  const order = await make('/orders', { customer_id, items: [itemOf(product, 1)] });
  const invoice = await make('/invoices', { ...invoiceBody({ customer_id }), status: 'pending' });
  const payment = await make('/payments', paymentBody({ invoice_id: invoice }));
  return { lead, customer: customer_id, order, invoice, payment };
}

const linesOf = (created: Awaited<ReturnType<typeof createdIn>>) => [
  `customers ${created.customer}`,
  `invoices ${created.invoice}`,
  `leads ${created.lead}`,
  `orders ${created.order}`,
  `payments ${created.payment}`,
];

const distinct = (lines: readonly string[]) => [...new Set(lines)].toSorted();

it('a change is sent to those who may read the record, and to no one else', async () => {
  await settle();
  const here = await createdIn(pune);
  const otherRecord = await createdIn(null);
  const received = await settle();
  expect(distinct(received.all)).toEqual([...linesOf(here), ...linesOf(otherRecord)].toSorted());
  expect(distinct(received.member)).toEqual(linesOf(here).toSorted());
  expect(received.own).toEqual([]);
  expect(received.none).toEqual([]);
});

it('a person hears of changes to their own records, also by others', async () => {
  const body = leadBody();
  const { id } = await makeRecord<{ id: number }>(own.client, '/leads', body);
  await test.admin.put(`/leads/${id}`, { industry: 'Steel' });
  await test.admin.delete(`/leads/${id}`);
  const received = await settle();
  const lines = [`leads ${id}`];
  expect([received.all, received.own].map(distinct)).toEqual([lines, lines]);
  expect([received.member, received.none]).toEqual([[], []]);
});

it('a record that moves out of sight is informed of once more to those who had it', async () => {
  const { id } = await makeLead(test.admin, { assigned_to: own.id });
  await settle();
  await test.admin.put(`/leads/${id}`, { assigned_to: null });
  expect((await settle()).own).toEqual([`leads ${id}`]);
  await test.admin.put(`/leads/${id}`, { industry: 'Steel' });
  expect((await settle()).own).toEqual([]);

  const { order } = await createdIn(pune);
  const { id: customer_id } = await makeCustomer(test.admin);
  await settle();
  await test.admin.put(`/orders/${order}`, { customer_id });
  expect((await settle()).member).toContain(`orders ${order}`);
  await test.admin.put(`/orders/${order}`, { notes: 'Urgent' });
  const received = await settle();
  expect(received.member).toEqual([]);
  expect(received.all).toEqual([`orders ${order}`]);
});

it('the catalogue is informed of to those who read it', async () => {
  await settle();
  const { id } = await makeRecord<{ id: number }>(test.admin, '/products', productBody());
  const received = await settle();
  expect([received.all, received.none]).toEqual([[`products ${id}`], []]);
});

it('a new name of a customer reaches those who read its documents alone, without the customer', async () => {
  const reader = await listen({ orders: { read: 'all' } });
  const { customer, order } = await createdIn(null);
  await settleWith(reader);
  reader.received.splice(0);
  await test.admin.put(`/customers/${customer}`, { company_name: 'Renamed Works' });
  await settleWith(reader);
  expect(reader.received).toEqual([`orders ${order}`, 'billing_profile null']);
});

it('roles, invitations and other people’s workspaces are informed of to administrators alone', async () => {
  await settle();
  await makeRole(test.admin, {});
  await makeInvitation(test.admin);
  const other = await makeRecord<{ id: number }>(test.admin, '/workspaces', { name: 'Nashik' });
  await test.admin.put(`/workspaces/${other.id}`, { name: 'Nasik' });
  await test.admin.put(`/workspaces/${pune}`, { name: 'Poona' });
  const received = await settle();
  expect([received.all, received.own, received.none]).toEqual([[], [], []]);
  expect(received.member).toContain(`workspaces ${pune}`);
  expect(received.member.filter((line) => line.includes(`${other.id}`))).toEqual([]);
});

it('who is given another role hears at once, and then of what that role reads', async () => {
  const person = await listen(kindsRead('none'));
  const { id: role_id } = await makeRole(test.admin, { leads: { read: 'all' } });
  await settleWith(person);
  person.received.splice(0);
  await test.admin.put(`/users/${person.id}`, { role_id });
  const first = await makeLead(test.admin);
  await settleWith(person);
  expect(person.received.splice(0)).toEqual([
    `session null`,
    `users ${person.id}`,
    `leads ${first.id}`,
    'billing_profile null',
  ]);
  await test.admin.put(`/roles/${role_id}`, { rights: { leads: { read: 'own' } } });
  await makeLead(test.admin);
  const { id } = await makeLead(test.admin, { assigned_to: person.id });
  await settleWith(person);
  expect(person.received).toEqual(['session null', `leads ${id}`, 'billing_profile null']);
});

it('who joins or leaves a workspace hears at once, and of its records while there', async () => {
  const person = await listen(kindsRead('workspace'));
  const workspace = await makeWorkspace(test.server);
  await settleWith(person);
  person.received.splice(0);
  await join(workspace, person.id);
  const here = await createdIn(workspace);
  // Changes sent together with the end of their membership no longer reach them.
  const last = `payments ${here.payment}`;
  await expect.poll(() => person.received.includes(last)).toBe(true);
  await test.admin.delete(`/workspaces/${workspace}/members/${person.id}`);
  await test.admin.put(`/leads/${here.lead}`, { industry: 'Steel' });
  await settleWith(person);
  const received = person.received.filter((line) => !/^(workspace|products|billing)/.test(line));
  expect(received.slice(0, 1)).toEqual(['session null']);
  expect(received.slice(-1)).toEqual(['session null']);
  expect(distinct(received.slice(1, -1))).toEqual(linesOf(here).toSorted());
});

it('with isolation on, changes stay in their workspaces from then on', async () => {
  await settle();
  await test.admin.put('/settings', { workspace_isolation: true });
  const otherRecord = await makeLead(test.admin);
  const here = await createdIn(pune);
  const received = await settle();
  expect(received.all).toEqual(['session null', 'settings null']);
  expect(received.member).toContain(`leads ${here.lead}`);
  expect(received.member).not.toContain(`leads ${otherRecord.id}`);
  await test.admin.put('/settings', { workspace_isolation: false });
  await makeLead(test.admin);
  expect((await settle()).all).toHaveLength(3);
});
