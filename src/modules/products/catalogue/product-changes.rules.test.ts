import { describe, expect, it } from 'vitest';
import type { Product } from './products.fields';
import { canDelete, canDeleteGroup, withSubcategory } from './products.rules';

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

describe('a change of category', () => {
  const before = { category_id: 1, subcategory_id: 2 };
  it.each([
    [{}, {}],
    [{ category_id: 1 }, { category_id: 1 }],
    [{ category_id: 2 }, { category_id: 2, subcategory_id: null }],
    [{ category_id: null }, { category_id: null, subcategory_id: null }],
    [
      { category_id: 2, subcategory_id: 2 },
      { category_id: 2, subcategory_id: null },
    ],
    [
      { category_id: 2, subcategory_id: 3 },
      { category_id: 2, subcategory_id: 3 },
    ],
    [{ subcategory_id: 1 }, { subcategory_id: 1 }],
  ])('sent as %j means %j', (sent, meant) => {
    expect(withSubcategory(before, sent)).toEqual(meant);
  });
});

describe('deleting', () => {
  const documents = (orders: number, invoices: number) => [
    { noun: 'order', count: orders },
    { noun: 'invoice', count: invoices },
  ];

  it.each<[{ stock_quantity: number }, [number, number], string | null]>([
    [{ stock_quantity: 0 }, [0, 0], null],
    [{ stock_quantity: 2 }, [1, 0], 'product.in_stock'],
    [{ stock_quantity: -2 }, [0, 0], 'product.in_stock'],
    [{ stock_quantity: 0 }, [1, 0], 'product.in_use'],
    [{ stock_quantity: 0 }, [0, 2], 'product.in_use'],
  ])('a product %j on %j: %s', (values, dependents, code) => {
    const verdict = canDelete(product(values), documents(...dependents));
    expect(verdict.ok ? null : verdict.code).toBe(code);
  });

  it('says what holds it', () => {
    const held = canDelete(product({ stock_quantity: 0 }), documents(2, 1));
    expect(held).toMatchObject({
      sentence:
        '"Proximity Sensor M12" is on 2 orders and 1 invoice and cannot be deleted. Switch it off instead.',
    });
    expect(canDeleteGroup('brand', 'Anvaya', { products: 0 }).ok).toBe(true);
    expect(
      canDeleteGroup('category', 'Electronics', { subcategories: 2, products: 1 }),
    ).toMatchObject({
      sentence:
        'The category "Electronics" holds 2 subcategories and 1 product and cannot be deleted',
    });
  });
});
