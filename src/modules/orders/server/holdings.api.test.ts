import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/test-server';
import type { Customer } from '~/modules/customers/customers.fields';
import { customerBody } from '~/modules/customers/server/customers.builders';
import type { Product } from '~/modules/products/catalogue/products.fields';
import { productBody } from '~/modules/products/catalogue/server/products.builders';
import { serviceBody } from '~/modules/services/server/services.builders';
import type { Service } from '~/modules/services/services.fields';
import type { Order, OrderWithLines } from '../orders.fields';

let server: TestServer;
let admin: TestClient;
let customer: number;
let product: number;
let service: number;
let order: OrderWithLines;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  customer = (await admin.post<Customer>('/customers', customerBody())).body.data.id;
  product = (await admin.post<Product>('/products', productBody())).body.data.id;
  service = (await admin.post<Service>('/services', serviceBody())).body.data.id;
  order = await make();
});

const item = (quantity: number) => ({ product_id: product, quantity, unit_price: 10 });

async function make(): Promise<OrderWithLines> {
  const services = [{ service_id: service, quantity: 1, unit_price: 5 }];
  const body = { customer_id: customer, items: [item(1)], services };
  const answer = await admin.post<OrderWithLines>('/orders', body);
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const read = async () => (await admin.get<OrderWithLines>(`/orders/${order.id}`)).body.data;
const record = () => ({ type: 'order', id: order.id, label: order.order_number });

describe('what an order stands on', () => {
  it('a customer counts it, in the list too, and cannot be deleted', async () => {
    const first = await admin.get<Customer[]>('/customers');
    expect(first.body.data[0]).toMatchObject({ id: customer, order_count: 1 });
    const tag = { 'if-none-match': first.headers.get('etag') ?? '' };
    await make();
    expect((await admin.get<Customer[]>('/customers', tag)).body.data[0]?.order_count).toBe(2);
    await admin.put(`/customers/${customer}`, { is_active: false });
    const refused = await admin.delete(`/customers/${customer}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This customer has 2 orders and cannot be deleted',
    ]);
    expect(refused.body.details.map((detail) => detail.record)).toContainEqual(record());
  });

  it('a product and a service cannot be deleted, and say what holds them', async () => {
    const ofProduct = await admin.delete(`/products/${product}`);
    expect([ofProduct.status, ofProduct.body.error]).toEqual([
      409,
      '"Proximity Sensor M12" is on 1 order and cannot be deleted. Switch it off instead.',
    ]);
    const ofService = await admin.delete(`/services/${service}`);
    expect([ofService.status, ofService.body.error]).toEqual([
      409,
      'This service is on 1 order and cannot be deleted. Make it inactive instead.',
    ]);
    for (const answer of [ofProduct, ofService]) {
      expect(answer.body.details).toEqual([
        { message: `Stands on ${order.order_number}`, record: record() },
      ]);
    }
    expect((await admin.delete(`/orders/${order.id}`)).status).toBe(200);
    expect((await admin.delete(`/products/${product}`)).status).toBe(200);
    expect((await admin.delete(`/services/${service}`)).status).toBe(200);
  });

  it('inactive ones are refused on new lines and stay on old ones', async () => {
    await admin.put(`/products/${product}`, { is_active: false });
    await admin.put(`/services/${service}`, { is_active: false });
    const path = `/orders/${order.id}`;
    const more = await admin.put<OrderWithLines>(path, { items: [item(7)] });
    expect(more.body.data).toMatchObject({ subtotal: 75, item_count: 1 });
    const added = await admin.put(path, {
      items: [item(7), item(1)],
      services: [{ service_id: service, quantity: 2, unit_price: 5 }],
    });
    expect(added.status).toBe(400);
    expect(added.body).toMatchObject({
      error: 'Item 2: "Proximity Sensor M12" is inactive and cannot be ordered',
      details: [{ field: 'items.1.product_id', record: { type: 'product', id: product } }],
    });
    const body = {
      customer_id: customer,
      services: [{ service_id: service, quantity: 1, unit_price: 1 }],
    };
    expect((await admin.post('/orders', body)).body.error).toBe(
      'Service 1: "Annual pump check" is inactive and cannot be ordered',
    );
  });

  it('an inactive customer gets no order and no new line', async () => {
    await admin.put(`/customers/${customer}`, { is_active: false });
    const error = 'The customer Godavari Forgings is inactive. Choose an active one.';
    const made = await admin.post('/orders', { customer_id: customer, items: [item(1)] });
    expect([made.status, made.body.error]).toEqual([400, error]);
    const added = await admin.put(`/orders/${order.id}`, { items: [item(1), item(1)] });
    expect([added.status, added.body.error]).toEqual([400, error]);
    const other = (await admin.post<Customer>('/customers', customerBody())).body.data.id;
    const moved = await admin.put<OrderWithLines>(`/orders/${order.id}`, { customer_id: other });
    expect(moved.body.data).toMatchObject({ customer_id: other, order_number: order.order_number });
    expect((await admin.put(`/orders/${order.id}`, { customer_id: customer })).body.error).toBe(
      error,
    );
  });
});

/** An invoice that charges for the order's first item. */
async function invoice(status: string): Promise<number> {
  const { pool } = server.database;
  const made = await pool.query<{ id: number }>(
    `insert into invoices (customer_id, order_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
       total_amount, created_at, updated_at, status, invoice_number)
     values ($1, $2, '2026-11-21', '2026-12-21', 10, 10, 1, 11, now(), now(), $3,
       case when $3 <> 'draft' then 'INV-' || $2::integer end) returning id`,
    [customer, order.id, status],
  );
  const id = made.rows[0]?.id ?? 0;
  await pool.query(
    `insert into invoice_lines (invoice_id, position, product_id, order_line_id, description, quantity,
       unit_price, line_total) values ($1, 1, $2, $3, 'Sensor', 1, 10, 10)`,
    [id, product, order.items[0]?.id],
  );
  return id;
}

describe('an invoiced order', () => {
  it.each(['draft', 'pending'])(
    '(%s) keeps lines, customer and tax, and cannot be deleted',
    async (status) => {
      const id = await invoice(status);
      expect(await read()).toMatchObject({
        is_invoiced: true,
        items: [{ invoiced_quantity: 1 }],
        services: [{ invoiced_quantity: 0 }],
      });
      const path = `/orders/${order.id}`;
      const details = [{ record: { type: 'invoice', id } }];
      const locked = 'This order is invoiced: its items and services cannot be changed';
      const answers = [
        [await admin.put(path, { items: [item(2)] }), locked],
        [await admin.put(path, { services: [] }), locked],
        [
          await admin.put(path, { tax_rate: 18 }),
          'This order is invoiced: its tax cannot be changed',
        ],
        [
          await admin.put(path, { customer_id: 999 }),
          'This order is invoiced: its customer cannot be changed',
        ],
        [
          await admin.delete(path),
          'This order is invoiced and cannot be deleted. Cancel it instead.',
        ],
      ] as const;
      for (const [answer, error] of answers) {
        expect(answer.status).toBe(409);
        expect(answer.body).toMatchObject({ error, details });
      }
      const { updated_at: _seen, ...same } = await read();
      const form = { items: same.items, services: same.services, tax_amount: same.tax_amount };
      expect((await admin.put(path, { ...form, status: 'confirmed', notes: 'x' })).status).toBe(
        200,
      );
      const list = await admin.get<Order[]>('/orders');
      expect(list.body.data.find((each) => each.id === order.id)?.is_invoiced).toBe(true);
    },
  );

  it('is free again once the invoice is cancelled', async () => {
    const id = await invoice('pending');
    await server.database.pool.query(`update invoices set status = 'cancelled' where id = $1`, [
      id,
    ]);
    expect(await read()).toMatchObject({ is_invoiced: false, items: [{ invoiced_quantity: 0 }] });
    const answer = await admin.put<OrderWithLines>(`/orders/${order.id}`, { items: [] });
    expect(answer.body.data).toMatchObject({ items: [], subtotal: 5 });
    expect((await admin.delete(`/orders/${order.id}`)).status).toBe(200);
    const left = await admin.get<{ order_id: number | null }>(`/invoices/${id}`);
    expect(left.body.data.order_id).toBeNull();
  });
});

describe('the list', () => {
  it('comes newest first with an ETag that follows orders, customers and invoices', async () => {
    const newer = await make();
    const first = await admin.get<Order[]>('/orders');
    expect(first.body.data.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, order.id]);
    let tag = first.headers.get('etag') ?? '';
    for (const change of [
      () => admin.put(`/orders/${order.id}`, { notes: 'x' }),
      () => admin.put(`/customers/${customer}`, { company_name: 'Godavari Gears' }),
      () => invoice('draft'),
    ]) {
      expect((await admin.get('/orders', { 'if-none-match': tag })).status).toBe(304);
      await change();
      const next = await admin.get('/orders', { 'if-none-match': tag });
      expect(next.status).toBe(200);
      tag = next.headers.get('etag') ?? '';
    }
  });

  it('is refused without a session, as is every other call; what is not there is 404', async () => {
    const stranger = server.client();
    const path = `/orders/${order.id}`;
    const answers = await Promise.all([
      stranger.get('/orders'),
      stranger.get(path),
      stranger.post('/orders', {}),
      stranger.put(path, {}),
      stranger.put(`${path}/status`, { status: 'shipped' }),
      stranger.delete(path),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    for (const id of ['999999', '99999999999']) {
      expect((await admin.get(`/orders/${id}`)).status).toBe(404);
      expect((await admin.put(`/orders/${id}`, { notes: 'x' })).status).toBe(404);
      expect((await admin.put(`/orders/${id}/status`, { status: 'shipped' })).status).toBe(404);
      expect((await admin.delete(`/orders/${id}`)).status).toBe(404);
    }
    expect((await admin.get('/orders/abc')).status).toBe(400);
    expect((await admin.put(`${path}/status`, {})).status).toBe(400);
    expect((await admin.put(`${path}/status`, { status: 'shipped', notes: 'x' })).status).toBe(400);
  });
});

it('writes each change into the activity log', async () => {
  await admin.put(`/orders/${order.id}`, { items: [item(3)], notes: 'Soon' });
  await admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  await admin.delete(`/orders/${order.id}`);
  const log = await server.database.pool.query(
    `select action, message from activity where type = 'order' and record_id = $1 order by id`,
    [order.id],
  );
  const number = order.order_number;
  expect(log.rows).toEqual([
    { action: 'created', message: number },
    { action: 'updated', message: `${number}: Notes, Subtotal, Tax, Total, lines` },
    { action: 'updated', message: `${number}: Status` },
    { action: 'deleted', message: number },
  ]);
});
