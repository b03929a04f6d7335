import { expect, it } from 'vitest';
import { amountProblem, roundedTyped } from './amounts.rules';

it.each([
  ['', ''],
  ['12', '12'],
  ['12.', '12.'],
  ['12.30', '12.30'],
  ['12.304', '12.3'],
  ['12.305', '12.31'],
  ['1.005', '1.01'],
  ['0.0049', '0'],
  ['12x', '12x'],
])('%j is left as %j', (typed, rounded) => {
  expect(roundedTyped(typed)).toBe(rounded);
});

it.each([
  [0, 'Please enter a valid payment amount'],
  [-1, 'Please enter a valid payment amount'],
  [Number.NaN, 'Please enter a valid payment amount'],
  [0.01, null],
  [100, null],
  [100.01, 'Payment amount cannot exceed the outstanding balance'],
])('%s of a balance of 100: %s', (amount, problem) => {
  expect(amountProblem(amount, 100)).toBe(problem);
});
