import { expect, it } from 'vitest';
import { type Level, otherLocations, pickParts, putBack, without } from './positions.rules';

const level = (lot_id: number | null, quantity: number, values: Partial<Level> = {}): Level => ({
  product_id: 1,
  location_id: 1,
  location_name: 'Main',
  kind: 'store',
  is_default: true,
  lot_id,
  lot_number: lot_id === null ? null : `L${lot_id}`,
  expires_on: null,
  quantity,
  ...values,
});
const levels = [
  level(1, 3, { expires_on: '2026-11-29' }),
  level(2, 4, { expires_on: '2026-11-30' }),
  level(3, 5, { location_id: 2, location_name: 'Yard' }),
  level(4, 6),
];
const at = { location: 1, today: '2026-11-30' };

it.each([
  [3, [[2, -3]], 0],
  [
    7,
    [
      [2, -4],
      [4, -3],
    ],
    0,
  ],
  [
    10.5,
    [
      [2, -4],
      [4, -6],
    ],
    0.5,
  ],
])('%d are picked in order, never expired ones: %j, %d missing', (quantity, lots, missing) => {
  const picked = pickParts(levels, { ...at, quantity });
  expect(picked.parts.map((part) => [part.lot, part.quantity])).toEqual(lots);
  expect(picked.missing).toBe(missing);
});

it('goods go back where the last ones left', () => {
  const taken = [
    { location: 1, lot: 4, quantity: 3 },
    { location: 2, lot: 2, quantity: 4 },
  ];
  expect(putBack(taken, 5)).toEqual({
    parts: [
      { location: 1, lot: 4, quantity: 3 },
      { location: 2, lot: 2, quantity: 2 },
    ],
    missing: 0,
  });
  expect(putBack(taken, 8).missing).toBe(1);
});

it('parts lessen their level, and other locations are named with what they have', () => {
  const left = without(levels, [{ location: 1, lot: 4, quantity: -6 }]);
  expect(left.map(({ quantity }) => quantity)).toEqual([3, 4, 5, 0]);
  expect(otherLocations(levels, 1)).toEqual(['Yard has 5']);
});
