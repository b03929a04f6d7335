import { expect, it } from 'vitest';
import type { Product } from '../catalogue/products.fields';
import { previewOf } from './adjustment-preview.rules';

const pump = {
  kind: 'goods',
  is_stocked: true,
  product_name: 'Pump',
  stock_quantity: 48,
  reserved_quantity: 0,
  held_quantity: 0,
  unit_of_measure: 'each',
  stock_value: 4800,
  average_cost: 100,
  cost_price: 100,
} as unknown as Product;
const whole = { code: 'each', decimals: 0 } as const;

it.each([
  ['in', {}, 'After the change: 68 each on hand'],
  ['out', {}, 'After the change: 28 each on hand'],
  ['set', {}, 'After the change: 20 each on hand'],
  [
    'in',
    { before_count: 'included' },
    '48 each stay on hand where a later count found this already.',
  ],
])('says what 20 %s with %j make of 48', (adjustment_type, more, outcome) => {
  const typed = { adjustment_type, quantity: '20', ...more };
  expect(previewOf(pump, typed, { unit: whole, there: null })).toContain(outcome);
});
