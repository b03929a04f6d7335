import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { emptyTables } from '~/kit/server/testing/test-database';
import { dayOf } from '~/kit/shared/time/days';
import type { Product } from '../../catalogue/products.fields';
import { makeProduct } from '../../catalogue/server/products.builders';
import { type StockState, stockAfter } from '../value.rules';
import { adjustStock, movementsOf } from './stock.builders';

const test = fileServer();
const day = (ago: number) => dayOf(new Date(Date.now() - ago * 86_400_000), 'Asia/Kolkata');

beforeEach(async () => {
  await test.admin.put('/settings', { stock_closed_until: null });
  await emptyTables(test.server.database, 'products', 'stock_movements', 'activity');
});

const read = async (id: number) => (await test.admin.get<Product>(`/products/${id}`)).body.data;
const steel = (values = {}) => makeProduct(test.admin, { unit_of_measure: 'kg', ...values });

/** Where the values of a product are not those of the rule in TypeScript. */
async function valueBreaks(id: number, costPrice: number): Promise<string[]> {
  const breaks: string[] = [];
  let state: StockState = { quantity: 0, value: 0, cost: null };
  const { rows } = await test.server.database.pool.query<{ id: string; worth: number | null }>(
    'select id, worth from stock_movements where product_id = $1',
    [id],
  );
  const worthOf = new Map(rows.map((row) => [Number(row.id), row.worth]));
  for (const each of (await movementsOf(test.admin, id)).reverse()) {
    const worth = worthOf.get(each.id);
    const { movement_type: type, quantity } = each;
    const given = worth === null || worth === undefined ? null : Number(worth);
    const after = stockAfter(state, { type, quantity, worth: given, costPrice });
    if (each.value !== after.moved || each.difference !== after.difference)
      breaks.push(`${type} ${quantity}: ${each.value}, ${each.difference} for ${after.moved}`);
    state = after;
  }
  const { stock_value, average_cost } = await read(id);
  if (stock_value !== state.value) breaks.push(`${stock_value} for ${state.value} in all`);
  const average =
    state.quantity > 0 ? { value: state.value, quantity: state.quantity } : state.cost;
  const expected = average && average.value / average.quantity;
  if (Math.abs((average_cost ?? 0) - (expected ?? 0)) > 0.00006)
    breaks.push(`average ${average_cost} for ${expected}`);
  return breaks;
}

describe('stock has a value', () => {
  it('from its first goods on, to the paisa', async () => {
    const { id } = await steel();
    expect(await read(id)).toMatchObject({ average_cost: null, stock_value: 0 });
    await adjustStock(test.admin, id, { adjustment_type: 'in', quantity: 3, unit_cost: 33.3333 });
    for (let each = 0; each < 3; each += 1)
      await adjustStock(test.admin, id, { adjustment_type: 'out', quantity: 1 });
    const values = (await movementsOf(test.admin, id)).map(({ value }) => value);
    expect(values).toEqual([-33.33, -33.34, -33.33, 100]);
    expect(await read(id)).toMatchObject({
      stock_quantity: 0,
      stock_value: 0,
      average_cost: 33.3333,
    });
  });

  it('takes the cost price for opening stock, and keeps it when that changes', async () => {
    const { id } = await steel({ stock_quantity: 10, cost_price: 12.5 });
    await test.admin.put(`/products/${id}`, { cost_price: 20 });
    expect(await read(id)).toMatchObject({ stock_value: 125, average_cost: 12.5, cost_price: 20 });
  });

  it('says when a movement was entered, and what for', async () => {
    const { id } = await steel({ stock_quantity: 10, cost_price: 1 });
    await adjustStock(test.admin, id, { adjustment_type: 'out', quantity: 1, date: day(0) });
    const [last] = await movementsOf(test.admin, id);
    expect(last).toMatchObject({ value: -1, difference: 0, source: null });
    expect(last?.entered_at).toBe(last?.created_at);
  });

  it.each([
    ['out', { unit_cost: 5 }, 'unit_cost'],
    ['set', { unit_cost: 5 }, 'unit_cost'],
    ['in', { unit_cost: -1 }, 'unit_cost'],
    ['in', { unit_cost: 1.00001 }, 'unit_cost'],
    ['in', { date: '2999-01-01' }, 'date'],
    ['in', { date: 'yesterday' }, 'date'],
  ])('refuses "%s" with %o', async (adjustment_type, wrong, field) => {
    const { id } = await steel({ stock_quantity: 10 });
    const response = await adjustStock(test.admin, id, { adjustment_type, quantity: 1, ...wrong });
    expect(response.status).toBe(400);
    expect(response.body.details?.[0]?.field).toBe(field);
  });
});

describe('a revaluation', () => {
  it('sets the average from now on and is shown as a movement without a quantity', async () => {
    const { id } = await steel({ stock_quantity: 4, cost_price: 10 });
    const body = { unit_cost: 12.5, reason: 'Price of steel' };
    const response = await test.admin.post<Product>(`/products/${id}/revalue`, body);
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({ stock_value: 50, average_cost: 12.5 });
    expect((await movementsOf(test.admin, id))[0]).toMatchObject({
      movement_type: 'revalue',
      quantity: 0,
      value: 10,
      difference: -10,
      reason: 'Price of steel',
    });
  });

  it('needs stock, and a cost of at least 0 with at most four decimals', async () => {
    const { id } = await steel();
    const revalue = (body: object) => test.admin.post(`/products/${id}/revalue`, body);
    expect(await revalue({ unit_cost: 5 })).toMatchObject({
      status: 409,
      body: { code: 'stock.not_valued' },
    });
    for (const body of [{}, { unit_cost: -1 }, { unit_cost: 0.00001 }, { unit_cost: null }])
      expect((await revalue(body)).status).toBe(400);
  });
});

