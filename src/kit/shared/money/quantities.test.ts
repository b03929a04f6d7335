import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalsOf, restOfQuantity, sumOfQuantities } from './quantities';

it.each([
  [0, 0],
  [5, 0],
  [-2.5, 1],
  [0.25, 2],
  [1e-7, 7],
  [1.5e-9, 10],
  [1e21, 0],
  [Number.NaN, Number.POSITIVE_INFINITY],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('%d has %d decimals', (number, decimals) => {
  expect(decimalsOf(number)).toBe(decimals);
});

it('sums and rests are exact where binary fractions are not', () => {
  expect(sumOfQuantities([0.1, 0.2])).toBe(0.3);
  expect(restOfQuantity(0.3, 0.1)).toBe(0.2);
  expect(restOfQuantity(2.3, 0.001)).toBe(2.299);
  const thousandths = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
  fc.assert(
    fc.property(thousandths, thousandths, (one, other) => {
      expect(sumOfQuantities([one / 1000, other / 1000])).toBe((one + other) / 1000);
    }),
  );
});
