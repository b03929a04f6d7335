import { expect, it } from 'vitest';
import { positionOf } from './typed-positions.rules';

const level = (location_id: number, lot_number: string | null, quantity: number) => ({
  location_id,
  location_name: `Location ${location_id}`,
  lot_id: lot_number === null ? null : 1,
  lot_number,
  expires_on: null,
  quantity,
});
const locations = [
  { id: 1, name: 'Main' },
  { id: 2, name: 'Yard' },
];
const lots = [level(1, 'H-7', 6), level(2, 'H-7', 2), level(1, 'H-8', 1)];
const plain = [level(1, null, 5), level(2, null, 3)];

it.each([
  ['the default location', plain, {}, false, { name: 'In Main', quantity: 5 }],
  ['another one', plain, { location_id: '2' }, false, { name: 'In Yard', quantity: 3 }],
  ['a lot', lots, { lot_number: 'h-7 ' }, true, { name: 'In Main, Lot h-7', quantity: 6 }],
  ['a new lot', lots, { lot_number: 'H-9' }, true, { name: 'In Main, Lot H-9', quantity: 0 }],
  ['no lot yet', lots, { location_id: '2' }, true, null],
  ['a range', lots, { lot_number: 'S-1..S-3' }, true, null],
])('finds what lies in %s', (_what, levels, typed, isTracked, expected) => {
  expect(positionOf(levels, typed, { isTracked, locations })).toEqual(expected);
});

it('adds up a lot where there is one location', () => {
  const found = positionOf(lots, { lot_number: 'H-8' }, { isTracked: true, locations: [] });
  expect(found).toEqual({ name: 'Lot H-8', quantity: 1 });
});
