import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { Customer } from '~/modules/customers/customers.fields';
import { customerBody } from '~/modules/customers/server/customers.builders';
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
const item = (product_id: number, quantity: number) => ({ product_id, quantity, unit_price: 10 });

async function make(items: NewOrder['items']): Promise<OrderWithLines> {
  const answer = await test.admin.post<OrderWithLines>('/orders', { customer_id: customer, items });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const move = (id: number, status: string) =>
  test.admin.put<OrderWithLines>(`/orders/${id}/status`, { status });

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
    expect((await test.admin.get<OrderWithLines>(`/orders/${order.id}`)).body.data.status).toBe(
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
    await test.admin.put('/settings', { allow_negative_stock: true });
    expect((await move(order.id, 'shipped')).status).toBe(200);
    await test.admin.put('/settings', { allow_negative_stock: false });
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
        const answer = await test.admin.put(`/orders/${order.id}`, { items });
        expect([answer.status, answer.body.error]).toEqual([
          409,
          `This order is ${status}: its items and services cannot be changed`,
        ]);
      }
      const same = await test.admin.put<OrderWithLines>(`/orders/${order.id}`, {
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
