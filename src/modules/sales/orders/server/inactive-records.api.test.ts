import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { OrderWithLines } from '../orders.fields';
import { itemOf, makeOrderOfEach, type OrderOfEach } from './orders.builders';

const test = fileServer();
let sold: OrderOfEach;

beforeEach(async () => {
  sold = await makeOrderOfEach(test.admin);
});

describe('an order of inactive records', () => {
  it('inactive ones are refused on new lines and stay on old ones', async () => {
    const { customer, product, service, order } = sold;
    await test.admin.put(`/products/${product}`, { is_active: false });
    await test.admin.put(`/services/${service}`, { is_active: false });
    const path = `/orders/${order.id}`;
    const more = await test.admin.put<OrderWithLines>(path, { items: [itemOf(product, 7)] });
    expect(more.body.data).toMatchObject({ subtotal: 75, item_count: 1 });
    const added = await test.admin.put(path, {
      items: [itemOf(product, 7), itemOf(product, 1)],
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
    expect((await test.admin.post('/orders', body)).body.error).toBe(
      'Service 1: "Annual pump check" is inactive and cannot be ordered',
    );
  });

  it('an inactive customer gets no order and no new line', async () => {
    const { customer, product, order } = sold;
    await test.admin.put(`/customers/${customer}`, { is_active: false });
    const error = 'The customer Godavari Forgings is inactive. Choose an active one.';
    const created = await test.admin.post('/orders', {
      customer_id: customer,
      items: [itemOf(product, 1)],
    });
    expect([created.status, created.body.error]).toEqual([400, error]);
    const added = await test.admin.put(`/orders/${order.id}`, {
      items: [itemOf(product, 1), itemOf(product, 1)],
    });
    expect([added.status, added.body.error]).toEqual([400, error]);
    const other = (await makeCustomer(test.admin)).id;
    const moved = await test.admin.put<OrderWithLines>(`/orders/${order.id}`, {
      customer_id: other,
    });
    expect(moved.body.data).toMatchObject({ customer_id: other, order_number: order.order_number });
    expect(
      (await test.admin.put(`/orders/${order.id}`, { customer_id: customer })).body.error,
    ).toBe(error);
  });
});
