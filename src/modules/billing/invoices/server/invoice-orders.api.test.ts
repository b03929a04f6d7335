import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeService } from '~/modules/catalogue/services/server/services.builders';
import type { InvoiceWithLines } from '../invoices.fields';
import { type InvoiceFixture, invoiceFixture } from './invoices.builders';

const test = fileServer();
let fixture: InvoiceFixture;
let customerId: number;
let productId: number;
let serviceId: number;
/** An order of ten flanges at ₹50 and two and a half hours at ₹100, taxed 12 %. */
let order: { id: number; item: number; service: number };

beforeAll(async () => {
  customerId = (await makeCustomer(test.admin)).id;
  productId = (await makeProduct(test.admin)).id;
  serviceId = (await makeService(test.admin)).id;
  fixture = invoiceFixture(test.admin, customerId);
});
beforeEach(async () => {
  order = await insertOrder('confirmed');
});

let orders = 0;

async function insertOrder(status: string): Promise<typeof order> {
  orders += 1;
  const { pool } = test.server.database;
  const created = await pool.query<{ id: number }>(
    `insert into orders (order_number, customer_id, order_date, status, item_count, subtotal, tax_rate,
       tax_amount, total_amount, created_by_name, created_at, updated_at)
     values ($1, $2, '2026-11-01', $3, 1, 750, 12, 90, 840, 'System', now(), now()) returning id`,
    [`ORD-25-26-${String(orders).padStart(5, '0')}`, customerId, status],
  );
  const id = created.rows[0]?.id ?? 0;
  const lines = await pool.query<{ id: number }>(
    `insert into order_lines (order_id, position, product_id, service_id, description, quantity, unit_price, line_total)
     values ($1, 1, $2, null, 'Flange DN 50', 10, 50, 500), ($1, 2, null, $3, 'Fitting on site', 2.5, 100, 250)
     returning id`,
    [id, productId, serviceId],
  );
  return { id, item: lines.rows[0]?.id ?? 0, service: lines.rows[1]?.id ?? 0 };
}

const flanges = (quantity: number, more: object = {}) => ({
  description: 'Flanges',
  product_id: productId,
  quantity,
  unit_price: 50,
  ...more,
});
const hours = (quantity: number, more: object = {}) => ({
  description: 'Hours',
  service_id: serviceId,
  quantity,
  unit_price: 100,
  ...more,
});

function bill(items: ReturnType<typeof flanges>[] | object[], values: object = {}) {
  const body = { customer_id: customerId, order_id: order.id, items, ...values };
  return test.admin.post<InvoiceWithLines>('/invoices', body);
}

