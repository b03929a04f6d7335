import { describe, expect, it } from 'vitest';
import {
  lockedLines,
  planPurchaseLines,
  quantityProblems,
  type StoredPurchaseLine,
  withTermPrices,
} from './purchase-lines.rules';

const sources = {
  products: new Map([
    [1, { id: 1, product_name: 'Bar', unit_of_measure: 'pcs', unit_decimals: 0 }],
    [2, { id: 2, product_name: 'Oil', unit_of_measure: 'l', unit_decimals: 2 }],
  ]),
  terms: new Map([[1, { product_id: 1, unit: 'kg', factor: 0.05, price: 60 }]]),
};

const plan = (own: object, before: StoredPurchaseLine[] = []) =>
  planPurchaseLines(
    before,
    [{ product_id: 1, service_id: null, quantity: 1, unit_price: 1, ...own }],
    sources,
  );

const stored = (own: object = {}) =>
  ({
    ...plan({ quantity: 105, unit: 'kg', stock_quantity: 5 }).lines[0],
    id: 7,
    received_quantity: 0,
    closed_quantity: 0,
    billed_quantity: 0,
    discount_share: 0,
    ...own,
  }) as StoredPurchaseLine;

describe('what arrives of a line', () => {
  it.each([
    ["the factor of the vendor's unit, rounded", { quantity: 105 }, 5],
    ['a half rounded up', { quantity: 110 }, 6],
    ['a typed quantity', { quantity: 105, stock_quantity: 4 }, 4],
    ["the product's unit", { quantity: 3, unit: 'pcs' }, 3],
    ['the decimals of the unit', { product_id: 2, quantity: 1.005 }, 1.01],
    ['nothing without a product', { product_id: null, stock_quantity: 4 }, null],
  ])('is by %s', (_what, own, stock_quantity) => {
    expect(plan(own).lines[0]?.stock_quantity).toBe(stock_quantity);
  });

  it('stays in the proportion of before, until the unit changes', () => {
    const before = [stored()];
    const after = (own: object) => plan({ id: 7, ...own }, before).lines[0]?.stock_quantity;
    expect(after({ quantity: 105 })).toBe(5);
    expect(after({ quantity: 210 })).toBe(10);
    expect(after({ quantity: 210, stock_quantity: null })).toBe(11);
    expect(after({ quantity: 8, unit: 'pcs' })).toBe(8);
  });
});

it('names, prices and counts a line as product and vendor do', () => {
  expect(plan({}).lines[0]).toMatchObject({ description: 'Bar', unit: 'kg' });
  expect(plan({ product_id: 2 }).lines[0]).toMatchObject({ description: 'Oil', unit: 'l' });
  expect(withTermPrices([{ product_id: 1 }, { product_id: 2 }], sources.terms)).toEqual([
    { product_id: 1, unit_price: 60 },
    { product_id: 2 },
  ]);
});

it('finds quantities that are too fine, or come to nothing', () => {
  const units = new Map([['pcs', { code: 'pcs', decimals: 0 }]]);
  const problemsOf = (own: object) =>
    quantityProblems(plan(own).lines, sources, units).map(({ field }) => field);
  expect(problemsOf({ unit: 'pcs', quantity: 1.5, stock_quantity: 1 })).toEqual([
    'items.0.quantity',
  ]);
  expect(problemsOf({ quantity: 1 })).toEqual(['items.0.stock_quantity']);
  expect(problemsOf({ quantity: 20, stock_quantity: 0.5 })).toEqual(['items.0.stock_quantity']);
  expect(problemsOf({ quantity: 20 })).toEqual([]);
});

describe('a line that came or is billed', () => {
  const codes = (before: object, own: object) =>
    lockedLines(
      [stored(before)],
      plan({ id: 7, quantity: 105, ...own }, [stored(before)]).lines.map((line) => ({
        ...line,
        discount_share: 0,
      })),
    ).map(({ code }) => code);

  it.each([
    [{ received_quantity: 60, closed_quantity: 40 }, { quantity: 100 }, []],
    [
      { received_quantity: 60, closed_quantity: 40 },
      { quantity: 99 },
      ['purchase_order.below_received'],
    ],
    [{ billed_quantity: 1 }, { quantity: 200 }, []],
    [{ billed_quantity: 1 }, { unit_price: 2 }, ['purchase_order.billed']],
    [{ billed_quantity: 1 }, { discount_percent: 5 }, ['purchase_order.billed']],
  ])('%j is locked against %j', (before, own, expected) => {
    expect(codes(before, own)).toEqual(expected);
  });

  it('stays on the order', () => {
    expect(lockedLines([stored({ billed_quantity: 1 })], [])).toHaveLength(1);
    expect(lockedLines([stored()], [])).toEqual([]);
  });
});
