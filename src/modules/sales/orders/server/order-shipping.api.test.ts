import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import {
  holdingOf,
  makeProduct,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { OrderWithLines } from '../orders.fields';
import { itemOf, openOrderFixture, type OrderFixture } from './orders.builders';

const test = fileServer();
let fixture: OrderFixture;

beforeAll(async () => {
  fixture = await openOrderFixture(test.admin);
});

const holding = (id: number) => holdingOf(test.admin, id);

describe('shipping more than there is', () => {
  it('is refused as a whole, naming each product that is short and who took it', async () => {
    const [gloves, helmets, boots] = [
      await makeProduct(test.admin, { stock_quantity: 2, product_name: 'Gloves' }),
      await makeProduct(test.admin, { stock_quantity: 0, product_name: 'Helmets' }),
      await makeProduct(test.admin, { stock_quantity: 9, product_name: 'Boots' }),
    ];
    const first = await fixture.make({ items: [itemOf(gloves.id, 1)] });
    await fixture.move(first.id, 'shipped');
    const order = await fixture.make({
      items: [
        itemOf(boots.id, 1),
        itemOf(helmets.id, 1),
        itemOf(gloves.id, 1),
        itemOf(gloves.id, 2),
      ],
    });
    await fixture.move(order.id, 'confirmed');
    const response = await fixture.move(order.id, 'shipped');
    expect(response.status).toBe(409);
    expect(response.body.error).toBe(
      'Not enough stock of "Gloves": 3 needed, 1 available, and 1 more product',
    );
    expect(response.body.details).toEqual([
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

  it('is checked against stock on hand, regardless of reservations', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 1 });
    const [one, two] = [
      await fixture.make({ items: [itemOf(id, 1)] }),
      await fixture.make({ items: [itemOf(id, 1)] }),
    ];
    await fixture.move(one.id, 'confirmed');
    expect((await fixture.move(two.id, 'shipped')).status).toBe(200);
    const late = await fixture.move(one.id, 'shipped');
    expect(late.body.details).toContainEqual(
      expect.objectContaining({ message: `${two.order_number} took 1` }),
    );
  });

  it('is allowed by the setting, and comes back', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 1 });
    const order = await fixture.make({ items: [itemOf(id, 3)] });
    await test.admin.put('/settings', { allow_negative_stock: true });
    expect((await fixture.move(order.id, 'shipped')).status).toBe(200);
    await test.admin.put('/settings', { allow_negative_stock: false });
    expect(await holding(id)).toEqual([-2, 0]);
    expect((await fixture.move(order.id, 'delivered')).status).toBe(200);
    expect((await fixture.move(order.id, 'pending')).status).toBe(200);
    expect(await holding(id)).toEqual([1, 0]);
  });
});

describe('lines of an order that is out', () => {
  it.each(['shipped', 'delivered'])(
    'that is %s cannot change, and the rest can',
    async (status) => {
      const { id } = await makeProduct(test.admin, { stock_quantity: 5 });
      const order = await fixture.make({ items: [itemOf(id, 1), itemOf(id, 2)] });
      const { items: shipped } = (await fixture.move(order.id, status)).body.data;
      const [one, two] = order.items;
      for (const items of [[one], [one, { ...two, quantity: 3 }], [one, two, itemOf(id, 1)]]) {
        const response = await fixture.put(order.id, { items });
        expect([response.status, response.body.error]).toEqual([
          409,
          `This order is ${status}: its items and services cannot be changed`,
        ]);
      }
      const same = await fixture.put(order.id, {
        items: [two, one],
        services: [],
        notes: 'Left with the gatekeeper',
      });
      expect(same.body.data).toMatchObject({
        items: shipped,
        notes: 'Left with the gatekeeper',
      });
      expect(await holding(id)).toEqual([2, 0]);
    },
  );
});
