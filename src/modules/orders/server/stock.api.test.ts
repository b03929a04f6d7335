import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/test-server';
import type { Customer } from '~/modules/customers/customers.fields';
import { customerBody } from '~/modules/customers/server/customers.builders';
import type { Movement } from '~/modules/products/stock/movements.fields';
import type { Product } from '~/modules/products/catalogue/products.fields';
import { productBody } from '~/modules/products/catalogue/server/products.builders';
import type { NewOrder } from '../requests.fields';
import type { OrderWithLines } from '../orders.fields';

let server: TestServer;
let admin: TestClient;
let customer: number;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn();
  customer = (await admin.post<Customer>('/customers', customerBody())).body.data.id;
});
afterAll(() => server.close());

const products = async (stock_quantity: number, values = {}) =>
  (await admin.post<Product>('/products', productBody({ stock_quantity, ...values }))).body.data;
const holding = async (id: number) => {
  const { stock_quantity, reserved_quantity } = (await admin.get<Product>(`/products/${id}`)).body
    .data;
  return [stock_quantity, reserved_quantity];
};
const movements = async (id: number) =>
  (await admin.get<Movement[]>(`/products/${id}/stock-movements`)).body.data;
const item = (product_id: number, quantity: number) => ({ product_id, quantity, unit_price: 10 });

