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
    expect(settledQuantity(typed, 0)).toBe(settled);
  });

  it.each([
    ['2.5', '2.5'],
    ['', '1'],
    ['half', '1'],
    ['99999999999999999999', '99999999999999999999'],
  ])('that may be parted %j is left as %j', (typed, settled) => {
    expect(settledQuantity(typed, 3)).toBe(settled);
  });

  it.each([
    ['0', true],
    ['-2', true],
    ['0.00', true],
    ['', false],
    ['-', false],
    ['1', false],
  ])('%j takes the line away: %s', (typed, isRemoved) => {
    expect(isTakenAway(typed)).toBe(isRemoved);
  });
});

describe('a line being typed', () => {
  it.each(['abc', '-', '1e5'])('counts a discount of %j as none', (typed) => {
    const plain = { quantity: '2', unit_price: '100' };
    for (const name of ['discount_percent', 'discount_amount'])
      expect(lineTotal(pricedOf({ ...plain, [name]: typed }, { decimals: 0 }))).toBe(200);
  });

  it('counts an empty quantity as the 1 that it becomes, and an empty price as nothing', () => {
    expect(pricedOf({ quantity: '', unit_price: '99.5' }, { decimals: 0 })).toEqual({
      quantity: 1,
      unit_price: 99.5,
    });
    expect(pricedOf({ quantity: '4', unit_price: '-1' }, { decimals: 0 }).unit_price).toBe(0);
  });

  it('is as fine as its product’s unit and its list let it be', () => {
    const typed = { quantity: '2.5', unit_price: '1' };
    const kg = { code: 'kg', decimals: 3 };
    expect(pricedOf(typed, { decimals: 0 }).quantity).toBe(2);
    expect(pricedOf({ ...typed, unitDecimals: kg }, { decimals: 0 }).quantity).toBe(2.5);
    expect(pricedOf({ ...typed, unitDecimals: null }, { decimals: 3 }).quantity).toBe(2.5);
  });

  it('has a total for any typed text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(3), (quantity, unit_price, decimals) => {
        const total = lineTotal(pricedOf({ quantity, unit_price }, { decimals }));
        return Number.isFinite(total) && total >= 0;
      }),
    );
    const large = '9'.repeat(30);
    expect(readNumber('9'.repeat(999))).toBeNaN();
    expect(
      lineTotal(pricedOf({ quantity: large, unit_price: large }, { decimals: 0 })),
    ).toBeGreaterThan(0);
  });
});
