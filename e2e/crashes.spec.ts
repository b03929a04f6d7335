import type { APIRequestContext } from '@playwright/test';
import { startMailServer } from '../src/kit/server/testing/test-mail-server';
import type { OrderRow } from './orders';
import { client, expect, type Product, startProduct, test } from './product';

const clients = 3;

test.slow();

interface Call {
  method?: 'PUT';
  path: string;
  key: string;
  data?: object;
}

interface Done {
  call: Call;
  /** Null where the answer never came. */
  status: number | null;
  data: Record<string, unknown>;
}

interface InvoiceRow {
  id: number;
  invoice_number: string;
  status: string;
  total_amount: number;
  paid_amount: number;
  balance_due: number;
}

interface PaymentRow {
  invoice_id: number;
  amount: number;
  reference_number: string;
}

/** Sends a call as a form does, with a key of its own. */
async function send(context: APIRequestContext, call: Call): Promise<Done> {
  const headers = { 'Idempotency-Key': call.key };
  try {
    const { method = 'POST', data = {} } = call;
    const response = await context.fetch(`/api${call.path}`, { method, data, headers });
    const body = (await response.json()) as { data?: Record<string, unknown> };
    return { call, status: response.status(), data: body.data ?? {} };
  } catch {
    return { call, status: null, data: {} };
  }
}

async function make(context: APIRequestContext, path: string, data: object): Promise<number> {
  const response = await context.post(`/api${path}`, { data });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { data: { id: number } }).data.id;
}

async function listOf<T>(context: APIRequestContext, path: string): Promise<T[]> {
  const response = await context.get(`/api${path}`);
  expect(response.status()).toBe(200);
  return ((await response.json()) as { data: T[] }).data;
}

/**
 * Several clients make calls without a break until `enough` are answered; then the power goes, and the product starts
 * again. Gives what became of each call: the last ones have no answer. Where all were answered at that moment it is done
 * once more.
 */
async function callUntilKilled(
  product: Product,
  nextOf: (index: number, count: number, last: Done | null) => Call | null,
  enough: number,
): Promise<Done[]> {
  const contexts = await Promise.all(Array.from({ length: clients }, () => client(product)));
  const done: Done[] = [];
  const counts = contexts.map(() => 0);
  const isCut = () => done.some(({ status }) => status === null);
  for (let round = 1; round <= 5 && !isCut(); round += 1) {
    let killed = false;
    const working = contexts.map(async (context, index) => {
      for (let last: Done | null = null; !killed && last?.status !== null; ) {
        const call = nextOf(index, counts[index] ?? 0, last);
        if (!call) return;
        counts[index] = (counts[index] ?? 0) + 1;
        last = await send(context, call);
        done.push(last);
      }
    });
    const reached = done.length + enough;
    await expect.poll(() => done.length, { intervals: [5] }).toBeGreaterThan(reached);
    await product.end('SIGKILL');
    killed = true;
    await Promise.all(working);
    await product.restart();
  }
  return done;
}

/** What a person does whose form had no answer: sends it again. */
async function sendAgain(context: APIRequestContext, done: readonly Done[]): Promise<Done[]> {
  const unanswered = done.filter(({ status }) => status === null);
  expect(unanswered.length).toBeGreaterThan(0);
  return Promise.all(unanswered.map(({ call }) => send(context, call)));
}

async function makeCustomer(context: APIRequestContext): Promise<number> {
  const person = { contact_person: 'Meera Kulkarni', email: 'accounts@deccan.example' };
  return make(context, '/customers', { company_name: 'Deccan Pumps', ...person });
}

