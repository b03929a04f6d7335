import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  discounted,
  documentDiscountProblem,
  isSameDiscount,
  noDiscount,
  sentDiscount,
} from './discounts.rules';
import { gstAmountsOf } from '../taxes/gst-amounts.rules';
import { lineTotal, sumOf, taxableValue, totalsOf } from './totals.rules';

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9_999_999 }).map((n) => n / 1000),
  unit_price: fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 100),
  discount_percent: fc.option(fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100)),
});
const lines = fc.array(line, { minLength: 1, maxLength: 12 });
const priced = (...totals: number[]) =>
  totals.map((unit_price) => ({ quantity: 1, unit_price, tax_treatment: 'taxable' as const }));
const sharesOf = (totals: number[], discount: Parameters<typeof discounted>[1]) =>
  discounted(priced(...totals), discount).lines.map((each) => each.discount_share);
const amount = (discount_amount: number) => ({ ...noDiscount, discount_amount });

describe('a discount on a whole document', () => {
  it.each([
    [[100, 200, 300], { ...noDiscount, discount_percent: 10 }, [10, 20, 30]],
    [[0.01, 0.01, 0.01], amount(0.02), [0.01, 0, 0.01]],
    [[33.33, 33.33, 33.34], amount(10), [3.33, 3.34, 3.33]],
    [[100, 0], amount(50), [50, 0]],
    [[100, 50], noDiscount, [0, 0]],
    [[0, 0], { ...noDiscount, discount_percent: 50 }, [0, 0]],
  ])('off lines of %j: %j is %j', (totals, discount, shares) => {
    expect(sharesOf(totals, discount)).toEqual(shares);
  });

  it('is spread to the paisa, and no line bears more than it comes to', () => {
    const part = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(lines, part, fc.boolean(), (some, thousandths, isPercent) => {
        const value = sumOf(some.map(lineTotal));
        const sent = isPercent
          ? { discount_percent: thousandths / 10, discount_amount: 0 }
          : amount(Math.floor((value * thousandths) / 10) / 100);
        expect(documentDiscountProblem(some, sent)).toBeNull();
        const { lines: spread, discount } = discounted(some, sent);
        expect(sumOf(spread.map((each) => each.discount_share))).toBe(discount.discount_amount);
        for (const each of spread) expect(taxableValue(each)).toBeGreaterThanOrEqual(0);
        const { subtotal } = totalsOf(spread, { rate: 18 });
        expect(sumOf([subtotal, discount.discount_amount])).toBe(value);
        const taxed = spread.map((each) => ({ ...each, tax_treatment: null, tax_rate: 5 }));
        const split = { split: 'within', roundsToRupee: false } as const;
        expect(gstAmountsOf(taxed, split).subtotal).toBe(subtotal);
      }),
    );
  });

  it('cannot exceed what it is taken off', () => {
    expect(documentDiscountProblem(priced(10, 5.5), amount(15.5))).toBeNull();
    expect(documentDiscountProblem(priced(10, 5.5), amount(15.51))).toBe(
      'Discount cannot exceed ₹15.50',
    );
  });

  it('is a percentage or an amount, not both, unless they say the same', () => {
    const refused = 'Enter the discount in percent or in rupees, not both';
    const both = (discount_amount: number) => ({ discount_percent: 10, discount_amount });
    expect(documentDiscountProblem(priced(10, 5.5), both(1.5))).toBe(refused);
    expect(documentDiscountProblem(priced(10, 5.5), both(1.55))).toBeNull();
    expect(documentDiscountProblem(priced(10, 5.5), both(0))).toBeNull();
  });

  it('stays where a request does not mention it, and an amount alone takes its percentage away', () => {
    const before = { discount_percent: 10, discount_amount: 60 };
    const ten = { discount_percent: 10, discount_amount: 0 };
    expect(sentDiscount({}, before)).toEqual(ten);
    expect(sentDiscount(before, before)).toEqual(ten);
    expect(sentDiscount({ discount_amount: 5 }, before)).toEqual(amount(5));
    expect(sentDiscount({ discount_percent: null }, before)).toEqual(noDiscount);
    expect(sentDiscount({ discount_percent: 5, discount_amount: 60 }, before)).toEqual({
      discount_percent: 5,
      discount_amount: 60,
    });
    expect(isSameDiscount({ discount_percent: 10, discount_amount: 0 }, before)).toBe(true);
    expect(isSameDiscount(amount(60), before)).toBe(false);
  });
});
