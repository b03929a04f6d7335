import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPaise } from '~/kit/shared/money/money';
import { gstAmountsOf, roundOffOf, type TaxableLine, taxParts } from './gst-amounts.rules';
import { sumOf } from '../lines/totals.rules';

const line = (change: Partial<TaxableLine> = {}): TaxableLine => ({
  quantity: 2,
  unit_price: 100,
  tax_treatment: 'taxable',
  tax_rate: 18,
  ...change,
});

describe('the taxes of a line', () => {
  it.each([
    [100, 18, 'within', 9, 9, 0],
    [100, 18, 'between', 0, 0, 18],
    [100, 18, 'none', 0, 0, 0],
    [100, 0, 'within', 0, 0, 0],
    [100, null, 'between', 0, 0, 0],
    [100, 0.25, 'within', 0.13, 0.13, 0],
    [100.05, 5, 'within', 2.5, 2.5, 0],
    [0.1, 5, 'between', 0, 0, 0.01],
  ] as const)('%s at %s %%, %s', (taxable, rate, split, cgst, sgst, igst) => {
    expect(taxParts(taxable, rate, split)).toEqual({
      cgst_amount: cgst,
      sgst_amount: sgst,
      igst_amount: igst,
    });
  });
});

describe('the amounts of a document', () => {
  it('are computed for lines of several rates, discounted', () => {
    const lines = [
      line({ discount_percent: 12.5 }),
      line({ tax_rate: 5, discount_amount: 0.5 }),
      line({ tax_treatment: 'exempt', tax_rate: 0, unit_price: 33.33 }),
    ];
    expect(gstAmountsOf(lines, { split: 'within', roundsToRupee: true })).toEqual({
      subtotal: 441.16,
      cgst_amount: 20.74,
      sgst_amount: 20.74,
      igst_amount: 0,
      tax_amount: 41.48,
      tax_rate: 9.4,
      round_off: 0.36,
      total_amount: 483,
    });
  });

  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 9_999_999 }).map((n) => n / 1000),
      unit_price: fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 100),
      discount_percent: fc.option(fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100)),
      tax_treatment: fc.constant('taxable' as const),
      tax_rate: fc.constantFrom(0, 0.25, 1.5, 3, 5, 12, 18, 28, 40),
    }),
    { minLength: 1, maxLength: 9 },
  );

  it('add up, halves alike, and differ between and within states by a paisa a line at most', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (some, roundsToRupee) => {
        const within = gstAmountsOf(some, { split: 'within', roundsToRupee });
        const between = gstAmountsOf(some, { split: 'between', roundsToRupee: false });
        expect(within.cgst_amount).toBe(within.sgst_amount);
        expect(within.total_amount).toBe(
          sumOf([within.subtotal, within.tax_amount, within.round_off]),
        );
        if (roundsToRupee) expect(toPaise(within.total_amount) % 100).toBe(0);
        const apart = toPaise(within.tax_amount) - toPaise(between.tax_amount);
        expect(Math.abs(apart)).toBeLessThanOrEqual(some.length);
      }),
    );
  });
});

it.each([
  [10, 0],
  [10.49, -0.49],
  [10.5, 0.5],
  [10.51, 0.49],
])('%s is rounded off by %s', (amount, off) => {
  expect(roundOffOf(amount)).toBe(off);
});
