import { beforeAll, describe, expect, it } from 'vitest';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { customerBody, makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import {
  itemOf,
  makeOrderOfEach,
  type OrderOfEach,
} from '~/modules/sales/orders/server/orders.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import {
  makeProduct,
  productBody,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  type RightsPatch,
  everything,
  mergeRights,
} from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import type { Movement } from '~/modules/catalogue/products/stock/movements.fields';
import { fileServer } from './testing/test-file-server';
import type { TestClient } from './testing/test-server';

const test = fileServer();
const nobodys = 999_999;

let created: OrderOfEach;
/** An invoice of the whole order. */
let invoice: InvoiceWithLines;

beforeAll(async () => {
  created = await makeOrderOfEach(test.admin);
  await test.admin.put(`/orders/${created.order.id}/status`, { status: 'confirmed' });
  invoice = await invoiceOf(test.admin, created.order);
});

const withRights = async (rights: RightsPatch): Promise<TestClient> =>
  (await signInWith(test, mergeRights(everything, rights))).client;

function linesOf({ items, services }: OrderWithLines) {
  const line = (id: number, description: string, quantity: number, unit_price: number) => ({
    order_line_id: id,
    description,
    quantity,
    unit_price,
  });
  return [
    ...items.map((each) => ({
      ...line(each.id, each.product_name, each.quantity, each.unit_price),
      product_id: each.product_id,
    })),
    ...services.map((each) => ({
      ...line(each.id, each.service_name, each.quantity, each.unit_price),
      service_id: each.service_id,
    })),
  ];
}

const invoiceOf = (client: TestClient, order: OrderWithLines) =>
  makeRecord<InvoiceWithLines>(client, '/invoices', {
    ...invoiceBody({ customer_id: order.customer_id, order_id: order.id }),
    items: linesOf(order),
  });

describe('a record that a person may not read cannot be referred to', () => {
  let client: TestClient;

  beforeAll(async () => {
    client = await withRights({ products: { read: 'none' }, services: { read: 'none' } });
  });

  const line = { quantity: 1, unit_price: 10 };

  it.each([
    ['product', (id: number) => ({ items: [{ product_id: id, ...line }] })],
    ['service', (id: number) => ({ services: [{ service_id: id, ...line }] })],
  ] as const)('a %s on a new order, and on one of before', async (kind, lines) => {
    const { customer: customer_id } = created;
    const existing = await client.post('/orders', { customer_id, ...lines(created[kind]) });
    const unknown = await client.post('/orders', { customer_id, ...lines(nobodys) });
    expect(unknown.status).toBe(400);
    expect([existing.status, existing.body]).toEqual([400, unknown.body]);
    expect(existing.body.error).toMatch(new RegExp(`${kind} not found$`, 'i'));
    const order = await created.orderAgain();
    const added = { ...lines(created[kind]) };
    const change = await client.put(`/orders/${order.id}`, {
      items: [...order.items, ...('items' in added ? added.items : [])],
      services: [...order.services, ...('services' in added ? added.services : [])],
    });
    expect(change.status).toBe(400);
    expect(change.body.error).toMatch(new RegExp(`${kind} not found$`, 'i'));
  });

  it.each(['product', 'service'] as const)('a %s on an invoice', async (kind) => {
    const body = (id: number) => ({
      ...invoiceBody({ customer_id: created.customer }),
      items: [{ description: 'Flange', [`${kind}_id`]: id, ...line }],
    });
    const existing = await client.post('/invoices', body(created[kind]));
    const unknown = await client.post('/invoices', body(nobodys));
    expect(unknown.body.error).toMatch(new RegExp(`^${kind} not found$`, 'i'));
    expect([existing.status, existing.body]).toEqual([400, unknown.body]);
  });

  it('what an order has already stays, is taken from stock, and is invoiced', async () => {
    const order = await created.orderAgain();
    const stored = await client.put<OrderWithLines>(`/orders/${order.id}`, {
      items: order.items.map(({ line_total: _total, ...each }) => ({ ...each, quantity: 2 })),
      services: order.services,
    });
    expect([stored.body.error, stored.status]).toEqual([undefined, 200]);
    const status = await client.put(`/orders/${order.id}/status`, { status: 'confirmed' });
    expect(status.status).toBe(200);
    const draft = await invoiceOf(client, stored.body.data);
    const changed = await client.put<InvoiceWithLines>(`/invoices/${draft.id}`, {
      items: draft.items.map(({ id: _id, line_total: _total, ...each }) => ({
        ...each,
        quantity: 1,
      })),
    });
    expect(changed.status).toBe(200);
    expect(changed.body.data.items.map(({ product_id }) => product_id)).toContain(created.product);
  });
});

