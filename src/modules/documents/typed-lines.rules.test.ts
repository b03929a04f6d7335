import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineTotal } from './totals.rules';
import { isTakenAway, pricedOf, readNumber, settledQuantity } from './typed-lines.rules';

describe('a typed quantity', () => {
  it.each([
    ['3', '3'],
    ['', '1'],
    ['abc', '1'],
    ['12e', '1'],
    ['2.9', '2'],
    ['0.4', '1'],
    ['1,200', '1200'],
  ])('of whole units %j is left as %j', (typed, settled) => {
    expect(settledQuantity(typed, { whole: true })).toBe(settled);
  });

  it.each([
    ['2.5', '2.5'],
    ['', '1'],
    ['half', '1'],
  ])('that may be parted %j is left as %j', (typed, settled) => {
    expect(settledQuantity(typed, { whole: false })).toBe(settled);
  });

  it.each([
    ['0', true],
    ['-2', true],
    ['0.00', true],
    ['', false],
    ['-', false],
    ['1', false],
  ])('%j takes the line away: %s', (typed, gone) => {
    expect(isTakenAway(typed)).toBe(gone);
  });
});

describe('a line being typed', () => {
  it('counts an empty quantity as the 1 that it becomes, and an empty price as nothing', () => {
    expect(pricedOf({ quantity: '', unit_price: '99.5' }, { whole: true })).toEqual({
      quantity: 1,
      unit_price: 99.5,
    });
    expect(pricedOf({ quantity: '4', unit_price: '-1' }, { whole: true }).unit_price).toBe(0);
  });

  it('has a total whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.boolean(), (quantity, unit_price, whole) => {
        const total = lineTotal(pricedOf({ quantity, unit_price }, { whole }));
        return Number.isFinite(total) && total >= 0;
      }),
    );
    const large = '9'.repeat(30);
    expect(readNumber('9'.repeat(999))).toBeNaN();
    expect(
      lineTotal(pricedOf({ quantity: large, unit_price: large }, { whole: true })),
    ).toBeGreaterThan(0);
  });
});
