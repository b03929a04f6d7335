import { describe, expect, it } from 'vitest';
import { predicateOf } from '~/kit/shared/filters/filters';
import type { Product } from './products.fields';
import { productFilters } from './products.filters';
import { figuresOf } from './products.rules';

const product = (values: Partial<Product> = {}): Product => ({
  id: 1,
  product_name: 'Proximity Sensor M12',
  sku_code: 'SEN-PX12',
  description: null,
  category_id: 1,
  subcategory_id: 1,
  brand_id: null,
  category: 'Electronics',
  category_name: 'Electronics',
  subcategory_name: 'Sensors',
  brand_name: null,
  barcode: null,
  unit_price: 1250,
  cost_price: 780,
  stock_quantity: 40,
  reserved_quantity: 0,
  reorder_level: 10,
  unit_of_measure: 'each',
  specifications: null,
  warranty_period: null,
  weight: null,
  dimensions: null,
  color: null,
  material: null,
  min_order_quantity: 1,
  is_active: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...values,
});

const filters = productFilters({
  categories: [{ value: '1', label: 'Electronics' }],
  brands: [{ value: '7', label: 'Anvaya' }],
});
const lets = (values: Record<string, string>, row: Product) =>
  predicateOf(filters, values)?.(row) ?? true;
/** The bands of a filter in which a product lies. */
const bandsOf = (key: string, row: Product) => {
  const choices = filters.find((filter) => filter.key === key)?.choices ?? [];
  const values = (typeof choices === 'function' ? choices([]) : choices).map(({ value }) => value);
  return values.filter((value) => lets({ [key]: value }, row));
};

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
    expect(bandsOf('price_range', product({ unit_price }))).toEqual([band]);
  });

  it('find by words, category, brand and status, all at once', () => {
    const values = { search: 'sensor px12', category_id: '1', brand_id: 'none', status: 'active' };
    expect(lets(values, product())).toBe(true);
    expect(lets({ search: 'plastics' }, product())).toBe(false);
    expect(lets({ brand_id: '7' }, product({ brand_id: 7 }))).toBe(true);
    for (const other of [{ category_id: 2 }, { brand_id: 7 }, { is_active: false }]) {
      expect(lets(values, product(other))).toBe(false);
    }
  });
});

describe('the figures', () => {
  it('count low and empty stock and what the stock would bring', () => {
    const rows = [
      product({ stock_quantity: 3, unit_price: 0.1 }),
      product({ stock_quantity: 0 }),
      product({ stock_quantity: 40, unit_price: 1234.56 }),
    ];
    expect(figuresOf(rows)).toEqual({ total: 3, low: 1, out: 1, value: 49_382.7 });
    expect(figuresOf([])).toEqual({ total: 0, low: 0, out: 0, value: 0 });
  });
});
