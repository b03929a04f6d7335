import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { Order, OrderWithLines } from '../orders.fields';
import { itemOf, makeOrderOfEach, type OrderOfEach } from './orders.builders';

const test = fileServer();
let sold: OrderOfEach;

beforeEach(async () => {
  sold = await makeOrderOfEach(test.admin);
});

const read = async () =>
  (await test.admin.get<OrderWithLines>(`/orders/${sold.order.id}`)).body.data;
const record = () => ({ type: 'order', id: sold.order.id, label: sold.order.order_number });

describe('what an order uses', () => {
  it('a customer counts it, in the list too, and cannot be deleted', async () => {
    const { customer } = sold;
    const first = await test.admin.get<Customer[]>('/customers');
    expect(first.body.data[0]).toMatchObject({ id: customer, order_count: 1 });
    const tag = { 'if-none-match': first.headers.get('etag') ?? '' };
    await sold.orderAgain();
    expect((await test.admin.get<Customer[]>('/customers', tag)).body.data[0]?.order_count).toBe(2);
    await test.admin.put(`/customers/${customer}`, { is_active: false });
    const refused = await test.admin.delete(`/customers/${customer}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This customer has 2 orders and cannot be deleted',
    ]);
    expect(refused.body.details.map((detail) => detail.record)).toContainEqual(record());
  });

  it('a product and a service cannot be deleted, and say what holds them', async () => {
    const { product, service, order } = sold;
    const ofProduct = await test.admin.delete(`/products/${product}`);
    expect([ofProduct.status, ofProduct.body.error]).toEqual([
      409,
      '"Proximity Sensor M12" is on 1 order and cannot be deleted. Make it inactive instead.',
    ]);
    const ofService = await test.admin.delete(`/services/${service}`);
    expect([ofService.status, ofService.body.error]).toEqual([
      409,
      'This service is on 1 order and cannot be deleted. Make it inactive instead.',
    ]);
    for (const response of [ofProduct, ofService]) {
      expect(response.body.details).toEqual([
        { message: `Used by ${order.order_number}`, record: record() },
      ]);
    }
    expect((await test.admin.delete(`/orders/${order.id}`)).status).toBe(200);
    expect((await test.admin.delete(`/products/${product}`)).status).toBe(200);
    expect((await test.admin.delete(`/services/${service}`)).status).toBe(200);
  });
});

/** An invoice that charges for the order's first item. */
async function invoice(status: string): Promise<number> {
  const { customer, product, order } = sold;
  const { pool } = test.server.database;
  const created = await pool.query<{ id: number }>(
    `insert into invoices (customer_id, order_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
       total_amount, created_at, updated_at, status, invoice_number)
     values ($1, $2, '2026-11-21', '2026-12-21', 10, 10, 1, 11, now(), now(), $3,
       case when $3 <> 'draft' then 'INV-' || $2::integer end) returning id`,
    [customer, order.id, status],
  );
  const id = created.rows[0]?.id ?? 0;
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
      const path = `/orders/${sold.order.id}`;
      const details = [{ record: { type: 'invoice', id } }];
      const locked = 'This order is invoiced: its items and services cannot be changed';
      const responses = [
        [await test.admin.put(path, { items: [itemOf(sold.product, 2)] }), locked],
        [await test.admin.put(path, { services: [] }), locked],
        [
          await test.admin.put(path, { tax_rate: 18 }),
          'This order is invoiced: its tax cannot be changed',
        ],
        [
          await test.admin.put(path, { customer_id: 999 }),
          'This order is invoiced: its customer cannot be changed',
        ],
        [
          await test.admin.delete(path),
          'This order is invoiced and cannot be deleted. Cancel it instead.',
        ],
      ] as const;
      for (const [response, error] of responses) {
        expect(response.status).toBe(409);
        expect(response.body).toMatchObject({ error, details });
      }
      const { updated_at: _seen, ...same } = await read();
      const form = { items: same.items, services: same.services, tax_amount: same.tax_amount };
      expect(
        (await test.admin.put(path, { ...form, status: 'confirmed', notes: 'x' })).status,
      ).toBe(200);
      const list = await test.admin.get<Order[]>('/orders');
      expect(list.body.data.find((each) => each.id === sold.order.id)?.is_invoiced).toBe(true);
    },
  );

  it('is free again once the invoice is cancelled', async () => {
    const id = await invoice('pending');
    await test.server.database.pool.query(
      `update invoices set status = 'cancelled' where id = $1`,
      [id],
    );
    expect(await read()).toMatchObject({ is_invoiced: false, items: [{ invoiced_quantity: 0 }] });
    const path = `/orders/${sold.order.id}`;
    const response = await test.admin.put<OrderWithLines>(path, { items: [] });
    expect(response.body.data).toMatchObject({ items: [], subtotal: 5 });
    expect((await test.admin.delete(path)).status).toBe(200);
    const remaining = await test.admin.get<{ order_id: number | null }>(`/invoices/${id}`);
    expect(remaining.body.data.order_id).toBeNull();
  });
});
