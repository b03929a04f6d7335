import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/test-server';
import { emptyTables } from '~/kit/server/testing/test-database';
import { nobody } from '~/kit/server/database/context';
import { inTransaction } from '~/kit/server/database/transaction';
import { makeUser } from '~/modules/users/server/users.builders';
import type { Movement } from '../movements.fields';
import type { NewProduct, Product } from '../../catalogue/products.fields';
import { productBody } from '../../catalogue/server/products.builders';
import { moveStock } from './stock.service';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  await emptyTables(server.database, 'products', 'stock_movements', 'activity');
});

async function make(values: NewProduct = {}): Promise<Product> {
  return (await admin.post<Product>('/products', productBody(values))).body.data;
}

const adjust = (id: number, body: object, client = admin) =>
  client.post<Product>(`/products/${id}/adjust-stock`, body);
const movements = async (id: number) =>
  (await admin.get<Movement[]>(`/products/${id}/stock-movements`)).body.data;
const stockOf = async (id: number) =>
  (await admin.get<Product>(`/products/${id}`)).body.data.stock_quantity;

/** The ledger is a chain from 0 to what is on hand. */
async function expectLedger(id: number): Promise<void> {
  let stock = 0;
  for (const each of (await movements(id)).reverse()) {
    expect(each.quantity_before).toBe(stock);
    stock += each.quantity;
    expect(each.quantity_after).toBe(stock);
    expect(stock).toBeGreaterThanOrEqual(0);
  }
  expect(await stockOf(id)).toBe(stock);
}

