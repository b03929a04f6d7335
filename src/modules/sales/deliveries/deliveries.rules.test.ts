import { expect, it } from 'vitest';
import { type DeliveredLot, stillOut } from './deliveries.rules';

const delivery = (
  id: number,
  quantity: number,
  values: Partial<DeliveredLot> = {},
): DeliveredLot => ({
  id,
  quantity,
  lot_id: 1,
  order_id: 5,
  delivery_number: `DC-${id}`,
  delivery_date: '2026-04-01',
  customer_id: 3,
  customer_name: 'Konkan Foods',
  ...values,
});
const first = [delivery(1, 4), delivery(2, 3), delivery(3, 6, { order_id: 6 })];

it.each<[string, { order_id: number; lot_id: number; quantity: number }[], [number, number][]]>([
  [
    'all without returned goods',
    [],
    [
      [1, 4],
      [2, 3],
      [3, 6],
    ],
  ],
  [
    'less of the last delivery',
    [{ order_id: 5, lot_id: 1, quantity: 1 }],
    [
      [1, 4],
      [2, 2],
      [3, 6],
    ],
  ],
  [
    'less of earlier ones',
    [{ order_id: 5, lot_id: 1, quantity: 5 }],
    [
      [1, 2],
      [3, 6],
    ],
  ],
  [
    'not less for another lot',
    [{ order_id: 5, lot_id: 2, quantity: 5 }],
    [
      [1, 4],
      [2, 3],
      [3, 6],
    ],
  ],
])('is out: %s', (_what, returned, expected) => {
  expect(stillOut(first, returned).map(({ id, quantity }) => [id, quantity])).toEqual(expected);
});
