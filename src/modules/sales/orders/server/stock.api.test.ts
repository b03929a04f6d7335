import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import {
  holdingOf,
  makeProduct,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import { adjustStock, movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import { itemOf, openOrderFixture, type OrderFixture } from './orders.builders';

const test = fileServer();
let fixture: OrderFixture;

beforeAll(async () => {
  fixture = await openOrderFixture(test.admin);
});

const holding = (id: number) => holdingOf(test.admin, id);
const movements = (id: number) => movementsOf(test.admin, id);

describe('stock follows the status', () => {
  it('holds nothing, reserves, takes and gives back, each move with its order', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 10 });
    const order = await fixture.make({ items: [itemOf(id, 2), itemOf(id, 1)] });
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
      const response = await fixture.move(order.id, status);
      expect(response.body.data).toMatchObject({
        status,
        items: order.items.map(({ id, quantity }) => ({ id, quantity })),
      });
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
    const { id } = await makeProduct(test.admin, { stock_quantity: 5 });
    const order = await fixture.make({ items: [itemOf(id, 2)] });
    const response = await fixture.put(order.id, {
      status: 'shipped',
      items: [itemOf(id, 4)],
    });
    expect(response.body.data).toMatchObject({ status: 'shipped', subtotal: 40 });
    expect(await holding(id)).toEqual([1, 0]);
    const again = await fixture.move(order.id, 'shipped');
    expect(again.body.data.updated_at).toBe(response.body.data.updated_at);
    expect(await movements(id)).toHaveLength(2);
  });

  it('reserves more than there is, and follows changed lines', async () => {
    const [one, two] = [
      await makeProduct(test.admin, { stock_quantity: 1 }),
      await makeProduct(test.admin, { stock_quantity: 1 }),
    ];
    const order = await fixture.make({ items: [itemOf(one.id, 5)] });
    await fixture.move(order.id, 'confirmed');
    expect(await holding(one.id)).toEqual([1, 5]);
    await fixture.put(order.id, { items: [itemOf(one.id, 2), itemOf(two.id, 3)] });
    expect([await holding(one.id), await holding(two.id)]).toEqual([
      [1, 2],
      [1, 3],
    ]);
    await fixture.put(order.id, { items: [itemOf(two.id, 1)] });
    expect([await holding(one.id), await holding(two.id)]).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect((await test.admin.delete(`/orders/${order.id}`)).status).toBe(200);
    expect(await holding(two.id)).toEqual([1, 0]);
  });

  it('reserves no more than can be counted', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 0, product_name: 'Rivets' });
    const order = await fixture.make({
      items: [1, 2, 3].map(() => ({ ...itemOf(id, 999_999_999), unit_price: 1 })),
    });
    const response = await fixture.move(order.id, 'confirmed');
    expect([response.status, response.body.error]).toEqual([
      409,
      'No more than 2,14,74,83,647 of "Rivets" can be reserved',
    ]);
    expect((await fixture.move(order.id, 'shipped')).body.error).toBe(
      'Not enough stock of "Rivets": 2,99,99,99,997 needed, 0 available',
    );
  });

  it('a deleted order that was shipped gives its stock back, a delivered one stays', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 3 });
    const order = await fixture.make({ items: [itemOf(id, 3)] });
    await fixture.move(order.id, 'delivered');
    const refused = await test.admin.delete(`/orders/${order.id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'A delivered order cannot be deleted',
    ]);
    await fixture.move(order.id, 'shipped');
    expect(await holding(id)).toEqual([0, 0]);
    expect((await test.admin.delete(`/orders/${order.id}`)).status).toBe(200);
    expect((await test.admin.get(`/orders/${order.id}`)).status).toBe(404);
    expect(await holding(id)).toEqual([3, 0]);
  });

  it('goods of an order cancelled after a count come back on top of what was counted', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 10 });
    const order = await fixture.make({ items: [itemOf(id, 3)] });
    await fixture.move(order.id, 'shipped');
    await adjustStock(test.admin, id, { adjustment_type: 'set', quantity: 6 });
    await fixture.move(order.id, 'cancelled');
    expect(await holding(id)).toEqual([9, 0]);
  });
});
