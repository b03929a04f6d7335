import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { emptyTables } from '~/kit/server/testing/test-database';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { OrderWithLines } from '../orders.fields';
import { orderStatuses } from '../orders.fields';

const test = fileServer();
let customer: number;

beforeAll(async () => {
  customer = (await makeCustomer(test.admin)).id;
});
beforeEach(async () => {
  await emptyTables(test.server.database, 'orders', 'products', 'activity');
});

const item = (product_id: number, quantity: number) => ({
  product_id,
  quantity,
  unit_price: 10.05,
});
const stocked = async (stock_quantity: number) =>
  (await makeProduct(test.admin, { stock_quantity })).id;
const post = (items: object[], headers = {}) =>
  test.admin.post<OrderWithLines>('/orders', { customer_id: customer, items }, headers);
const make = async (items: object[]) => (await post(items)).body.data;
const move = (id: number, status: string) => test.admin.put(`/orders/${id}/status`, { status });
const statusesOf = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).sort();

async function deadlocks(): Promise<number> {
  const result = await test.server.database.pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return result.rows[0]?.deadlocks ?? 0;
}

/** Stock is the sum of its movements, reservations belong to orders, and totals are those of the lines. */
async function expectBalance(): Promise<void> {
  const { pool } = test.server.database;
  const wrongProducts = await pool.query(`select id from products p where stock_quantity < 0
    or stock_quantity <> (select coalesce(sum(quantity), 0) from stock_movements where product_id = p.id)
    or reserved_quantity <> (
      select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
      where l.product_id = p.id and o.status in ('confirmed', 'processing'))
    or -(select coalesce(sum(quantity), 0) from stock_movements
      where product_id = p.id and movement_type = 'order') <> (
      select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
      where l.product_id = p.id and o.status in ('shipped', 'delivered'))`);
  expect(wrongProducts.rows).toEqual([]);
  const wrongOrders =
    await pool.query(`select id from orders o where (item_count, subtotal, tax_amount) <> (
      select count(*), coalesce(sum(round(quantity * unit_price, 2)), 0),
        coalesce(round(sum(round(quantity * unit_price, 2)) * o.tax_rate / 100, 2), 0)
      from order_lines where order_id = o.id)
    or not exists (select from order_lines where order_id = o.id)`);
  expect(wrongOrders.rows).toEqual([]);
}

it('of two who ship the last one at once, one wins and the other reads who has it', async () => {
  const product = await stocked(1);
  const two = [await make([item(product, 1)]), await make([item(product, 1)])];
  const responses = await Promise.all(two.map(({ id }) => move(id, 'shipped')));
  expect(statusesOf(responses)).toEqual([200, 409]);
  const lost = responses.find(({ status }) => status === 409);
  const winner = two[responses.findIndex(({ status }) => status === 200)];
  expect(lost?.body.error).toBe(
    'Not enough stock of "Proximity Sensor M12": 1 needed, 0 available',
  );
  expect(lost?.body.details.map(({ record }) => record?.label)).toEqual([
    'Proximity Sensor M12',
    winner?.order_number,
  ]);
  await expectBalance();
});

it('twenty orders of the same products in other sequences never lock each other up', {
  timeout: 40_000,
}, async () => {
  const products = await Promise.all(Array.from({ length: 4 }, () => stocked(1000)));
  const before = await deadlocks();
  const orders = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      make(
        products
          .map((_product, position) => products[(position * (index % 2 ? 1 : 3) + index) % 4] ?? 0)
          .map((id) => item(id, 1 + (index % 3))),
      ),
    ),
  );
  for (const status of ['confirmed', 'shipped', 'processing']) {
    const responses = await Promise.all(orders.map(({ id }) => move(id, status)));
    expect(new Set(statusesOf(responses))).toEqual(new Set([200]));
  }
  expect(await deadlocks()).toBe(before);
  await expectBalance();
});

it('one order that many move at once ends in one of the statuses, with its stock', async () => {
  const product = await stocked(10);
  const { id } = await make([item(product, 3)]);
  const statuses = [...orderStatuses, ...orderStatuses].map(({ value }) => value);
  const responses = await Promise.all(statuses.map((status) => move(id, status)));
  expect(new Set(statusesOf(responses))).toEqual(new Set([200]));
  await expectBalance();
});

