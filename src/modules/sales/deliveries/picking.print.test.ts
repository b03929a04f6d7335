import { expect, it } from 'vitest';
import { nothingToPick, pickingPrintDocument } from './picking.print';

const leftOut = [
  { order_number: 'ORD-26-27-00002', status: 'Pending' },
  { order_number: 'ORD-26-27-00003', status: 'Delivered' },
];

it('names the chosen orders that have nothing to pick', () => {
  const picked = {
    sku_code: 'B-1',
    product_name: 'Bolt',
    unit: 'each',
    on_hand: 5,
    quantity: 2,
    parts: [{ order_number: 'ORD-26-27-00001', customer_name: 'Deccan Pumps', quantity: 2 }],
  };
  const given = { company: 'Example', today: '2026-11-27' };
  expect(pickingPrintDocument([picked], { ...given, leftOut: [] }).notes).toEqual([]);
  expect(pickingPrintDocument([picked], { ...given, leftOut }).notes).toEqual([
    { heading: 'Nothing to Pick', text: 'ORD-26-27-00002 (Pending), ORD-26-27-00003 (Delivered)' },
  ]);
});

it.each([
  [[], 'Nothing to pick. Only open items of confirmed orders are picked.'],
  [
    [...leftOut, ...leftOut],
    'Nothing to pick: ORD-26-27-00002 (Pending), ORD-26-27-00003 (Delivered), ORD-26-27-00002 (Pending) and 1 more. Only open items of confirmed orders are picked.',
  ],
])('says why there is no list', (orders, text) => {
  expect(nothingToPick(orders)).toBe(text);
});
