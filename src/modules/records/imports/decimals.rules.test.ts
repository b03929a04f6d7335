import { expect, test } from 'vitest';
import { guessedDecimal, swapped } from './decimals.rules';

test.each([
  [['1.234,50', '12'], { decimal: ',', doubt: null }],
  [['1,23,456.50', '12'], { decimal: '.', doubt: null }],
  [['Rs. 1.234,50'], { decimal: ',', doubt: null }],
  [['12,5', '1.000'], { decimal: ',', doubt: null }],
  [['0.5', '1,000'], { decimal: '.', doubt: null }],
  [['1,000', '₹2,000'], { decimal: '.', doubt: '1,000' }],
  [[' 1.234 ', '7'], { decimal: '.', doubt: '1.234' }],
  [['12', '', 'unknown'], null],
  [[], null],
])('%j are written as %j', (texts, guess) => {
  expect(guessedDecimal(texts)).toEqual(guess);
});

test('a decimal comma becomes a point', () => {
  expect(['1.234,50', '-5', '1,5'].map(swapped)).toEqual(['1,234.50', '-5', '1.5']);
});
