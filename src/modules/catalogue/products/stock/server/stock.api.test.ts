import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { emptyTables } from '~/kit/server/testing/test-database';
import { anonymous } from '~/kit/server/database/context';
import { inTransaction } from '~/kit/server/database/transaction';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import type { Movement } from '../movements.fields';
import { holdingOf, makeProduct } from '../../catalogue/server/products.builders';
import { adjustStock, ledgerBreaks, movementsOf } from './stock.builders';
import { moveStock } from './stock.service';

const test = fileServer();

beforeEach(async () => {
  await emptyTables(test.server.database, 'products', 'stock_movements', 'activity');
});

const adjust = (id: number, body: object, client = test.admin) => adjustStock(client, id, body);
const expectLedger = async (id: number) => expect(await ledgerBreaks(test.admin, id)).toEqual([]);

describe('an adjustment', () => {
  it('puts in, takes out and sets, each with its movement, newest first, with user and reason', async () => {
    const user = await makeUser(
      { database: test.server.database, clock: test.server.clock },
      { first_name: 'Nisha', last_name: 'Pawar' },
    );
    const nisha = await test.server.signIn(user.username, user.password);
    const { id } = await makeProduct(test.admin, { stock_quantity: 10 });
    expect((await adjust(id, { adjustment_type: 'in', quantity: 5 })).body.data).toMatchObject({
      id,
      stock_quantity: 15,
    });
    await adjust(
      id,
      { adjustment_type: 'out', quantity: 8, reason: 'Damaged', notes: 'Fell off\nthe rack' },
      nisha,
    );
    await adjust(id, { adjustment_type: 'set', quantity: 0, reason: 'Yearly count' });
    await adjust(id, { adjustment_type: 'set', quantity: 0, reason: 'Counted again' });
    expect(await movementsOf(test.admin, id)).toEqual([
      line({ movement_type: 'set', quantity: -7, quantity_before: 7, reason: 'Yearly count' }),
      line({
        movement_type: 'out',
        quantity: -8,
        quantity_before: 15,
        reason: 'Damaged',
        notes: 'Fell off\nthe rack',
        created_by: user.id,
        created_by_name: 'Nisha Pawar',
      }),
      line({ movement_type: 'in', quantity: 5, quantity_before: 10 }),
      line({
        movement_type: 'initial',
        quantity: 10,
        quantity_before: 0,
        reason: 'Opening stock',
      }),
    ]);
    function line(values: Partial<Movement>) {
      const after = (values.quantity_before ?? 0) + (values.quantity ?? 0);
      return {
        id: expect.any(Number),
        product_id: id,
        quantity_after: after,
        reason: null,
        notes: null,
        order_id: null,
        delivery_id: null,
        location_id: 1,
        location_name: 'Main',
        lot_id: null,
        lot_number: null,
        created_by: 1,
        created_by_name: 'Site Administrator',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        entered_at: expect.stringMatching(/^\d{4}-.*Z$/),
        value: (values.quantity ?? 0) * 800,
        difference: 0,
        source: null,
        ...values,
      };
    }
  });

  it('is in without a type, and refuses what there is not', async () => {
    const product = await makeProduct(test.admin, {
      product_name: 'Bench Vice',
      stock_quantity: 5,
    });
    expect((await adjust(product.id, { quantity: 1 })).body.data.stock_quantity).toBe(6);
    const short = await adjust(product.id, { adjustment_type: 'out', quantity: 7 });
    expect(short.status).toBe(409);
    expect(short.body.error).toBe('Not enough stock of "Bench Vice": 7 needed, 6 available');
    expect(short.body.details).toEqual([
      {
        message: short.body.error,
        record: { type: 'product', id: product.id, label: 'Bench Vice' },
      },
    ]);
    const full = await adjust(product.id, { adjustment_type: 'in', quantity: 1_000_000_000 });
    expect(full.status).toBe(409);
    expect(await holdingOf(test.admin, product.id)).toEqual([6, 0]);
    expect(await movementsOf(test.admin, product.id)).toHaveLength(2);
  });

  it.each([
    [{ adjustment_type: 'in' }, 'Quantity is required'],
    [{ adjustment_type: 'in', quantity: 0 }, 'Quantity must be at least 1'],
    [{ adjustment_type: 'out', quantity: 0 }, 'Quantity must be at least 1'],
    [{ adjustment_type: 'set', quantity: -1 }, 'Quantity must be at least 0'],
    [{ adjustment_type: 'in', quantity: 1.5 }, 'Quantity must be a whole number'],
    [{ adjustment_type: 'in', quantity: 1e12 }, 'Quantity cannot exceed 1,000,000,000'],
    [{ adjustment_type: 'in', quantity: '5' }, 'Quantity must be a number'],
    [{ adjustment_type: 'take', quantity: 5 }, 'Adjustment Type must be one of in, out, set'],
    [{ quantity: 5, order_id: 1 }, 'Unknown field "order_id"'],
    [{ quantity: 5, reason: 'x'.repeat(201) }, 'Reason cannot exceed 200 characters'],
    [[], expect.any(String)],
  ])('with %j is refused', async (body, message) => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 5 });
    const response = await adjust(id, body);
    expect(response.status).toBe(400);
    expect(response.body.error).toEqual(message);
    expect(await movementsOf(test.admin, id)).toHaveLength(1);
  });

  it('sent several times at once with one key moves stock once', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 10 });
    const body = { adjustment_type: 'out', quantity: 4, reason: 'Damaged' };
    const key = { 'idempotency-key': 'double-click' };
    const responses = await Promise.all(
      [1, 2, 3].map(() => adjustStock(test.admin, id, body, key)),
    );
    expect(statusesOf(responses)).toEqual([200, 200, 200]);
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
    expect((await holdingOf(test.admin, id))[0]).toBe(6);
    await expectLedger(id);
    expect((await adjustStock(test.admin, id, { ...body, quantity: 5 }, key)).status).toBe(409);
    expect((await holdingOf(test.admin, id))[0]).toBe(6);
  });

  it('needs a session and a product', async () => {
    const { id } = await makeProduct(test.admin);
    expect((await adjustStock(test.server.client(), id, { quantity: 1 })).status).toBe(401);
    expect((await test.server.client().get(`/products/${id}/stock-movements`)).status).toBe(401);
    expect((await adjust(999_999, { quantity: 1 })).status).toBe(404);
  });
});

