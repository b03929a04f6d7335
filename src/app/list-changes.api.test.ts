import { expect, it } from 'vitest';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import { fileServer } from './testing/test-file-server';
import type { TestClient } from './testing/test-server';

const test = fileServer();

interface ListResponse {
  rows: { id: number }[];
  gone: number[];
  cursor: string;
  full: boolean;
}

/** Reads a list once, and then what changed in it since it last asked. */
class Follower {
  #cursor = '';
  readonly #client: TestClient;
  readonly #path: string;

  constructor(client: TestClient, path: string) {
    this.#client = client;
    this.#path = path;
  }

  async begin(): Promise<this> {
    const list = await this.#client.get(this.#path);
    this.#cursor = list.headers.get('list-cursor') ?? '';
    return this;
  }

  async next(): Promise<Omit<ListResponse, 'cursor'>> {
    const since = encodeURIComponent(this.#cursor);
    const { body } = await this.#client.get<ListResponse>(`${this.#path}?since=${since}`);
    const { cursor, ...response } = body.data;
    this.#cursor = cursor;
    return response;
  }

  async nextIds(): Promise<{ changed: number[]; gone: number[] }> {
    const { rows, gone: deleted, full } = await this.next();
    if (full) throw new Error('The whole list was sent');
    return { changed: rows.map(({ id }) => id).sort((a, b) => a - b), gone: deleted };
  }
}

const follow = (path: string, client = test.admin) => new Follower(client, path).begin();

const choose = (client: TestClient, workspace_id: number | null) =>
  client.put('/auth/workspace', { workspace_id });

const paths = ['/leads', '/customers', '/orders', '/invoices', '/payments', '/products'] as const;

it('an order, its invoice and a payment tell each list of the rows that changed, and no other', async () => {
  const product = await makeProduct(test.admin, { stock_quantity: 100 });
  const customer = await makeCustomer(test.admin);
  await makeCustomer(test.admin);
  const lists = await Promise.all(paths.map((path) => follow(path)));
  const changesOfAll = async () => {
    const responses = await Promise.all(lists.map((list) => list.nextIds()));
    return Object.fromEntries(paths.map((path, position) => [path, responses[position]?.changed]));
  };
  const none = Object.fromEntries(paths.map((path) => [path, [] as number[]]));
  expect(await changesOfAll()).toEqual(none);

  const order = await makeRecord<{ id: number }>(test.admin, '/orders', {
    customer_id: customer.id,
    items: [itemOf(product.id, 2)],
  });
  expect(await changesOfAll()).toEqual({
    ...none,
    '/orders': [order.id],
    '/customers': [customer.id],
  });

  await test.admin.put(`/orders/${order.id}/status`, { status: 'shipped' });
  expect(await changesOfAll()).toEqual({
    ...none,
    '/orders': [order.id],
    '/products': [product.id],
  });

  const invoice = await makeRecord<{ id: number }>(test.admin, '/invoices', {
    ...invoiceBody({ customer_id: customer.id }),
    status: 'pending',
  });
  expect((await changesOfAll())['/invoices']).toEqual([invoice.id]);

  const payment = await makeRecord<{ id: number }>(
    test.admin,
    '/payments',
    paymentBody({ invoice_id: invoice.id }),
  );
  expect(await changesOfAll()).toEqual({
    ...none,
    '/invoices': [invoice.id],
    '/payments': [payment.id],
  });

  await test.admin.put(`/customers/${customer.id}`, { company_name: 'Palar Castings' });
  expect(await changesOfAll()).toEqual({
    ...none,
    '/customers': [customer.id],
    '/orders': [order.id],
    '/invoices': [invoice.id],
    '/payments': [payment.id],
  });

  await test.admin.put(`/customers/${customer.id}`, { industry: 'Castings' });
  expect(await changesOfAll()).toEqual({ ...none, '/customers': [customer.id] });
});

it('what was deleted is gone, and an unknown cursor gets the whole list', async () => {
  const lead = await makeLead(test.admin);
  const list = await follow('/leads');
  await test.admin.delete(`/leads/${lead.id}`);
  expect(await list.nextIds()).toEqual({ changed: [], gone: [lead.id] });
  expect(await list.nextIds()).toEqual({ changed: [], gone: [] });
  const { body } = await test.admin.get<ListResponse>('/customers?since=unknown');
  const whole = await test.admin.get<Customer[]>('/customers');
  expect(body.data).toMatchObject({ full: true, gone: [], rows: whole.body.data });
  const since = encodeURIComponent(body.data.cursor);
  const next = await test.admin.get<ListResponse>(`/customers?since=${since}`);
  expect(next.body.data).toMatchObject({ full: false, rows: [], gone: [] });
});

it('a record that moves leaves the lists of those who no longer read it, who are informed of no other', async () => {
  const person = await signInNew(test.server);
  const { client } = person;
  const here = await makeWorkspace(test.server, { [person.id]: 'member' });
  const there = await makeWorkspace(test.server);
  const create = async (workspace: number) => {
    await choose(test.admin, workspace);
    const lead = await makeLead(test.admin);
    await choose(test.admin, null);
    return lead;
  };
  const [mine, other] = [await create(here), await create(there)];
  await choose(client, here);
  const list = await follow('/leads', client);
  await test.admin.delete(`/leads/${other.id}`);
  expect(await list.nextIds()).toEqual({ changed: [], gone: [] });
  await test.admin.delete(`/leads/${mine.id}`);
  expect(await list.nextIds()).toEqual({ changed: [], gone: [mine.id] });
  const another = await create(here);
  expect(await list.nextIds()).toEqual({ changed: [another.id], gone: [] });
  await choose(client, null);
  expect((await list.next()).full).toBe(true);
});

it('a workspace leaves the list of a member who is taken out', async () => {
  const person = await signInNew(test.server);
  const workspace = await makeWorkspace(test.server, { [person.id]: 'member' });
  const list = await follow('/workspaces', person.client);
  await test.admin.delete(`/workspaces/${workspace}/members/${person.id}`);
  expect(await list.nextIds()).toEqual({ changed: [], gone: [workspace] });
});