describe('an invoice from an order', () => {
  it('takes the order’s rate, and points at the lines that it charges for', async () => {
    const response = await bill([
      flanges(10),
      hours(2.5),
      { description: 'Freight', quantity: 1, unit_price: 80 },
    ]);
    expect(response.status, response.body.error).toBe(201);
    const { items, ...invoice } = response.body.data;
    expect(invoice).toMatchObject({
      order_id: order.id,
      tax_rate: 12,
      subtotal: 830,
      tax_amount: 99.6,
      total_amount: 929.6,
    });
    expect(items.map((line) => line.order_line_id)).toEqual([order.item, order.service, null]);
    expect(items.map((line) => [line.product_id, line.service_id])).toEqual([
      [productId, null],
      [null, serviceId],
      [null, null],
    ]);
  });

  it('finds the order’s lines by product, by service, by words, and by their ids', async () => {
    const lines = [
      { description: ' flange  dn 50', quantity: 1, unit_price: 50 },
      { description: 'Anything', quantity: 1, unit_price: 1, order_line_id: order.service },
      flanges(1, { order_line_id: null }),
    ];
    const { items } = (await bill(lines)).body.data;
    expect(items.map((line) => line.order_line_id)).toEqual([
      order.item,
      order.service,
      order.item,
    ]);
    expect(items[1]?.service_id).toBe(serviceId);
  });

  it('comes in parts, until nothing is left; drafts hold their share', async () => {
    const first = (await bill([flanges(4)])).body.data;
    const tooMany = await bill([flanges(7)]);
    expect([tooMany.status, tooMany.body.error]).toEqual([
      409,
      'Only 6 of "Flange DN 50" are left to invoice',
    ]);
    expect(tooMany.body.details).toContainEqual({
      field: 'items.0.quantity',
      message: `Invoiced on DRAFT-${first.id}`,
      record: { type: 'invoice', id: first.id, label: `DRAFT-${first.id}` },
    });
    expect((await bill([flanges(3), flanges(3), hours(2.5)])).status).toBe(201);
    expect((await bill([flanges(1)])).body.error).toBe('"Flange DN 50" has already been invoiced');
    expect((await bill([hours(0.001)])).status).toBe(409);
    expect((await bill([{ description: 'Freight', quantity: 1, unit_price: 5 }])).status).toBe(201);
  });

  it('sets its share free when it is deleted or cancelled', async () => {
    const draft = (await bill([flanges(10)])).body.data;
    expect((await bill([flanges(1)])).status).toBe(409);
    await test.admin.delete(`/invoices/${draft.id}`);
    const issued = (await bill([flanges(10)], { status: 'pending' })).body.data;
    expect((await bill([flanges(1)])).status).toBe(409);
    expect((await fixture.setStatus(issued.id, 'cancelled')).status).toBe(200);
    expect((await fixture.read(issued.id)).order_id).toBe(order.id);
    expect((await bill([flanges(10)])).status).toBe(201);
  });

  it('changes its own share as a draft', async () => {
    const draft = (await bill([flanges(4)])).body.data;
    expect((await fixture.put(draft.id, { items: [flanges(10)] })).status).toBe(200);
    expect((await fixture.put(draft.id, { items: [flanges(11)] })).status).toBe(409);
    expect((await fixture.put(draft.id, { items: [flanges(2)] })).body.data.total_amount).toBe(112);
    expect((await bill([flanges(8)])).status).toBe(201);
    expect((await fixture.put(draft.id, { items: [flanges(3)] })).status).toBe(409);
    const away = await fixture.put(draft.id, { order_id: null });
    expect(away.status, away.body.error).toBe(200);
    expect(away.body.data.items[0]).toMatchObject({ order_line_id: null, product_id: productId });
    expect((await bill([flanges(2)])).status).toBe(201);
    expect((await fixture.put(draft.id, { order_id: order.id })).status).toBe(409);
  });

  it('lets one of several who invoice the whole at once win', async () => {
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => bill([flanges(10)], { status: 'sent' })),
    );
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
  });

  it.each([
    ['pending', 409],
    ['cancelled', 409],
    ['confirmed', 201],
    ['processing', 201],
    ['shipped', 201],
    ['delivered', 201],
  ])('of an order that is %s answers %i', async (status, expected) => {
    order = await insertOrder(status);
    const response = await bill([flanges(1)]);
    expect(response.status).toBe(expected);
    if (expected === 409) {
      expect(response.body.error).toMatch(/ cannot be invoiced$/);
      expect(response.body.details[0]?.record).toMatchObject({ type: 'order', id: order.id });
    }
  });

  it('is refused for another customer, and for lines that are none of the order’s', async () => {
    const other = (await makeCustomer(test.admin)).id;
    const outsider = await bill([flanges(1)], { customer_id: other });
    expect(outsider.status).toBe(400);
    expect(outsider.body.error).toMatch(/ belongs to another customer$/);
    const unknown = await bill([flanges(1, { order_line_id: 999_999 })]);
    expect([unknown.status, unknown.body.error]).toEqual([400, 'Line not found on this order']);
    const wrong = await bill([flanges(1, { order_line_id: order.service })]);
    expect(wrong.status).toBe(400);
    const without = await bill([flanges(1, { order_line_id: order.item })], { order_id: null });
    expect([without.status, without.body.details[0]?.field]).toEqual([
      400,
      'items.0.order_line_id',
    ]);
    const both = await bill([flanges(1, { service_id: serviceId })]);
    expect(both.status).toBe(400);
    const draft = (await bill([flanges(1)])).body.data;
    expect((await fixture.put(draft.id, { customer_id: other })).status).toBe(400);
  });
});

it('an order whose invoice was cancelled can change its lines again', async () => {
  const body = {
    customer_id: customerId,
    items: [{ product_id: productId, quantity: 3, unit_price: 50 }],
  };
  const created = await test.admin.post<{ id: number; is_invoiced: boolean }>('/orders', body);
  const { id } = created.body.data;
  await test.admin.put(`/orders/${id}/status`, { status: 'confirmed' });
  const lines = { customer_id: customerId, order_id: id, items: [flanges(3)] };
  const invoice = await test.admin.post<InvoiceWithLines>('/invoices', {
    ...lines,
    status: 'pending',
  });
  expect(invoice.status, invoice.body.error).toBe(201);
  expect(invoice.body.data.tax_rate).toBe(10);
  const seen = async () =>
    (await test.admin.get<{ is_invoiced: boolean }>(`/orders/${id}`)).body.data.is_invoiced;
  expect(await seen()).toBe(true);
  const fewer = { items: [{ product_id: productId, quantity: 2, unit_price: 50 }] };
  expect((await test.admin.put(`/orders/${id}`, fewer)).status).toBe(409);
  await fixture.setStatus(invoice.body.data.id, 'cancelled');
  expect(await seen()).toBe(false);
  const other = { items: [{ product_id: productId, quantity: 1, unit_price: 9 }] };
  expect((await test.admin.put(`/orders/${id}`, other)).status).toBe(200);
  expect(
    (
      await test.admin.put(`/orders/${id}`, {
        items: [],
        services: [{ service_id: serviceId, quantity: 1, unit_price: 5 }],
      })
    ).status,
  ).toBe(200);
});