describe('merging', () => {
  it.each([20, null])('adds up what both are worth, the other at %s', async (cost_price) => {
    const first = await steel({ stock_quantity: 5, cost_price: 10 });
    const other = await steel({ stock_quantity: 3, cost_price });
    const merged = await test.admin.post(`/products/${first.id}/merge`, { other_id: other.id });
    expect(merged.status).toBe(200);
    const stock_value = 50 + 3 * (cost_price ?? 0);
    expect(await read(first.id)).toMatchObject({ stock_quantity: 8, stock_value });
  });
});

describe('a past day', () => {
  it('counts in its place, and all that came later is valued again', async () => {
    const { id } = await steel();
    const put = (body: object) => adjustStock(test.admin, id, body);
    await put({ adjustment_type: 'in', quantity: 10, unit_cost: 10, date: day(9) });
    await put({ adjustment_type: 'out', quantity: 5, date: day(5) });
    expect(await read(id)).toMatchObject({ stock_quantity: 5, stock_value: 50 });
    for (const body of [
      { quantity: 1, date: day(1) },
      { adjustment_type: 'out', quantity: 1 },
    ])
      expect((await put(body)).body.data).not.toHaveProperty('revalued_products');
    const past = await put({ adjustment_type: 'in', quantity: 10, unit_cost: 20, date: day(7) });
    expect(past.body.data).toMatchObject({ revalued_products: 1, revalued_from: day(7) });
    expect(await read(id)).toMatchObject({ stock_quantity: 15, stock_value: 225 });
    expect(await valueBreaks(id, 0)).toEqual([]);
  });

  it('is refused where a later movement would lack the goods, which is named', async () => {
    const { id } = await steel({ stock_quantity: 0 });
    const put = (body: object) => adjustStock(test.admin, id, body);
    await put({ adjustment_type: 'in', quantity: 10, date: day(9) });
    await put({ adjustment_type: 'out', quantity: 8, date: day(3), reason: 'Sawn' });
    const response = await put({ adjustment_type: 'out', quantity: 5, date: day(6) });
    expect(response).toMatchObject({ status: 409, body: { code: 'stock.insufficient_later' } });
    expect(response.body.error).toMatch(/^Sawn of .+ would lack 3 of /);
    expect(await put({ adjustment_type: 'out', quantity: 11, date: day(6) })).toMatchObject({
      status: 409,
      body: { code: 'stock.insufficient' },
    });
  });
});

describe('closed days', () => {
  it('take no movement, by no way', async () => {
    const { id } = await steel({ stock_quantity: 10, cost_price: 5 });
    await test.admin.put('/settings', { stock_closed_until: day(2) });
    const past = { adjustment_type: 'in', quantity: 1, date: day(2) };
    const refusedPast = await adjustStock(test.admin, id, past);
    expect(refusedPast).toMatchObject({ status: 409, body: { code: 'stock.closed' } });
    expect(refusedPast.body.error).toMatch(/^Stock is closed through \d+ [A-Z][a-z]{2} \d{4}$/);
    expect((await adjustStock(test.admin, id, { ...past, date: day(1) })).status).toBe(200);
    await test.admin.put('/settings', { stock_closed_until: day(0) });
    const closed = { status: 409, body: { code: 'stock.closed' } };
    expect(await test.admin.put(`/products/${id}`, { stock_quantity: 3 })).toMatchObject(closed);
    expect(await test.admin.post(`/products/${id}/revalue`, { unit_cost: 1 })).toMatchObject(
      closed,
    );
    expect((await test.admin.put(`/products/${id}`, { cost_price: 6 })).status).toBe(200);
    expect((await read(id)).stock_quantity).toBe(11);
  });

  it('end today at the latest', async () => {
    for (const stock_closed_until of [day(-1), 'soon', 5])
      expect((await test.admin.put('/settings', { stock_closed_until })).status).toBe(400);
  });
});

describe('any history', () => {
  const quantity = fc.integer({ min: 1, max: 9_000 }).map((parts) => parts / 1000);
  const step = fc.record({
    way: fc.constantFrom('in', 'out', 'set', 'grid', 'revalue'),
    ago: fc.option(fc.integer({ min: 1, max: 12 })),
    quantity,
    cost: fc.option(fc.integer({ min: 0, max: 900_000 }).map((each) => each / 10_000)),
  });

  it('has the values of the rule after every step, in any order of entry', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), quantity, async (steps, opening) => {
        const { id } = await steel({ stock_quantity: opening, cost_price: 7.13 });
        for (const each of steps) {
          const { status } = await act(id, each);
          expect([200, 400, 409]).toContain(status);
          expect(await valueBreaks(id, 7.13)).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });

  interface Step {
    way: string;
    ago: number | null;
    quantity: number;
    cost: number | null;
  }

  function act(id: number, { way, ago, quantity: amount, cost }: Step) {
    if (way === 'grid') return test.admin.put(`/products/${id}`, { stock_quantity: amount });
    if (way === 'revalue')
      return test.admin.post(`/products/${id}/revalue`, { unit_cost: cost ?? amount });
    return adjustStock(test.admin, id, {
      adjustment_type: way,
      quantity: amount,
      ...(ago === null ? {} : { date: day(ago) }),
      ...(way === 'in' && cost !== null ? { unit_cost: cost } : {}),
    });
  }
});