describe('an adjustment', () => {
  it('puts in, takes out and sets, each with its movement, newest first, with who and why', async () => {
    const user = await makeUser(
      { database: server.database, clock: server.clock },
      { first_name: 'Nisha', last_name: 'Pawar' },
    );
    const nisha = await server.signIn(user.username, user.password);
    const { id } = await make({ stock_quantity: 10 });
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
    expect(await movements(id)).toEqual([
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
        created_by: 1,
        created_by_name: 'Site Administrator',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        ...values,
      };
    }
  });

  it('is in without a type, and refuses what there is not', async () => {
    const product = await make({ product_name: 'Bench Vice', stock_quantity: 5 });
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
    expect(await stockOf(product.id)).toBe(6);
    expect(await movements(product.id)).toHaveLength(2);
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
    const { id } = await make({ stock_quantity: 5 });
    const answer = await adjust(id, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual(message);
    expect(await movements(id)).toHaveLength(1);
  });

  it('needs a session and a product', async () => {
    const { id } = await make();
    expect((await adjust(id, { quantity: 1 }, server.client())).status).toBe(401);
    expect((await server.client().get(`/products/${id}/stock-movements`)).status).toBe(401);
    expect((await adjust(999_999, { quantity: 1 })).status).toBe(404);
  });
});

describe('stock', () => {
  it('changed in the form or the grid is a movement; the same stock is none', async () => {
    const { id } = await make({ stock_quantity: 4 });
    await admin.put(`/products/${id}`, { stock_quantity: 9, product_name: 'Bench Vice 125' });
    await admin.put(`/products/${id}`, { stock_quantity: 9 });
    expect(await movements(id)).toMatchObject([
      { movement_type: 'edit', quantity: 5, reason: null },
      { movement_type: 'initial', quantity: 4 },
    ]);
    await expectLedger(id);
  });

  it('that falls to the reorder level is told once in the activity feed', async () => {
    const { id } = await make({
      product_name: 'Hex Bolt',
      stock_quantity: 20,
      reorder_level: 10,
      unit_of_measure: 'box',
    });
    for (const quantity of [9, 1, 2]) await adjust(id, { adjustment_type: 'out', quantity });
    await adjust(id, { adjustment_type: 'in', quantity: 5 });
    await adjust(id, { adjustment_type: 'set', quantity: 0 });
    const told = await server.database.pool.query<{ title: string; message: string }>(
      `select title, message from activity where action = 'low_stock' order by id`,
    );
    expect(told.rows).toEqual([
      { title: 'Low stock', message: 'Hex Bolt: 10 box left, reorder level 10' },
      { title: 'Out of stock', message: 'Hex Bolt: 0 box left, reorder level 10' },
    ]);
  });

  it('goes below zero only with the leave that an order may have', async () => {
    const { id } = await make({ stock_quantity: 2 });
    const take = (allowNegative: boolean) =>
      inTransaction(server.database.db, (trx) =>
        moveStock(
          { trx, context: { person: nobody, now: server.clock.now() } },
          { productId: id, type: 'order', change: -5, orderId: 7, allowNegative },
        ),
      );
    await expect(take(false)).rejects.toThrow('5 needed, 2 available');
    expect((await take(true)).stock_quantity).toBe(-3);
    expect(await movements(id)).toMatchObject([
      { movement_type: 'order', order_id: 7, created_by: null, created_by_name: 'System' },
      { movement_type: 'initial' },
    ]);
  });
});

describe('the ledger', () => {
  it('is kept by the database itself, whatever statement changes stock', async () => {
    const { pool } = server.database;
    const [one, two] = [await make({ stock_quantity: 5 }), await make()];
    await pool.query('update products set stock_quantity = stock_quantity + 3');
    await pool.query(`insert into products (product_name, sku_code, unit_price, stock_quantity, created_at, updated_at)
      select 'Copy of ' || product_name, sku_code || '-2', unit_price, 7, created_at, updated_at from products`);
    for (const { id } of (await admin.get<Product[]>('/products')).body.data)
      await expectLedger(id);
    expect(await movements(two.id)).toMatchObject([{ quantity: 3, created_by_name: 'System' }]);
    expect(await movements(one.id)).toHaveLength(2);
  });

  it.each([
    [
      `insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after,
        created_by_name, created_at) values ($1, 'in', 5, 0, 5, 'x', now())`,
    ],
    ['update stock_movements set quantity = 6, quantity_after = 6 where product_id = $1'],
    ['delete from stock_movements where product_id = $1'],
    ['update products set stock_quantity = -1 where id = $1'],
  ])('cannot be broken by "%s"', async (statement) => {
    const { id } = await make({ stock_quantity: 5 });
    await expect(server.database.pool.query(statement, [id])).rejects.toThrow(/stock/);
    await expectLedger(id);
  });

  it('goes with its product', async () => {
    const { pool } = server.database;
    const [one, two] = [await make({ stock_quantity: 5 }), await make({ stock_quantity: 3 })];
    await adjust(one.id, { adjustment_type: 'set', quantity: 0 });
    expect((await admin.delete(`/products/${one.id}`)).status).toBe(200);
    const left = await pool.query('select distinct product_id from stock_movements');
    expect(left.rows).toEqual([{ product_id: two.id }]);
    await pool.query('truncate products cascade');
    expect((await pool.query('select from stock_movements')).rowCount).toBe(0);
  });

  it('holds whatever many people do at once', async () => {
    const quantity = fc.integer({ min: 0, max: 12 });
    const step = fc.record({
      way: fc.constantFrom('in', 'out', 'set', 'grid', 'form'),
      product: fc.integer({ min: 0, max: 1 }),
      quantity,
    });
    const history = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(quantity, history, async (opening, turns) => {
        const products = [await make({ stock_quantity: opening }), await make()];
        for (const turn of turns) {
          const answers = await Promise.all(
            turn.map((each) => act(products[each.product]?.id ?? 0, each)),
          );
          for (const { status } of answers) expect([200, 400, 409]).toContain(status);
        }
        for (const { id } of products) await expectLedger(id);
      }),
      { numRuns: 20 },
    );
  });

  function act(id: number, { way, quantity }: { way: string; quantity: number }) {
    if (way === 'grid') return admin.put(`/products/${id}`, { stock_quantity: quantity });
    if (way === 'form')
      return admin.put(`/products/${id}`, {
        ...productBody({ sku_code: `F-${id}` }),
        stock_quantity: quantity,
      });
    return adjust(id, { adjustment_type: way, quantity });
  }

  it('loses nothing and never locks up when fifty adjust one product at once', async () => {
    const { id } = await make({ stock_quantity: 1000 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        adjust(id, { adjustment_type: index % 2 ? 'in' : 'out', quantity: index + 1 }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await stockOf(id)).toBe(1000 + 25);
    expect(await movements(id)).toHaveLength(51);
    await expectLedger(id);
  });

  it('lets one of fifty have the last one', async () => {
    const { id } = await make({ stock_quantity: 1 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => adjust(id, { adjustment_type: 'out', quantity: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    await expectLedger(id);
  });
});
