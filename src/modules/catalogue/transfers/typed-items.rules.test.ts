import { expect, it } from 'vitest';
import { emptyItem, readItems, thereIn, typedItems, type TypedItem } from './typed-items.rules';

const item = (values: Partial<TypedItem> = {}): TypedItem => ({
  ...emptyItem([]),
  product_id: 7,
  quantity: '2',
  ...values,
});

it.each([
  [[], 'Please add at least one item'],
  [[emptyItem([])], 'Please add at least one item'],
  [[item({ product_id: null })], 'Item 1: Please select a product'],
  [[item(), item({ quantity: '' })], 'Item 2: Quantity is required'],
  [[item({ quantity: '0' })], 'Item 1: Quantity must be at least 0.001'],
  [[item(), emptyItem([])], null],
])('reads %j: %s', (typed, wrong) => {
  expect(readItems(typed).wrong).toBe(wrong);
});

it('sends a lot or a range of serial numbers, and none where lots are picked', () => {
  expect(readItems([item({ lot: ' SN-1..SN-2 ' }), item({ quantity: '1.5' })]).items).toEqual([
    { product_id: 7, quantity: 2, lots: [{ lot_number: 'SN-1..SN-2' }] },
    { product_id: 7, quantity: 1.5, lots: null },
  ]);
});

it('shows a line for each lot of a transfer', () => {
  const lots = [
    { lot_id: 1, lot_number: 'A', quantity: 2 },
    { lot_id: 2, lot_number: 'B', quantity: 1 },
  ];
  const shown = typedItems([
    { product_id: 7, product_name: 'Rod', quantity: 3, lots },
    { product_id: 8, product_name: 'Nut', quantity: 9, lots: null },
  ]);
  expect(
    shown.map(({ key, product_id, quantity, lot }) => [key, product_id, quantity, lot]),
  ).toEqual([
    [0, 7, '2', 'A'],
    [1, 7, '1', 'B'],
    [2, 8, '9', ''],
  ]);
  expect(emptyItem(shown).key).toBe(3);
});

it('says what lies in a location', () => {
  const level = (location_id: number, quantity: number, lot_number: string | null) => ({
    location_id,
    location_name: '',
    lot_number,
    quantity,
  });
  const levels = [level(1, 3, 'A'), level(1, 1, 'B'), level(2, 9, 'C')];
  expect(thereIn(levels, { id: 1, name: 'Main' }, 'pcs')).toEqual({
    text: '4 pcs in Main',
    lots: ['A', 'B'],
  });
});