describe('a refusal names only what the asker may read', () => {
  const messages = (details: { message: string }[]) => details.map(({ message }) => message);
  const without = (kind: 'orders' | 'invoices' | 'customers' | 'products') =>
    withRights({ [kind]: { read: 'none', create: true } });

  it.each([
    ['a change of the customer', { customer_id: nobodys }],
    ['the deletion', null],
  ])('%s of an invoiced order', async (_case, patch) => {
    const ask = (client: TestClient) =>
      patch
        ? client.put(`/orders/${created.order.id}`, patch)
        : client.delete(`/orders/${created.order.id}`);
    const [open, closed] = [await ask(test.admin), await ask(await without('invoices'))];
    expect([open.status, closed.status]).toEqual([409, 409]);
    expect(closed.body.error).toBe(open.body.error);
    expect(messages(open.body.details)).toEqual([`Invoiced with ${invoice.invoice_number}`]);
    expect(closed.body.details).toEqual([
      { message: 'Invoiced with 1 record that you do not have access to' },
    ]);
  });

  it('an order’s line that is invoiced already', async () => {
    const body = {
      ...invoiceBody({ customer_id: created.customer, order_id: created.order.id }),
      items: linesOf(created.order),
    };
    const open = await test.admin.post('/invoices', body);
    expect(open.body.details.at(-1)?.message).toBe(`Invoiced on ${invoice.invoice_number}`);
    const client = await withRights({ invoices: { read: 'own' } });
    const closed = await client.post('/invoices', body);
    expect([closed.status, closed.body.error]).toEqual([409, open.body.error]);
    expect(closed.body.details.at(-1)).toEqual({
      field: 'items.0.quantity',
      message: 'Invoiced on 1 record that you do not have access to',
    });
  });

  it('the deletion of a product, a service and a customer that documents use', async () => {
    const client = await withRights({ orders: { read: 'none' }, invoices: { read: 'own' } });
    await test.admin.put(`/customers/${created.customer}`, { is_active: false });
    const product = (await makeProduct(test.admin)).id;
    await makeRecord(test.admin, '/orders', {
      customer_id: (await makeCustomer(test.admin)).id,
      items: [itemOf(product, 1)],
    });
    for (const path of [
      `/services/${created.service}`,
      `/products/${product}`,
      `/customers/${created.customer}`,
    ]) {
      const [open, closed] = [await test.admin.delete(path), await client.delete(path)];
      expect([open.status, closed.status]).toEqual([409, 409]);
      expect(closed.body.error).toBe(open.body.error);
      expect(JSON.stringify(open.body)).toMatch(/ORD-|DRAFT-/);
      expect(JSON.stringify(closed.body)).not.toMatch(/ORD-|DRAFT-/);
      expect(messages(closed.body.details)).toEqual([
        expect.stringMatching(/ \d+ records? that you do not have access to$/),
      ]);
    }
    await test.admin.put(`/customers/${created.customer}`, { is_active: true });
  });

  it('a shortage of stock that other orders hold', async () => {
    const product = (await makeProduct(test.admin, { stock_quantity: 5 })).id;
    const customer_id = (await makeCustomer(test.admin)).id;
    const order = (client: TestClient, quantity: number) =>
      makeRecord<OrderWithLines>(client, '/orders', {
        customer_id,
        items: [itemOf(product, quantity)],
      });
    const holder = await order(test.admin, 4);
    await test.admin.put(`/orders/${holder.id}/status`, { status: 'shipped' });
    const client = await withRights({ orders: { read: 'own' } });
    const { id } = await order(client, 3);
    const ask = (caller: TestClient) => caller.put(`/orders/${id}/status`, { status: 'shipped' });
    const [open, closed] = [await ask(test.admin), await ask(client)];
    expect([closed.status, closed.body.error]).toEqual([409, open.body.error]);
    expect(JSON.stringify(open.body)).toContain(holder.order_number);
    expect(JSON.stringify(closed.body)).not.toContain(holder.order_number);
  });

  it('the movements of a product, and their report', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 50 });
    const customer_id = (await makeCustomer(test.admin)).id;
    const client = await withRights({
      orders: { read: 'own' },
      deliveries: { read: 'own' },
      invoices: { read: 'own', create: true, issue: true },
    });
    const ship = async (caller: TestClient) => {
      const order = await makeRecord<OrderWithLines>(caller, '/orders', {
        customer_id,
        items: [itemOf(id, 2)],
      });
      await caller.put(`/orders/${order.id}/status`, { status: 'shipped' });
      return order;
    };
    const [hidden, own] = [await ship(test.admin), await ship(client)];
    const movements = async (caller: TestClient) =>
      (await caller.get<Movement[]>(`/products/${id}/stock-movements`)).body.data;
    expect(await movements(test.admin)).toMatchObject([
      { reason: `Order ${own.order_number}`, order_id: own.id },
      { reason: `Order ${hidden.order_number}`, order_id: hidden.id },
      {},
    ]);
    const [mine, other, first] = await movements(client);
    expect(mine).toMatchObject({ reason: `Order ${own.order_number}`, order_id: own.id });
    expect(other).toMatchObject({
      reason: 'An order that you do not have access to',
      order_id: null,
      delivery_id: null,
      quantity: -2,
    });
    expect(first?.reason).toBe('Opening stock');
    const report = JSON.stringify((await client.get('/reports/stock-moves?group=reason')).body);
    expect(report).toContain('"Orders"');
    expect(report).not.toContain(hidden.order_number);
  });

  it('a customer’s code, a SKU and the name of a category that are taken', async () => {
    const customer = await makeCustomer(test.admin);
    const { customer_code } = customer;
    const product = await makeProduct(test.admin);
    const cases = [
      ['customers', '/customers', customerBody({ customer_code }), customer.company_name],
      ['products', '/products', productBody({ sku_code: product.sku_code }), product.product_name],
      ['products', '/inventory/categories', { category_name: 'Electronics' }, '"record"'],
    ] as const;
    for (const [kind, path, body, name] of cases) {
      const [open, closed] = [
        await test.admin.post(path, body),
        await (await without(kind)).post(path, body),
      ];
      expect([path, open.status, closed.status]).toEqual([path, 409, 409]);
      expect(JSON.stringify(open.body)).toContain(name);
      expect(JSON.stringify(closed.body)).not.toContain(name);
      expect(closed.body.details).toHaveLength(1);
      expect(closed.body.details[0]).not.toHaveProperty('record');
    }
  });

  it('the customer without an address to whom an invoice is to be sent', async () => {
    const { id: customer_id } = await makeCustomer(test.admin, { email: null });
    const { id } = await makeRecord<{ id: number }>(
      test.admin,
      '/invoices',
      invoiceBody({ customer_id }),
    );
    const ask = (client: TestClient) => client.post(`/invoices/${id}/send`);
    const [open, closed] = [await ask(test.admin), await ask(await without('customers'))];
    expect([closed.status, closed.body.error]).toEqual([400, open.body.error]);
    expect(open.body.details[0]?.record?.id).toBe(customer_id);
    expect(closed.body.details[0]).not.toHaveProperty('record');
  });

  it('a workspace of others that has the name', async () => {
    const { id: owner, client } = await signInWith(test, everything);
    const own = await makeWorkspace(test.server, { [owner]: 'owner' });
    await makeRecord(test.admin, '/workspaces', { name: 'Foundry' });
    const ask = (caller: TestClient) => caller.put(`/workspaces/${own}`, { name: 'FOUNDRY' });
    const [open, closed] = [await ask(test.admin), await ask(client)];
    expect(open.body.details[0]?.record?.label).toBe('Foundry');
    expect(closed.status).toBe(409);
    expect(closed.body.error).toBe('There is already a workspace named FOUNDRY');
    expect(closed.body.details[0]).not.toHaveProperty('record');
  });
});