it('of many who change one version at once, one wins', async () => {
  const product = await stocked(10);
  const { id, updated_at } = await make([item(product, 1)]);
  const responses = await Promise.all(
    [2, 3, 4].map((quantity) =>
      test.admin.put(`/orders/${id}`, { items: [item(product, quantity)], updated_at }),
    ),
  );
  expect(statusesOf(responses)).toEqual([200, 409, 409]);
  await expectBalance();
});

it('an order posted twice with one key is made once', async () => {
  const product = await stocked(1);
  const key = { 'idempotency-key': 'double-click' };
  const responses = await Promise.all([1, 2, 3].map(() => post([item(product, 1)], key)));
  expect(statusesOf(responses)).toEqual([201, 201, 201]);
  for (const { body } of responses) expect(body).toEqual(responses[0]?.body);
  expect((await test.admin.get<unknown[]>('/orders')).body.data).toHaveLength(1);
  expect((await post([item(product, 2)], key)).status).toBe(409);
});

it('numbers made at once are without double or gap, and a refused order takes none', async () => {
  const product = await stocked(1);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => post([item(n % 4 === 3 ? 999_999 : product, 1)])),
  );
  const result = await test.server.database.pool.query<{ numbers: number; span: number }>(
    `select count(distinct order_number) as numbers,
       max(right(order_number, 5)::int) - min(right(order_number, 5)::int) + 1 as span from orders`,
  );
  expect(result.rows).toEqual([{ numbers: 15, span: 15 }]);
});

const quantities = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 4 })), {
  minLength: 1,
  maxLength: 4,
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), lines: quantities }),
  fc.record({ kind: fc.constant('edit' as const), order: fc.nat(5), lines: quantities }),
  fc.record({
    kind: fc.constant('move' as const),
    order: fc.nat(5),
    status: fc.constantFrom(...orderStatuses.map(({ value }) => value)),
  }),
  fc.record({ kind: fc.constant('delete' as const), order: fc.nat(5) }),
  fc.record({
    kind: fc.constant('adjust' as const),
    product: fc.nat(3),
    adjustment_type: fc.constantFrom('in', 'out', 'set'),
    quantity: fc.integer({ min: 1, max: 6 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

it('stock, reservations and totals agree after any concurrent actions with orders and stock', {
  timeout: 60_000,
}, async () => {
  const products = await Promise.all([0, 4, 9, 20].map(stocked));
  const orders: number[] = [];
  const linesOf = (lines: [number, number][]) =>
    lines.map(([product, quantity]) => item(products[product] ?? 0, quantity));
  const newest = (back: number) => orders.at(-1 - back) ?? 0;
  const run = async (each: Step): Promise<number> => {
    if (each.kind === 'create') {
      const response = await post(linesOf(each.lines));
      orders.push(response.body.data.id);
      return response.status;
    }
    if (each.kind === 'adjust') {
      const { product, kind: _kind, ...body } = each;
      return (await test.admin.post(`/products/${products[product]}/adjust-stock`, body)).status;
    }
    const path = `/orders/${newest(each.order)}`;
    if (each.kind === 'delete') return (await test.admin.delete(path)).status;
    if (each.kind === 'edit')
      return (await test.admin.put(path, { items: linesOf(each.lines) })).status;
    return (await test.admin.put(`${path}/status`, { status: each.status })).status;
  };
  const history = async (steps: Step[]): Promise<void> => {
    for (const each of steps) expect([200, 201, 404, 409]).toContain(await run(each));
  };
  const histories = fc.array(fc.array(step, { minLength: 3, maxLength: 8 }), {
    minLength: 4,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(histories, async (together) => {
      await Promise.all(together.map(history));
      await expectBalance();
    }),
    // Where the machine is busy, fewer histories are lived through.
    { numRuns: 50, endOnFailure: true, plugins: [fc.interruptAfterTimeLimit(20_000)] },
  );
});
