import { describe, expect, it } from 'vitest';
import { sampleProduct } from './products.builders';
import { canDelete, canDeleteGroup, withSubcategory } from './products.rules';

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
    const verdict = canDelete(sampleProduct(values), documents(...dependents));
    expect(verdict.ok ? null : verdict.code).toBe(code);
  });

  it('keeps a product whose movements have a value', () => {
    const product = sampleProduct({ stock_quantity: 0 });
    expect(canDelete(product, documents(0, 0), true)).toMatchObject({
      code: 'product.has_value',
      message:
        'Movements of "Proximity Sensor M12" have a value or a lot, so it cannot be deleted. Make it inactive instead.',
    });
    expect(canDelete(product, documents(1, 0), true)).toMatchObject({ code: 'product.in_use' });
  });

  it('says what holds it', () => {
    const held = canDelete(sampleProduct({ stock_quantity: 0 }), documents(2, 1));
    expect(held).toMatchObject({
      message:
        '"Proximity Sensor M12" is on 2 orders and 1 invoice and cannot be deleted. Make it inactive instead.',
    });
    expect(canDeleteGroup('brand', 'Anvaya', { products: 0 }).ok).toBe(true);
    expect(
      canDeleteGroup('category', 'Electronics', { subcategories: 2, products: 1 }),
    ).toMatchObject({
      message: 'The category "Electronics" has 2 subcategories and 1 product and cannot be deleted',
    });
  });
});