describe('stock', () => {
  it('changed in the form or the grid is a movement; the same stock is none', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 4 });
    await test.admin.put(`/products/${id}`, { stock_quantity: 9, product_name: 'Bench Vice 125' });
    await test.admin.put(`/products/${id}`, { stock_quantity: 9 });
    expect(await movementsOf(test.admin, id)).toMatchObject([
      { movement_type: 'edit', quantity: 5, reason: null },
      { movement_type: 'initial', quantity: 4 },
    ]);
    await expectLedger(id);
  });

  it('that falls to the reorder level appears once in the activity feed', async () => {
    const { id } = await makeProduct(test.admin, {
      product_name: 'Hex Bolt',
      stock_quantity: 20,
      reorder_level: 10,
      unit_of_measure: 'box',
    });
    for (const quantity of [9, 1, 2]) await adjust(id, { adjustment_type: 'out', quantity });
    await adjust(id, { adjustment_type: 'in', quantity: 5 });
    await adjust(id, { adjustment_type: 'set', quantity: 0 });
    const notified = await test.server.database.pool.query<{ title: string; message: string }>(
      `select title, message from activity where action = 'low_stock' order by id`,
    );
    expect(notified.rows).toEqual([
      { title: 'Low stock', message: 'Hex Bolt: 10 box left, reorder level 10' },
      { title: 'Out of stock', message: 'Hex Bolt: 0 box left, reorder level 10' },
    ]);
  });

  it('goes below zero only with the leave that an order may have', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 2 });
    const take = (allowNegative: boolean) =>
      inTransaction(test.server.database.db, (trx) =>
        moveStock(
          { trx, context: { person: anonymous, now: test.server.clock.now() } },
          { productId: id, type: 'order', change: -5, orderId: 7, allowNegative },
        ),
      );
    await expect(take(false)).rejects.toThrow('5 needed, 2 available');
    expect((await take(true)).stock_quantity).toBe(-3);
    expect(await movementsOf(test.admin, id)).toMatchObject([
      { movement_type: 'order', order_id: null, created_by: null, created_by_name: 'System' },
      { movement_type: 'initial' },
    ]);
  });
});
