import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { Customer } from '~/modules/customers/customers.fields';
import { customerBody } from '~/modules/customers/server/customers.builders';
import type { Product } from '~/modules/products/catalogue/products.fields';
import { productBody } from '~/modules/products/catalogue/server/products.builders';
import { serviceBody } from '~/modules/services/server/services.builders';
import type { Service } from '~/modules/services/services.fields';
import type { OrderWithLines } from '../orders.fields';

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

describe('an order of inactive records', () => {
  it('inactive ones are refused on new lines and stay on old ones', async () => {
    await test.admin.put(`/products/${product}`, { is_active: false });
    await test.admin.put(`/services/${service}`, { is_active: false });
    const path = `/orders/${order.id}`;
    const more = await test.admin.put<OrderWithLines>(path, { items: [item(7)] });
    expect(more.body.data).toMatchObject({ subtotal: 75, item_count: 1 });
    const added = await test.admin.put(path, {
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
    expect((await test.admin.post('/orders', body)).body.error).toBe(
      'Service 1: "Annual pump check" is inactive and cannot be ordered',
    );
  });

  it('an inactive customer gets no order and no new line', async () => {
    await test.admin.put(`/customers/${customer}`, { is_active: false });
    const error = 'The customer Godavari Forgings is inactive. Choose an active one.';
    const made = await test.admin.post('/orders', { customer_id: customer, items: [item(1)] });
    expect([made.status, made.body.error]).toEqual([400, error]);
    const added = await test.admin.put(`/orders/${order.id}`, { items: [item(1), item(1)] });
    expect([added.status, added.body.error]).toEqual([400, error]);
    const other = (await test.admin.post<Customer>('/customers', customerBody())).body.data.id;
    const moved = await test.admin.put<OrderWithLines>(`/orders/${order.id}`, {
      customer_id: other,
    });
    expect(moved.body.data).toMatchObject({ customer_id: other, order_number: order.order_number });
    expect(
      (await test.admin.put(`/orders/${order.id}`, { customer_id: customer })).body.error,
    ).toBe(error);
  });
});
