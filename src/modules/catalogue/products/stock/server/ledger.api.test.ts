import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { emptyTables } from '~/kit/server/testing/test-database';
import type { Product } from '../../catalogue/products.fields';
import { holdingOf, makeProduct, productBody } from '../../catalogue/server/products.builders';
import { adjustStock, ledgerBreaks, movementsOf } from './stock.builders';

const test = fileServer();

beforeEach(async () => {
  await emptyTables(test.server.database, 'products', 'stock_movements', 'activity');
});

const expectLedger = async (id: number) => expect(await ledgerBreaks(test.admin, id)).toEqual([]);

describe('the ledger', () => {
  it('is written by the database itself, for any statement that changes stock', async () => {
    const { pool } = test.server.database;
    const [one, two] = [
      await makeProduct(test.admin, { stock_quantity: 5 }),
      await makeProduct(test.admin),
    ];
    await pool.query('update products set stock_quantity = stock_quantity + 3');
    await pool.query(`insert into products (product_name, sku_code, unit_price, stock_quantity, created_at, updated_at)
      select 'Copy of ' || product_name, sku_code || '-2', unit_price, 7, created_at, updated_at from products`);
    for (const { id } of (await test.admin.get<Product[]>('/products')).body.data)
      await expectLedger(id);
    expect(await movementsOf(test.admin, two.id)).toMatchObject([
      { quantity: 3, created_by_name: 'System' },
    ]);
    expect(await movementsOf(test.admin, one.id)).toHaveLength(2);
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
    const { id } = await makeProduct(test.admin, { stock_quantity: 5 });
    await expect(test.server.database.pool.query(statement, [id])).rejects.toThrow(/stock/);
    await expectLedger(id);
  });

  it('goes with its product', async () => {
    const { pool } = test.server.database;
    const [one, two] = [
      await makeProduct(test.admin, { stock_quantity: 5, cost_price: null }),
      await makeProduct(test.admin, { stock_quantity: 3 }),
    ];
    await adjustStock(test.admin, one.id, { adjustment_type: 'set', quantity: 0 });
    expect((await test.admin.delete(`/products/${one.id}`)).status).toBe(200);
    const remaining = await pool.query('select distinct product_id from stock_movements');
    expect(remaining.rows).toEqual([{ product_id: two.id }]);
    await pool.query('truncate products cascade');
    expect((await pool.query('select from stock_movements')).rowCount).toBe(0);
  });

  it('stays complete while many people act at once', async () => {
    const quantity = fc.integer({ min: 0, max: 36 }).map((parts) => (parts * 7) / 1000);
    const step = fc.record({
      way: fc.constantFrom('in', 'out', 'set', 'grid', 'form'),
      product: fc.integer({ min: 0, max: 1 }),
      quantity,
    });
    const history = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(quantity, history, async (opening, turns) => {
        const products = [
          await makeProduct(test.admin, { unit_of_measure: 'kg', stock_quantity: opening }),
          await makeProduct(test.admin, { unit_of_measure: 'kg' }),
        ];
        for (const turn of turns) {
          const responses = await Promise.all(
            turn.map((each) => act(products[each.product]?.id ?? 0, each)),
          );
          for (const { status } of responses) expect([200, 400, 409]).toContain(status);
        }
        for (const { id } of products) await expectLedger(id);
      }),
      { numRuns: 20 },
    );
  });

  function act(id: number, { way, quantity }: { way: string; quantity: number }) {
    if (way === 'grid') return test.admin.put(`/products/${id}`, { stock_quantity: quantity });
    if (way === 'form')
      return test.admin.put(`/products/${id}`, {
        ...productBody({ sku_code: `F-${id}` }),
        stock_quantity: quantity,
      });
    return adjustStock(test.admin, id, { adjustment_type: way, quantity });
  }

  it('loses nothing and never locks up when fifty adjust one product at once', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 1000 });
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        adjustStock(test.admin, id, {
          adjustment_type: index % 2 ? 'in' : 'out',
          quantity: index + 1,
        }),
      ),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await holdingOf(test.admin, id)).toEqual([1000 + 25, 0]);
    expect(await movementsOf(test.admin, id)).toHaveLength(51);
    await expectLedger(id);
  });

  it('lets one of fifty have the last one', async () => {
    const { id } = await makeProduct(test.admin, { stock_quantity: 1 });
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        adjustStock(test.admin, id, { adjustment_type: 'out', quantity: 1 }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49);
    await expectLedger(id);
  });
});
