import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandsOf, sampleProduct } from './products.builders';
import {
  available,
  canMoveStock,
  fallsToReorderLevel,
  marginOf,
  stockStatus,
  unitChangeText,
} from './products.rules';

describe('the stock of a product', () => {
  it.each([
    [0, 10, 'out', 'needs-reorder'],
    [-3, 10, 'out', 'needs-reorder'],
    [1, 10, 'low', 'needs-reorder'],
    [10, 10, 'low', 'needs-reorder'],
    [11, 10, 'in', 'normal'],
    [20, 10, 'in', 'normal'],
    [21, 10, 'in', 'well-stocked'],
    [0, 0, 'out', 'needs-reorder'],
    [1, 0, 'in', 'well-stocked'],
  ])('of %i at reorder level %i is %s and %s', (stock_quantity, reorder_level, status, alert) => {
    const row = sampleProduct({ stock_quantity, reorder_level });
    expect(stockStatus(row)).toBe(status);
    expect(bandsOf('stock_status', row)).toEqual([status]);
    expect(bandsOf('reorder_alert', row)).toEqual([alert]);
  });

  it('is available as far as no order holds it', () => {
    expect(available(sampleProduct({ stock_quantity: 5, reserved_quantity: 2 }))).toBe(3);
    expect(available(sampleProduct({ stock_quantity: 5, reserved_quantity: 8 }))).toBe(-3);
  });

  it.each([
    [5, -5, null],
    [5, 5, null],
    [5, -6, 'Not enough stock of "Proximity Sensor M12": 6 needed, 5 available'],
    [0, -1, 'Not enough stock of "Proximity Sensor M12": 1 needed, 0 available'],
    [
      125_000,
      -200_000,
      'Not enough stock of "Proximity Sensor M12": 2,00,000 needed, 1,25,000 available',
    ],
    [-3, 1, null],
    [1_000_000_000, 1, 'Stock of "Proximity Sensor M12" cannot exceed 1,00,00,00,000'],
  ])('of %i may change by %i: %s', (stock_quantity, change, message) => {
    const verdict = canMoveStock(sampleProduct({ stock_quantity }), change);
    expect(verdict.ok ? null : verdict.message).toBe(message);
  });

  it('falls below zero only with leave', () => {
    const row = sampleProduct({ stock_quantity: 1 });
    expect(canMoveStock(row, -2, { allowNegative: true }).ok).toBe(true);
    expect(canMoveStock(row, -2, { allowNegative: false }).ok).toBe(false);
  });

  it.each([
    [11, 10, true],
    [11, 0, true],
    [10, 9, false],
    [9, 11, false],
    [12, 11, false],
  ])('falling from %i to %i reaches the reorder level 10: %s', (before, after, falls) => {
    expect(fallsToReorderLevel(sampleProduct(), before, after)).toBe(falls);
  });
});

describe('the margin', () => {
  it.each([
    [100, 50, ['high'], 50],
    [100, 50.01, ['medium'], 49.99],
    [100, 80, ['medium'], 20],
    [0.3, 0.24, ['medium'], 20],
    [100, 80.01, ['low'], 19.99],
    [100, 99.99, ['low'], 0.01],
    [100, 100, ['negative'], 0],
    [100, 120, ['negative'], -20],
    [0, 10, ['negative'], null],
    [100, 0, ['high', 'medium', 'low', 'negative'], null],
    [100, null, ['high', 'medium', 'low', 'negative'], null],
  ])('of a price %f at a cost %s lies in %j', (unit_price, cost_price, bands, percent) => {
    const row = sampleProduct({ unit_price, cost_price });
    expect(bandsOf('profit_margin', row)).toEqual(bands);
    const margin = marginOf(row);
    if (percent === null) expect(margin).toBeNull();
    else expect(margin).toBeCloseTo(percent, 6);
  });

  it('of a product with a cost is in one band, regardless of the amounts', () => {
    const paise = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(paise, fc.integer({ min: 1, max: 10_000_000 }), (price, cost) => {
        const row = sampleProduct({ unit_price: price / 100, cost_price: cost / 100 });
        expect(bandsOf('profit_margin', row)).toHaveLength(1);
      }),
    );
  });
});

it.each([
  [100, 'box', 'Nothing is converted: the stock of 100 each becomes 100 box. Count it afterwards.'],
  [2.5, 'kg', 'Nothing is converted: the stock of 2.5 each becomes 2.5 kg. Count it afterwards.'],
  [0, 'box', null],
  [100, 'each', null],
  [100, '', null],
])('a stock of %d each that gets the unit "%s": %s', (stock_quantity, unit, text) => {
  expect(unitChangeText({ stock_quantity, unit_of_measure: 'each' }, unit)).toBe(text);
});
