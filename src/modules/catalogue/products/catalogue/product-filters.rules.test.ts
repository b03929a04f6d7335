import { describe, expect, it } from 'vitest';
import { bandsOf, isShown, sampleProduct } from './products.builders';
import { figuresOf } from './products.rules';

describe('the filters', () => {
  it.each([
    [0, 'under-100'],
    [99.99, 'under-100'],
    [100, '100-500'],
    [500, '500-1000'],
    [1000, '1000-5000'],
    [4999.99, '1000-5000'],
    [5000, 'over-5000'],
  ])('put a price of %f into %s', (unit_price, band) => {
    expect(bandsOf('price_range', sampleProduct({ unit_price }))).toEqual([band]);
  });

  it('find by words, category, brand and status, all at once', () => {
    const values = { search: 'sensor px12', category_id: '1', brand_id: 'none', status: 'active' };
    expect(isShown(values, sampleProduct())).toBe(true);
    expect(isShown({ search: 'plastics' }, sampleProduct())).toBe(false);
    expect(isShown({ brand_id: '7' }, sampleProduct({ brand_id: 7 }))).toBe(true);
    for (const other of [{ category_id: 2 }, { brand_id: 7 }, { is_active: false }]) {
      expect(isShown(values, sampleProduct(other))).toBe(false);
    }
  });
});

describe('the figures', () => {
  it('count low and empty stock and what the stock would bring', () => {
    const rows = [
      sampleProduct({ stock_quantity: 3, unit_price: 0.1 }),
      sampleProduct({ stock_quantity: 0 }),
      sampleProduct({ stock_quantity: 40, unit_price: 1234.56 }),
    ];
    expect(figuresOf(rows)).toEqual({ total: 3, low: 1, out: 1, value: 49_382.7 });
    expect(figuresOf([])).toEqual({ total: 0, low: 0, out: 0, value: 0 });
  });
});
