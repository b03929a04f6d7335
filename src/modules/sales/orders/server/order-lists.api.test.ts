import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { invoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import type { Order } from '../orders.fields';
import { itemOf, makeOrderOfEach, type OrderOfEach } from './orders.builders';

const test = fileServer();
let sold: OrderOfEach;

beforeEach(async () => {
  sold = await makeOrderOfEach(test.admin);
});

describe('the list', () => {
  it('comes newest first with an ETag that follows orders, customers and invoices', async () => {
    const { customer, order } = sold;
    const newer = await sold.orderAgain();
    const first = await test.admin.get<Order[]>('/orders');
    expect(first.body.data.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, order.id]);
    const invoiced = {
      order_line_id: order.items[0]?.id ?? 0,
      description: 'Of the order',
      quantity: 1,
      unit_price: 5,
    };
    let tag = first.headers.get('etag') ?? '';
    for (const change of [
      () => test.admin.put(`/orders/${order.id}`, { notes: 'x' }),
      () => test.admin.put(`/customers/${customer}`, { company_name: 'Godavari Gears' }),
      () => test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' }),
      () => invoiceFixture(test.admin, customer).make({ order_id: order.id, items: [invoiced] }),
    ]) {
      expect((await test.admin.get('/orders', { 'if-none-match': tag })).status).toBe(304);
      await change();
      const next = await test.admin.get('/orders', { 'if-none-match': tag });
      expect(next.status).toBe(200);
      tag = next.headers.get('etag') ?? '';
    }
  });

  it('is refused without a session, as is every other call; what is not there is 404', async () => {
    const outsider = test.server.client();
    const path = `/orders/${sold.order.id}`;
    const responses = await Promise.all([
      outsider.get('/orders'),
      outsider.get(path),
      outsider.post('/orders', {}),
      outsider.put(path, {}),
      outsider.put(`${path}/status`, { status: 'shipped' }),
      outsider.delete(path),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
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
  const { product, order } = sold;
  await test.admin.put(`/orders/${order.id}`, { items: [itemOf(product, 3)], notes: 'Soon' });
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
