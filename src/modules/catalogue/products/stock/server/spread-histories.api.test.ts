import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { makeProduct } from '../../catalogue/server/products.builders';
import type { Location } from '../../locations/locations.fields';
import type { ProductStock } from '../levels.fields';
import { adjustStock } from './stock.builders';

const test = ownServer();

/** So many are compared with the model; `HISTORIES=3000 npm test -- spread-histories` takes more. */
const histories = Number(process.env['HISTORIES'] ?? 300);

const step = fc.record({
  type: fc.constantFrom('in', 'in', 'out', 'set'),
  location: fc.constantFrom(0, 1, 2),
  lot: fc.constantFrom('A', 'B', 'C'),
  quantity: fc.integer({ min: 1, max: 12 }),
  unit_cost: fc.option(fc.integer({ min: 0, max: 999 }).map((paise) => paise / 100)),
});

async function makeLocations(): Promise<number[]> {
  const others = [
    await makeRecord<Location>(test.admin, '/locations', { name: 'Yard' }),
    await makeRecord<Location>(test.admin, '/locations', { name: 'Gate', kind: 'hold' }),
  ];
  return [1, ...others.map(({ id }) => id)];
}

it('each location and lot has what a plain count says after any history of adjustments, and stock is their sum', async () => {
  const locations = await makeLocations();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('none' as const, 'lot' as const),
      fc.array(step, { minLength: 3, maxLength: 10 }),
      async (tracking, steps) => {
        const { id } = await makeProduct(test.admin, { tracking });
        const model = new Map<string, number>();
        for (const { type, location, lot, quantity, unit_cost } of steps) {
          const location_id = locations[location] ?? 1;
          const number = tracking === 'lot' ? lot : null;
          const key = `${location_id} ${number}`;
          const before = model.get(key) ?? 0;
          const after = { in: before + quantity, out: before - quantity, set: quantity }[type] ?? 0;
          const response = await adjustStock(test.admin, id, {
            adjustment_type: type,
            quantity,
            location_id,
            ...(number === null ? {} : { lot_number: number }),
            ...(type === 'in' && unit_cost !== null ? { unit_cost } : {}),
          });
          const exists =
            number === null ||
            type !== 'out' ||
            [...model.keys()].some((each) => each.endsWith(` ${number}`));
          expect(response.status).toBe(after >= 0 ? 200 : exists ? 409 : 400);
          if (after >= 0) model.set(key, after);
          await expectStock(id, model, locations[2] ?? 0);
        }
      },
    ),
    { numRuns: histories },
  );
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});

async function expectStock(id: number, model: ReadonlyMap<string, number>, hold: number) {
  const { data } = (await test.admin.get<ProductStock>(`/products/${id}/stock`)).body;
  const there = data.levels.map((level) => [
    `${level.location_id} ${level.lot_number}`,
    level.quantity,
  ]);
  const expected = [...model].filter(([, quantity]) => quantity !== 0);
  expect(there.sort()).toEqual(expected.sort());
  const held = expected.filter(([key]) => key.startsWith(`${hold} `));
  const [stock_quantity, held_quantity] = [expected, held].map((some) =>
    sumOfQuantities(some.map(([, quantity]) => quantity)),
  );
  expect(data).toMatchObject({ stock_quantity, held_quantity });
  if (stock_quantity === 0) expect(data.stock_value).toBe(0);
  expect(data.stock_value).toBeGreaterThanOrEqual(0);
}
