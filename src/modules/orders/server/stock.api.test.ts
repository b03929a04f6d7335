import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { Customer } from '~/modules/customers/customers.fields';
import { customerBody } from '~/modules/customers/server/customers.builders';
import type { Movement } from '~/modules/products/stock/movements.fields';
import type { Product } from '~/modules/products/catalogue/products.fields';
import { productBody } from '~/modules/products/catalogue/server/products.builders';
import type { NewOrder } from '../requests.fields';
import type { OrderWithLines } from '../orders.fields';

const test = fileServer();
let customer: number;

beforeAll(async () => {
  customer = (await test.admin.post<Customer>('/customers', customerBody())).body.data.id;
});

const products = async (stock_quantity: number, values = {}) =>
  (await test.admin.post<Product>('/products', productBody({ stock_quantity, ...values }))).body
    .data;
const holding = async (id: number) => {
  const { stock_quantity, reserved_quantity } = (await test.admin.get<Product>(`/products/${id}`))
    .body.data;
  return [stock_quantity, reserved_quantity];
};
const movements = async (id: number) =>
  (await test.admin.get<Movement[]>(`/products/${id}/stock-movements`)).body.data;
const item = (product_id: number, quantity: number) => ({ product_id, quantity, unit_price: 10 });

async function make(items: NewOrder['items']): Promise<OrderWithLines> {
  const answer = await test.admin.post<OrderWithLines>('/orders', { customer_id: customer, items });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const move = (id: number, status: string) =>
  test.admin.put<OrderWithLines>(`/orders/${id}/status`, { status });

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
    const answer = await test.admin.put<OrderWithLines>(`/orders/${order.id}`, {
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
    await test.admin.put(`/orders/${order.id}`, { items: [item(one.id, 2), item(two.id, 3)] });
    expect([await holding(one.id), await holding(two.id)]).toEqual([
      [1, 2],
      [1, 3],
    ]);
    await test.admin.put(`/orders/${order.id}`, { items: [item(two.id, 1)] });
    expect([await holding(one.id), await holding(two.id)]).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect((await test.admin.delete(`/orders/${order.id}`)).status).toBe(200);
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
    const refused = await test.admin.delete(`/orders/${order.id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'A delivered order cannot be deleted',
    ]);
    await move(order.id, 'shipped');
    expect(await holding(id)).toEqual([0, 0]);
    expect((await test.admin.delete(`/orders/${order.id}`)).status).toBe(200);
    expect((await test.admin.get(`/orders/${order.id}`)).status).toBe(404);
    expect(await holding(id)).toEqual([3, 0]);
  });
});
