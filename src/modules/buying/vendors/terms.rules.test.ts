import { describe, expect, it } from 'vitest';
import { factorProblem, termProblems, termsAfterOrder } from './terms.rules';
import { emptyTerms, readTerms } from './typed-terms.rules';

it.each([
  [1, null],
  [0.000001, null],
  [0, 'Factor must be above 0'],
  [0.0000001, 'Factor cannot have more than six decimals'],
])('the factor %s: %s', (factor, problem) => {
  expect(factorProblem(factor)).toBe(problem);
});

it('lists a product once', () => {
  const problems = termProblems([1, 2, 1].map((product_id) => ({ product_id, factor: 1 })));
  expect(problems).toEqual([
    { field: 'items.2.product_id', message: 'Item 3: The product is listed twice' },
  ]);
});

describe('an order', () => {
  const terms = { product_id: 1, unit: 'box', factor: 12, price: 100 };
  const line = { product_id: 1, quantity: 2, unit: 'box', stock_quantity: 24, unit_price: 110 };

  it('makes terms where there are none', () => {
    expect(termsAfterOrder([], [line])).toEqual([{ ...terms, price: 110 }]);
  });

  it('brings the price of the same unit up to date', () => {
    expect(termsAfterOrder([terms], [line])).toEqual([{ ...terms, price: 110 }]);
    expect(termsAfterOrder([terms], [{ ...line, unit_price: 100 }])).toEqual([]);
    expect(termsAfterOrder([terms], [{ ...line, unit: 'each' }])).toEqual([]);
  });

  it('leaves lines without a product alone', () => {
    expect(termsAfterOrder([], [{ ...line, product_id: null }])).toEqual([]);
  });
});

it('reads typed terms, without empty rows', () => {
  const row = { ...emptyTerms([]), product_id: 4, unit: 'kg', price: '12.5' };
  expect(readTerms([row, emptyTerms([row])])).toEqual({
    items: [
      {
        product_id: 4,
        vendor_sku: null,
        unit: 'kg',
        factor: 1,
        price: 12.5,
        min_quantity: null,
        multiple: null,
        lead_days: null,
        is_preferred: false,
      },
    ],
    wrong: null,
  });
  expect(readTerms([{ ...row, product_id: null }]).wrong).toBe('Item 1: Please select a product');
});
