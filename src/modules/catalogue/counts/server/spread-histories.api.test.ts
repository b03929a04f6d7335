import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { type ApiResponse, makeRecord } from '~/kit/server/testing/test-calls';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Location } from '~/modules/catalogue/products/locations/locations.fields';
import type { ProductStock } from '~/modules/catalogue/products/stock/levels.fields';
import { adjustStock } from '~/modules/catalogue/products/stock/server/stock.builders';

const test = ownServer();

/** So many are compared with the model; `HISTORIES=3000 npm test -- spread-histories` takes more. */
const histories = Number(process.env['HISTORIES'] ?? 300);

type Level = { location: number; lot: string | null };
type Step = Level & {
  by: 'in' | 'out' | 'set' | 'transfer' | 'cancel' | 'count';
  to: number;
  quantity: number;
  unit_cost: number | null;
};

const location = fc.constantFrom(0, 1, 2);
const step: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom('in', 'in', 'out', 'set', 'transfer', 'transfer', 'cancel', 'count'),
  location,
  to: location,
  lot: fc.constantFrom('A', 'B'),
  quantity: fc.integer({ min: 1, max: 12 }),
  unit_cost: fc.option(fc.integer({ min: 0, max: 999 }).map((paise) => paise / 100)),
});

/** One product, as a plain count of each location and lot says it. */
class Model {
  readonly #levels = new Map<string, number>();
  readonly transfers: { id: number; moves: [Level, number][] }[] = [];

  at(level: Level): number {
    return this.#levels.get(JSON.stringify(level)) ?? 0;
  }

  move(level: Level, change: number): void {
    this.#levels.set(JSON.stringify(level), sumOfQuantities([this.at(level), change]));
  }

  filled(): [Level, number][] {
    return [...this.#levels]
      .filter(([, quantity]) => quantity !== 0)
      .map(([key, quantity]) => [JSON.parse(key) as Level, quantity]);
  }
}

/** Does one thing as a person would, and in the model where it was not refused. */
async function play(id: number, model: Model, given: Step): Promise<void> {
  const { by, location: at, lot, quantity, unit_cost } = given;
  const level = { location: at, lot };
  const named = lot === null ? {} : { lot_number: lot };
  if (by === 'transfer') return transfer(id, model, given);
  if (by === 'cancel') return cancel(model);
  if (by === 'count') return count(id, model, given);
  const response = await adjustStock(test.admin, id, {
    adjustment_type: by,
    quantity,
    location_id: at,
    ...named,
    ...(by === 'in' && unit_cost !== null ? { unit_cost } : {}),
  });
  const change = { in: quantity, out: -quantity, set: quantity - model.at(level) }[by];
  const isPossible = model.at(level) + change >= 0;
  expectStatus(response, isPossible ? [200] : [400, 409]);
  if (isPossible) model.move(level, change);
}

async function transfer(id: number, model: Model, { location: at, to, lot, quantity }: Step) {
  const lots = lot === null ? {} : { lots: [{ lot_number: lot, quantity }] };
  const response = await test.admin.post<{ id: number }>('/transfers', {
    from_id: at,
    to_id: to,
    status: 'done',
    items: [{ product_id: id, quantity, ...lots }],
  });
  const isPossible = at !== to && model.at({ location: at, lot }) >= quantity;
  expectStatus(response, isPossible ? [201] : [400, 409]);
  if (!isPossible) return;
  const moves: [Level, number][] = [
    [{ location: to, lot }, quantity],
    [{ location: at, lot }, -quantity],
  ];
  for (const [level, change] of moves) model.move(level, change);
  model.transfers.push({ id: response.body.data.id, moves });
}

/** The last transfer goes back unless its goods are gone, or were counted since. */
async function cancel(model: Model): Promise<void> {
  const last = model.transfers.pop();
  if (!last) return;
  const response = await test.admin.put(`/transfers/${last.id}/status`, { status: 'cancelled' });
  expectStatus(response, [200, 409]);
  if (response.status === 200) for (const [level, change] of last.moves) model.move(level, -change);
}

async function count(id: number, model: Model, { location: at, lot, quantity }: Step) {
  const { id: own } = await makeRecord<{ id: number }>(test.admin, '/counts', { location_id: at });
  const named = lot === null ? {} : { lot_number: lot };
  const line = { product_id: id, quantity, mode: 'set', ...named };
  expectStatus(await test.admin.post(`/counts/${own}/lines`, line), [200, 201]);
  expectStatus(await test.admin.put(`/counts/${own}/status`, { status: 'posted' }), [200]);
  const level = { location: at, lot };
  model.move(level, quantity - model.at(level));
}

function expectStatus({ status, body }: ApiResponse<unknown>, statuses: readonly number[]): void {
  expect(statuses, body.error).toContain(status);
}

async function expectStock(id: number, model: Model, hold: number): Promise<void> {
  const { data } = (await test.admin.get<ProductStock>(`/products/${id}/stock`)).body;
  const stored = data.levels.map((level) => [level.location_id, level.lot_number, level.quantity]);
  const expected = model.filled();
  expect(stored.sort()).toEqual(
    expected.map(([each, own]) => [each.location, each.lot, own]).sort(),
  );
  const held = expected.filter(([level]) => level.location === hold);
  const [stock_quantity, held_quantity] = [expected, held].map((some) =>
    sumOfQuantities(some.map(([, quantity]) => quantity)),
  );
  expect(data).toMatchObject({ stock_quantity, held_quantity });
  expect(data.stock_value).toBeGreaterThanOrEqual(0);
  if (stock_quantity === 0) expect(data.stock_value).toBe(0);
}

it('after any history of adjustments, transfers and counts each location and lot has what a plain count says', {
  timeout: 60_000 + histories * 1000,
}, async () => {
  const yard = await makeRecord<Location>(test.admin, '/locations', { name: 'Yard' });
  const hold = await makeRecord<Location>(test.admin, '/locations', { name: 'Gate', kind: 'hold' });
  const ids = [1, yard.id, hold.id];
  const idOf = (index: number) => ids[index] ?? 1;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('none' as const, 'lot' as const),
      fc.array(step, { minLength: 3, maxLength: 8 }),
      async (tracking, steps) => {
        const { id } = await makeProduct(test.admin, { tracking });
        const model = new Model();
        for (const each of steps) {
          const lot = tracking === 'lot' ? each.lot : null;
          await play(id, model, { ...each, location: idOf(each.location), to: idOf(each.to), lot });
          await expectStock(id, model, hold.id);
        }
      },
    ),
    { numRuns: histories },
  );
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
