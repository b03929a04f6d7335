import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { Customer } from '~/modules/customers/customers.fields';
import { customerBody } from '~/modules/customers/server/customers.builders';
import type { Product } from '~/modules/products/catalogue/products.fields';
import { productBody } from '~/modules/products/catalogue/server/products.builders';
import { serviceBody } from '~/modules/services/server/services.builders';
import type { Service } from '~/modules/services/services.fields';
import type { Order, OrderWithLines } from '../orders.fields';

const test = fileServer();
let customer: number;
let product: number;
let service: number;
let order: OrderWithLines;

beforeEach(async () => {
  customer = (await test.admin.post<Customer>('/customers', customerBody())).body.data.id;
  product = (await test.admin.post<Product>('/products', productBody())).body.data.id;
  service = (await test.admin.post<Service>('/services', serviceBody())).body.data.id;
  order = await make();
});

const item = (quantity: number) => ({ product_id: product, quantity, unit_price: 10 });

async function make(): Promise<OrderWithLines> {
  const services = [{ service_id: service, quantity: 1, unit_price: 5 }];
  const body = { customer_id: customer, items: [item(1)], services };
  const answer = await test.admin.post<OrderWithLines>('/orders', body);
  expect(answer.status).toBe(201);
  return answer.body.data;
}

/** An invoice that charges for the order's first item. */
async function invoice(status: string): Promise<number> {
  const { pool } = test.server.database;
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

describe('the list', () => {
  it('comes newest first with an ETag that follows orders, customers and invoices', async () => {
    const newer = await make();
    const first = await test.admin.get<Order[]>('/orders');
    expect(first.body.data.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, order.id]);
    let tag = first.headers.get('etag') ?? '';
    for (const change of [
      () => test.admin.put(`/orders/${order.id}`, { notes: 'x' }),
      () => test.admin.put(`/customers/${customer}`, { company_name: 'Godavari Gears' }),
      () => invoice('draft'),
    ]) {
      expect((await test.admin.get('/orders', { 'if-none-match': tag })).status).toBe(304);
      await change();
      const next = await test.admin.get('/orders', { 'if-none-match': tag });
      expect(next.status).toBe(200);
      tag = next.headers.get('etag') ?? '';
    }
  });

  it('is refused without a session, as is every other call; what is not there is 404', async () => {
    const stranger = test.server.client();
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
      expect((await test.admin.get(`/orders/${id}`)).status).toBe(404);
      expect((await test.admin.put(`/orders/${id}`, { notes: 'x' })).status).toBe(404);
      expect((await test.admin.put(`/orders/${id}/status`, { status: 'shipped' })).status).toBe(
        404,
      );
      expect((await test.admin.delete(`/orders/${id}`)).status).toBe(404);
    }
    expect((await test.admin.get('/orders/abc')).status).toBe(400);
    expect((await test.admin.put(`${path}/status`, {})).status).toBe(400);
    expect((await test.admin.put(`${path}/status`, { status: 'shipped', notes: 'x' })).status).toBe(
      400,
    );
  });
});

it('writes each change into the activity log', async () => {
  await test.admin.put(`/orders/${order.id}`, { items: [item(3)], notes: 'Soon' });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  await test.admin.delete(`/orders/${order.id}`);
  const log = await test.server.database.pool.query(
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
