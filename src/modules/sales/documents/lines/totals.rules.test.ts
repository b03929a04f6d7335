import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agrees, lineTotal, rateOf, restOf, sumOf, taxOn, totalsOf } from './totals.rules';

describe('a line', () => {
  it.each([
    [3, 33.33, 99.99],
    [0.5, 0.01, 0.01],
    [0.333, 10, 3.33],
    [1.005, 100, 100.5],
    [2.675, 1, 2.68],
    [1000, 0.0375, 37.5],
    [3, 0.0051, 0.02],
    [1, 0.0049, 0],
    [1, 0.005, 0.01],
    [12.5, 1.2345, 15.43],
    [0.001, 99_999_999_999.9999, 100_000_000],
    [999_999_999, 9999.99, 9_999_989_990_000.01],
  ])('%d at %d comes to %d', (quantity, unit_price, total) => {
    expect(lineTotal({ quantity, unit_price })).toBe(total);
  });
});

describe('tax', () => {
  it.each([
    [100, 18, 18],
    [0.05, 10, 0.01],
    [0.04, 10, 0],
    [1234.56, 18, 222.22],
    [999_999_999_999.99, 100, 999_999_999_999.99],
    [33.33, 12.5, 4.17],
  ])('on %d at %d %% is %d', (subtotal, rate, tax) => {
    expect(taxOn(subtotal, rate)).toBe(tax);
  });
});

const paise = fc.integer({ min: 0, max: 10_000_000_00 });
const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 100_000 }).map((thousandths) => thousandths / 1000),
    unit_price: fc.oneof(
      paise.map((each) => each / 100),
      paise.map((each) => each / 10_000),
    ),
  }),
  { maxLength: 30 },
);

describe('totals', () => {
  it('are the sums of rounded lines, exact to the paisa for any order of the lines', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 10_000 }), (some, hundredths) => {
        const totals = totalsOf(some, { rate: hundredths / 100 });
        const cents = some.reduce((sum, line) => sum + Math.round(lineTotal(line) * 100), 0);
        expect(Math.round(totals.subtotal * 100)).toBe(cents);
        expect(totals).toEqual(totalsOf(some.toReversed(), { rate: hundredths / 100 }));
        expect(restOf(totals.total_amount, totals.tax_amount)).toBe(totals.subtotal);
      }),
    );
  });

  it('never differ from exact decimal arithmetic by half a paisa or more', () => {
    fc.assert(
      fc.property(lines, (some) => {
        for (const line of some) {
          const exact =
            BigInt(Math.round(line.quantity * 1000)) * BigInt(Math.round(line.unit_price * 10_000));
          const off = BigInt(Math.round(lineTotal(line) * 100)) * 100_000n - exact;
          expect(off > -50_000n && off <= 50_000n).toBe(true);
        }
      }),
    );
  });

  it('take a tax amount as it is', () => {
    expect(totalsOf([{ quantity: 2, unit_price: 10 }], { amount: 0.5 })).toEqual({
      subtotal: 20,
      tax_amount: 0.5,
      total_amount: 20.5,
    });
  });
});

it('the rate of a tax is rounded to two decimals, and 0 of nothing', () => {
  expect(rateOf({ subtotal: 100, tax_amount: 18 })).toBe(18);
  expect(rateOf({ subtotal: 300, tax_amount: 37.01 })).toBe(12.34);
  expect(rateOf({ subtotal: 0, tax_amount: 5 })).toBe(0);
});

it('sums and rests are exact where binary fractions are not', () => {
  expect(sumOf([0.1, 0.2])).toBe(0.3);
  expect(restOf(0.3, 0.1)).toBe(0.2);
});

it('a paisa of difference agrees, two do not', () => {
  expect(agrees(100.01, 100)).toBe(true);
  expect(agrees(99.99, 100)).toBe(true);
  expect(agrees(100.02, 100)).toBe(false);
});