async function make(items: NewOrder['items']): Promise<OrderWithLines> {
  const answer = await admin.post<OrderWithLines>('/orders', { customer_id: customer, items });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const move = (id: number, status: string) =>
  admin.put<OrderWithLines>(`/orders/${id}/status`, { status });

describe('stock follows the status', () => {
  it('holds nothing, reserves, takes and gives back, each move with its order', async () => {
    const { id } = await products(10);
    const order = await make([item(id, 2), item(id, 1)]);
    expect(await holding(id)).toEqual([10, 0]);
    for (const [status, stock, reserved] of [
      ['confirmed', 10, 3],
      ['processing', 10, 3],
      ['shipped', 7, 0],
      ['delivered', 7, 0],
      ['processing', 10, 3],
      ['delivered', 7, 0],
      ['cancelled', 10, 0],
      ['shipped', 7, 0],
      ['pending', 10, 0],
      ['confirmed', 10, 3],
      ['cancelled', 10, 0],
    ] as const) {
      const answer = await move(order.id, status);
      expect(answer.body.data).toMatchObject({ status, items: order.items });
      expect([status, ...(await holding(id))]).toEqual([status, stock, reserved]);
    }
    const moves = await movements(id);
    expect(moves.map((each) => each.quantity)).toEqual([3, -3, 3, -3, 3, -3, 10]);
    expect(moves[0]).toMatchObject({
      movement_type: 'order',
      order_id: order.id,
      reason: `Order ${order.order_number}`,
      created_by: 1,
    });
  });

  it('also where the status comes with the rest of the form, and answers the same status as no change', async () => {
    const { id } = await products(5);
    const order = await make([item(id, 2)]);
    const answer = await admin.put<OrderWithLines>(`/orders/${order.id}`, {
      status: 'shipped',
      items: [item(id, 4)],
    });
    expect(answer.body.data).toMatchObject({ status: 'shipped', subtotal: 40 });
    expect(await holding(id)).toEqual([1, 0]);
    const again = await move(order.id, 'shipped');
    expect(again.body.data.updated_at).toBe(answer.body.data.updated_at);
    expect(await movements(id)).toHaveLength(2);
  });

  it('reserves more than there is, and follows changed lines', async () => {
    const [one, two] = [await products(1), await products(1)];
    const order = await make([item(one.id, 5)]);
    await move(order.id, 'confirmed');
    expect(await holding(one.id)).toEqual([1, 5]);
    await admin.put(`/orders/${order.id}`, { items: [item(one.id, 2), item(two.id, 3)] });
    expect([await holding(one.id), await holding(two.id)]).toEqual([
      [1, 2],
      [1, 3],
    ]);
    await admin.put(`/orders/${order.id}`, { items: [item(two.id, 1)] });
    expect([await holding(one.id), await holding(two.id)]).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect((await admin.delete(`/orders/${order.id}`)).status).toBe(200);
    expect(await holding(two.id)).toEqual([1, 0]);
  });

  it('reserves no more than can be counted', async () => {
    const { id } = await products(0, { product_name: 'Rivets' });
    const order = await make([1, 2, 3].map(() => ({ ...item(id, 999_999_999), unit_price: 1 })));
    const answer = await move(order.id, 'confirmed');
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'No more than 2,14,74,83,647 of "Rivets" can be reserved',
    ]);
    expect((await move(order.id, 'shipped')).body.error).toBe(
      'Not enough stock of "Rivets": 2,99,99,99,997 needed, 0 available',
    );
  });

  it('a deleted order that was shipped gives its stock back, a delivered one stays', async () => {
    const { id } = await products(3);
    const order = await make([item(id, 3)]);
    await move(order.id, 'delivered');
    const refused = await admin.delete(`/orders/${order.id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'A delivered order cannot be deleted',
    ]);
    await move(order.id, 'shipped');
    expect(await holding(id)).toEqual([0, 0]);
    expect((await admin.delete(`/orders/${order.id}`)).status).toBe(200);
    expect((await admin.get(`/orders/${order.id}`)).status).toBe(404);
    expect(await holding(id)).toEqual([3, 0]);
  });
});

describe('shipping more than there is', () => {
  it('is refused as a whole, naming each product that is short and who took it', async () => {
    const [gloves, helmets, boots] = [
      await products(2, { product_name: 'Gloves' }),
      await products(0, { product_name: 'Helmets' }),
      await products(9, { product_name: 'Boots' }),
    ];
    const first = await make([item(gloves.id, 1)]);
    await move(first.id, 'shipped');
    const order = await make([
      item(boots.id, 1),
      item(helmets.id, 1),
      item(gloves.id, 1),
      item(gloves.id, 2),
    ]);
    await move(order.id, 'confirmed');
    const answer = await move(order.id, 'shipped');
    expect(answer.status).toBe(409);
    expect(answer.body.error).toBe(
      'Not enough stock of "Gloves": 3 needed, 1 available, and 1 more product',
    );
    expect(answer.body.details).toEqual([
      {
        message: 'Not enough stock of "Gloves": 3 needed, 1 available',
        record: { type: 'product', id: gloves.id, label: 'Gloves' },
      },
      {
        message: `${first.order_number} took 1`,
        record: { type: 'order', id: first.id, label: first.order_number },
      },
      {
        message: 'Not enough stock of "Helmets": 1 needed, 0 available',
        record: { type: 'product', id: helmets.id, label: 'Helmets' },
      },
    ]);
    expect((await admin.get<OrderWithLines>(`/orders/${order.id}`)).body.data.status).toBe(
      'confirmed',
    );
    expect(await holding(boots.id)).toEqual([9, 1]);
  });

  it('is measured against stock on hand, whoever reserved it', async () => {
    const { id } = await products(1);
    const [one, two] = [await make([item(id, 1)]), await make([item(id, 1)])];
    await move(one.id, 'confirmed');
    expect((await move(two.id, 'shipped')).status).toBe(200);
    const late = await move(one.id, 'shipped');
    expect(late.body.details).toContainEqual(
      expect.objectContaining({ message: `${two.order_number} took 1` }),
    );
  });

  it('is allowed by the setting, and comes back', async () => {
    const { id } = await products(1);
    const order = await make([item(id, 3)]);
    await admin.put('/settings', { allow_negative_stock: true });
    expect((await move(order.id, 'shipped')).status).toBe(200);
    await admin.put('/settings', { allow_negative_stock: false });
    expect(await holding(id)).toEqual([-2, 0]);
    expect((await move(order.id, 'delivered')).status).toBe(200);
    expect((await move(order.id, 'pending')).status).toBe(200);
    expect(await holding(id)).toEqual([1, 0]);
  });
});

describe('lines of an order that is out', () => {
  it.each(['shipped', 'delivered'])(
    'that is %s cannot change, and the rest can',
    async (status) => {
      const { id } = await products(5);
      const order = await make([item(id, 1), item(id, 2)]);
      await move(order.id, status);
      const [one, two] = order.items;
      for (const items of [[one], [one, { ...two, quantity: 3 }], [one, two, item(id, 1)]]) {
        const answer = await admin.put(`/orders/${order.id}`, { items });
        expect([answer.status, answer.body.error]).toEqual([
          409,
          `This order is ${status}: its items and services cannot be changed`,
        ]);
      }
      const same = await admin.put<OrderWithLines>(`/orders/${order.id}`, {
        items: [two, one],
        services: [],
        notes: 'Left with the gatekeeper',
      });
      expect(same.body.data).toMatchObject({
        items: order.items,
        notes: 'Left with the gatekeeper',
      });
      expect(await holding(id)).toEqual([2, 0]);
    },
  );
});
