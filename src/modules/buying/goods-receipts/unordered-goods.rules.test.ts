import { expect, it } from 'vitest';
import { emptyGoods, readUnordered, type TypedGoods } from './unordered-goods.rules';

const prices = { decimals: 2, existing: [], today: '2026-12-01' } as const;
const line: TypedGoods = {
  ...emptyGoods(-1),
  product_id: 8,
  description: 'Bar',
  quantity: '5',
  unit_price: '12.50',
  unit: ' kg ',
};
const read = (own: Partial<TypedGoods>, vendor_id: number | null = 3) =>
  readUnordered({ vendor_id, vendor_name: 'Deccan Steel', items: [{ ...line, ...own }] }, prices);

it('reads goods of a vendor', () => {
  const { items, wrong } = read({ rejected: '1', reason: ' Bent ', lots: 'H-7 x 4' });
  expect(wrong).toBeNull();
  expect(items).toEqual([
    {
      product_id: 8,
      quantity: 5,
      rejected_quantity: 1,
      reject_reason: 'Bent',
      lots: [{ lot_number: 'H-7', quantity: 4 }],
      unit: 'kg',
      unit_price: 12.5,
    },
  ]);
  expect(read({ unit_price: '0', unit: '' })).toMatchObject({
    items: [{ unit_price: 0, unit: null, rejected_quantity: 0, lots: null }],
    wrong: null,
  });
});

it.each([
  ['no product', { product_id: null }, 'Item 1: Please select a product'],
  ['no quantity', { quantity: '0' }, 'Item 1: Quantity must be greater than 0'],
  ['no price', { unit_price: '' }, 'Item 1: Unit price must be 0 or greater'],
  [
    'a fine price',
    { unit_price: '1.005' },
    'Item 1: Unit price cannot have more than two decimals',
  ],
  ['more rejected', { rejected: '6' }, 'Item 1: Not more can be rejected than came'],
] as const)('refuses a line with %s', (_title, own, message) => {
  expect(read(own).wrong).toBe(message);
});

it('refuses goods without a vendor or a line', () => {
  expect(read({}, null).wrong).toBe('Please select a vendor');
  const none = { vendor_id: 3, vendor_name: 'Deccan Steel', items: [] };
  expect(readUnordered(none, prices).wrong).toBe('Please add at least one item');
});