test('killed amid orders: each has all its lines and holds its stock once, or is not there', async () => {
  const product = await startProduct({ ADMIN_PASSWORD: 'demo1234' });
  const context = await client(product);
  const customer_id = await makeCustomer(context);
  const goods = { product_name: 'Hex Bolt M8', sku_code: 'BLT-M8', unit_price: 12.35 };
  const product_id = await make(context, '/products', { ...goods, stock_quantity: 100_000 });
  const amc = { service_name: 'Annual maintenance', service_type: 'AMC', price: 1500.55 };
  const service_id = await make(context, '/services', amc);
  const order = {
    customer_id,
    items: [1, 2].map((quantity) => ({ product_id, quantity, unit_price: 12.35 })),
    services: [{ service_id, quantity: 1, unit_price: 1500.55 }],
  };
  const next = (index: number, count: number, last: Done | null): Call => {
    const key = `order-${index}-${count}`;
    if (last && last.call.method !== 'PUT') {
      const path = `/orders/${Number(last.data['id'])}/status`;
      return { method: 'PUT', path, key, data: { status: 'confirmed' } };
    }
    return { path: '/orders', key, data: { ...order, notes: key } };
  };
  const done = await callUntilKilled(product, next, 24);
  for (const { call, status } of await sendAgain(context, done))
    expect(status).toBe(call.method === 'PUT' ? 200 : 201);
  const orders = await listOf<OrderRow>(context, '/orders');
  const keys = orders.map(({ notes }) => notes).sort();
  const created = done.filter(({ call }) => call.method !== 'PUT');
  expect(keys).toEqual(created.map(({ call }) => call.key).sort());
  expect(new Set(orders.map((each) => each.order_number)).size).toBe(orders.length);
  const wholes = await Promise.all(
    orders.map(async ({ id }) => {
      const response = await context.get(`/api/orders/${id}`);
      return ((await response.json()) as { data: OrderRow }).data;
    }),
  );
  for (const { items, services, subtotal } of wholes)
    expect([items.length, services.length, subtotal]).toEqual([2, 1, 1537.6]);
  const confirmed = orders.filter(({ status }) => status === 'confirmed');
  expect(confirmed).toHaveLength(done.length - created.length);
  const [bolt] = await listOf<{ reserved_quantity: number }>(context, '/products');
  expect(bolt?.reserved_quantity).toBe(3 * confirmed.length);
  await product.stop();
});

test('killed amid payments: every invoice agrees with its payments, and none is taken twice', async () => {
  const product = await startProduct({ ADMIN_PASSWORD: 'demo1234' });
  const context = await client(product);
  const customer_id = await makeCustomer(context);
  const items = [{ description: 'Die repair', quantity: 1, unit_price: 1000 }];
  const invoice = { customer_id, items, tax_rate: 18, status: 'pending' };
  const ids: number[] = [];
  for (let count = 0; count < clients; count += 1)
    ids.push(await make(context, '/invoices', invoice));
  const next = (index: number, count: number): Call => {
    const key = `payment-${index}-${count}`;
    const money = { amount: 1.01, payment_method: 'cash', payment_date: '2026-04-01' };
    return {
      path: '/payments',
      key,
      data: { invoice_id: ids[(index + count) % clients], ...money, reference_number: key },
    };
  };
  const done = await callUntilKilled(product, next, 24);
  const again = await sendAgain(context, done);
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 201));
  const payments = await listOf<PaymentRow>(context, '/payments');
  const references = payments.map((each) => each.reference_number).sort();
  expect(references).toEqual(done.map(({ call }) => call.key).sort());
  for (const row of await listOf<InvoiceRow>(context, '/invoices')) {
    const count = payments.filter((each) => each.invoice_id === row.id).length;
    expect(row.status).toBe('partially_paid');
    expect(row.paid_amount).toBeCloseTo(1.01 * count, 6);
    expect(row.balance_due).toBeCloseTo(1180 - 1.01 * count, 6);
  }
  await product.stop();
});

test('killed amid sending: a mail arrives at most once, and what was acknowledged is sent', async () => {
  const mails = await startMailServer();
  const product = await startProduct({ ADMIN_PASSWORD: 'demo1234', SMTP_URL: mails.url });
  const context = await client(product);
  const customer_id = await makeCustomer(context);
  const items = [{ description: 'Die repair', quantity: 1, unit_price: 1000 }];
  const ids: number[] = [];
  for (let count = 0; count < 24; count += 1)
    ids.push(await make(context, '/invoices', { customer_id, items }));
  const next = (index: number, count: number): Call | null => {
    const id = ids[count * clients + index];
    return id === undefined ? null : { path: `/invoices/${id}/send`, key: `send-${id}` };
  };
  const done = await callUntilKilled(product, next, 9);
  const numbers = () =>
    mails.received.map(({ subject }) => /INV-\S+/.exec(subject ?? '')?.[0] ?? '');
  const acknowledged = done.filter(({ status }) => status === 200);
  for (const { data } of acknowledged) {
    expect(data['status']).toBe('sent');
    expect(numbers()).toContain(data['invoice_number']);
  }
  const again = await sendAgain(context, done);
  for (const { status } of again) expect([200, 409, 502]).toContain(status);
  const rows = await listOf<InvoiceRow>(context, '/invoices');
  for (const { data } of acknowledged)
    expect(rows.find(({ id }) => id === data['id'])).toMatchObject({
      status: 'sent',
      invoice_number: data['invoice_number'],
    });
  expect(new Set(numbers()).size).toBe(numbers().length);
  // A mail names an invoice by the number that it has, or that it keeps in reserve.
  const legal = rows.map((each) => each.invoice_number).filter((each) => each.startsWith('INV-'));
  expect(new Set(legal).size).toBe(legal.length);
  await product.stop();
  await mails.close();
});
