import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlannedProduct, Terms } from './planning.fields';
import { bestTerms, boughtOf, planningRow } from './planning.rules';

const today = '2026-11-30';

const product: PlannedProduct = {
  product_id: 1,
  product_name: 'Steel bar',
  sku_code: 'SB-1',
  unit_of_measure: 'kg',
  unit_decimals: 3,
  cost_price: 60,
  on_hand: 10,
  held: 0,
  reserved: 0,
  reorder_level: 0,
  needs: [],
  supplies: [],
  terms: [],
};

const terms: Terms = {
  vendor_id: 7,
  vendor_name: 'Deccan Steel',
  unit: 'box',
  unit_decimals: 0,
  factor: 25,
  price: 1400,
  min_quantity: null,
  multiple: null,
  is_preferred: false,
};

const order = (quantity: number, date: string | null, id = 1) => ({
  type: 'order',
  id,
  label: `ORD-${id}`,
  quantity,
  date,
});
const purchase = (quantity: number, date: string | null, id = 1) => ({
  ...order(quantity, date, id),
  type: 'purchase_order',
});

const suggested = (own: Partial<PlannedProduct>) =>
  planningRow({ ...product, ...own }, today).suggestion;

describe('a suggestion to buy', () => {
  it.each([
    ['nothing while enough is there', {}, 'none', 0, 0],
    [
      'nothing below the reorder level of what no vendor sells',
      { reorder_level: 20 },
      'none',
      0,
      0,
    ],
    ['up to the reorder level', { reorder_level: 20, terms: [terms] }, 'buy', 1, 25],
    ['what more is reserved than there is', { reserved: 35 }, 'buy', 25, 25],
    [
      'what is reserved and the reorder level',
      { reserved: 35, reorder_level: 30, terms: [terms] },
      'buy',
      3,
      75,
    ],
    ['nothing of what is held', { held: 12 }, 'buy', 2, 2],
    [
      'nothing where enough is on order',
      { reserved: 35, supplies: [purchase(25, today)] },
      'none',
      0,
      0,
    ],
    [
      'no less than the smallest quantity',
      { reserved: 11, terms: [{ ...terms, min_quantity: 4 }] },
      'buy',
      4,
      100,
    ],
    ['whole multiples', { reserved: 120, terms: [{ ...terms, multiple: 4 }] }, 'buy', 8, 200],
    [
      'a multiple of what the smallest quantity is not',
      { reserved: 11, terms: [{ ...terms, min_quantity: 5, multiple: 4 }] },
      'buy',
      8,
      200,
    ],
  ] as const)('is %s', (_text, own, action, quantity, stock_quantity) => {
    expect(suggested(own as Partial<PlannedProduct>)).toMatchObject({
      action,
      quantity,
      stock_quantity,
    });
  });

  it('takes the preferred vendor, else the lowest price of one unit of the product', () => {
    const cheap = { ...terms, vendor_id: 8, factor: 50, price: 2000 };
    expect(bestTerms([terms, cheap])?.vendor_id).toBe(8);
    expect(bestTerms([{ ...terms, is_preferred: true }, cheap])?.vendor_id).toBe(7);
    expect(bestTerms([{ ...terms, price: null }, cheap])?.vendor_id).toBe(8);
    expect(bestTerms([])).toBeNull();
  });

  it('is needed by the first need that stock and supplies do not cover', () => {
    const needs = [order(8, '2026-12-20', 2), order(8, '2026-12-10'), order(8, null, 3)];
    const reserved = 24;
    expect(suggested({ needs, reserved }).needed_by).toBe('2026-12-20');
    const late = [purchase(1, '2026-11-01')];
    expect(suggested({ needs, reserved, supplies: late }).needed_by).toBe('2026-12-20');
    const inTime = [purchase(8, '2026-12-15')];
    expect(suggested({ needs, reserved, supplies: inTime }).needed_by).toBeNull();
    expect(suggested({ needs: [], reserved }).needed_by).toBeNull();
  });

  it('holds what is missing, and hardly more, for any factor', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999 }),
        fc.integer({ min: 1, max: 50_000_000 }),
        fc.integer({ min: 0, max: 3 }),
        (missing, factor, unit_decimals) => {
          const own = { ...terms, factor: factor / 1_000_000, unit_decimals };
          const { quantity } = boughtOf(product, missing / 1000, own);
          const part = 1 / 10 ** unit_decimals;
          expect(quantity * own.factor).toBeGreaterThanOrEqual(missing / 1000 - 1e-6);
          expect((quantity - part) * own.factor).toBeLessThan(missing / 1000 + 1e-6 * own.factor);
        },
      ),
    );
  });
});

describe('why', () => {
  it('lists needs by day, the reorder level and what comes, and marks what is late', () => {
    const { why } = planningRow(
      {
        ...product,
        reorder_level: 5,
        needs: [order(3, null, 2), order(4, '2026-11-01')],
        supplies: [purchase(6, '2026-11-20', 9)],
      },
      today,
    );
    expect(why.map(({ type, id, quantity, is_late }) => [type, id, quantity, is_late])).toEqual([
      ['order', 1, -4, true],
      ['order', 2, -3, false],
      ['product', 1, -5, false],
      ['purchase_order', 9, 6, true],
    ]);
  });
});
