import { expect, it } from 'vitest';
import { rupeesInWords } from './amount-words';

it.each([
  [0, 'Rupees Zero Only'],
  [Number.NaN, '–'],
  [0.05, 'Rupees Zero and Five Paise Only'],
  [15, 'Rupees Fifteen Only'],
  [21.5, 'Rupees Twenty-One and Fifty Paise Only'],
  [100, 'Rupees One Hundred Only'],
  [
    145_678.67,
    'Rupees One Lakh Forty-Five Thousand Six Hundred Seventy-Eight and Sixty-Seven Paise Only',
  ],
  [10_000_000, 'Rupees One Crore Only'],
  [
    123_456_789_012.34,
    'Rupees Twelve Thousand Three Hundred Forty-Five Crore Sixty-Seven Lakh Eighty-Nine Thousand Twelve and Thirty-Four Paise Only',
  ],
])('%d reads %s', (amount, spelled) => {
  expect(rupeesInWords(amount)).toBe(spelled);
});
