import type { PoolClient } from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { dayOf } from '~/kit/shared/time/days';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { productBody } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { ownServer } from './testing/test-file-server';

interface Row {
  id: number;
  items: Record<string, unknown>[];
}

const test = ownServer();
let customer: number;
let products: number[];
/** What the server sent since the last call began, by the connection that took it, between taking and giving it back. */
let sent: string[][] = [];

beforeAll(async () => {
  listen();
  customer = await create('/customers', customerBody());
  products = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((each) =>
      create('/products', productBody({ sku_code: `S-${each}`, stock_quantity: 1000 })),
    ),
  );
});

async function create(path: string, body: unknown): Promise<number> {
  const response = await test.admin.post<Row>(path, body);
  expect(response.status).toBe(201);
  return response.body.data.id;
}

/** Hears every statement on the connections of this server's pool, and of no other's. */
function listen(): void {
  const seen = new WeakSet<PoolClient>();
  const current = new WeakMap<PoolClient, string[]>();
  test.server.server.database.pool.on('acquire', (client) => {
    const statements: string[] = [];
    sent.push(statements);
    current.set(client, statements);
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const [first] = given;
        const text = typeof first === 'string' ? first : (first as { text: string }).text;
        current.get(client)?.push(text);
        return query(...given);
      },
    });
  });
}

/** What the transaction of one write sends, without its begin and commit. */
async function statementsOf(call: () => Promise<ApiResponse<unknown>>): Promise<string[]> {
  sent = [];
  const mine = sent;
  const response = await call();
  expect(response.status).toBeLessThan(300);
  // Jobs that run in the meantime write no line of the activity log.
  const writes = mine.filter((each) => each.some((text) => text.includes('insert into activity')));
  expect(writes).toHaveLength(1);
  const [write = []] = writes;
  // The message that begins the transaction also names the writer.
  expect(write[0]).toMatch(/^begin; set local app\.actor = '\{[^;]*\}'$/);
  expect(write.at(-1)).toBe('commit');
  return write.slice(1, -1);
}

function orderOf(ids: readonly number[], quantity = 2) {
  const items = ids.map((product_id) => ({ product_id, quantity, unit_price: 100 }));
  return { customer_id: customer, items, services: [] };
}

const newOrder = () => create('/orders', orderOf(products.slice(0, 5)));

/** A confirmed order, so that changing its lines moves stock. */
async function confirmedOrder(): Promise<Row> {
  const id = await newOrder();
  const response = await test.admin.put<Row>(`/orders/${id}`, { status: 'confirmed' });
  expect(response.status).toBe(200);
  return response.body.data;
}

const newInvoice = () =>
  create('/invoices', invoiceBody({ customer_id: customer, status: 'pending' }));
const newDraft = () => create('/invoices', invoiceBody({ customer_id: customer }));
const paymentOf = (invoice_id: number) =>
  paymentBody({ invoice_id, payment_date: dayOf(test.server.clock.now(), 'Asia/Kolkata') });

type Case = [
  name: string,
  most: number,
  prepare: () => Promise<() => Promise<ApiResponse<unknown>>>,
];

const cases: Case[] = [
  [
    'createOrder, 5 lines',
    5,
    async () => () => test.admin.post('/orders', orderOf(products.slice(0, 5))),
  ],
  [
    'updateOrder, a plain field',
    5,
    async () => {
      const id = await newOrder();
      return () => test.admin.put(`/orders/${id}`, { notes: 'Call before delivery' });
    },
  ],
  [
    'updateOrder, 5 lines of a pending order',
    6,
    async () => {
      const id = await newOrder();
      return () => test.admin.put(`/orders/${id}`, orderOf(products.slice(1), 3));
    },
  ],
  [
    'updateOrder, 5 lines of a confirmed order',
    7,
    async () => {
      const { id } = await confirmedOrder();
      return () => test.admin.put(`/orders/${id}`, orderOf(products.slice(1), 3));
    },
  ],
  [
    'updateOrder, a confirmed order of 5 lines shipped, with its delivery',
    13,
    async () => {
      const { id } = await confirmedOrder();
      return () => test.admin.put(`/orders/${id}/status`, { status: 'shipped' });
    },
  ],
  [
    'updateInvoice, the lines of a draft',
    5,
    async () => {
      const id = await newDraft();
      const items = [{ description: 'Training', quantity: 3, unit_price: 250 }];
      return () => test.admin.put(`/invoices/${id}`, { items });
    },
  ],
  [
    'updateInvoice, a plain field of an issued one',
    5,
    async () => {
      const id = await newInvoice();
      return () => test.admin.put(`/invoices/${id}`, { notes: 'Thank you' });
    },
  ],
  [
    'addPayment',
    8,
    async () => {
      const id = await newInvoice();
      return () => test.admin.post('/payments', paymentOf(id));
    },
  ],
  [
    'updatePayment, its amount',
    8,
    async () => {
      const id = await create('/payments', { ...paymentOf(await newInvoice()), status: 'pending' });
      return () => test.admin.put(`/payments/${id}`, { amount: 1 });
    },
  ],
  [
    'updatePayment, completed',
    9,
    async () => {
      const id = await create('/payments', { ...paymentOf(await newInvoice()), status: 'pending' });
      return () => test.admin.put(`/payments/${id}`, { status: 'completed' });
    },
  ],
  [
    'convertLead',
    9,
    async () => {
      const id = await create('/leads', leadBody());
      return () => test.admin.post(`/leads/${id}/convert`);
    },
  ],
];

// Through a pooler the message that begins says more.
it.skipIf(process.env['TEST_DATABASE_DIRECT_URL']).each(cases)(
  '%s: at most %i statements between begin and commit',
  async (_name, most, prepare) => {
    const call = await prepare();
    const statements = await statementsOf(call);
    expect(statements.length, statements.join(';\n')).toBeLessThanOrEqual(most);
  },
);
