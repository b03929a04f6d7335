import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, fromPaise } from './money';
import { formatNumber } from './numbers';
import { parseNumber, plainNumber } from './typed-numbers';

describe('a typed number', () => {
  it.each([
    ['1234.50', 1234.5],
    ['1,45,678.67', 145_678.67],
    ['12,34,567', 1_234_567],
    ['1,234,567', 1_234_567],
    [' 5 ', 5],
    ['\u00a05\u202f', 5],
    ['007', 7],
    ['+5', 5],
    ['-5', -5],
    ['−5', -5],
    ['-0.5', -0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['0', 0],
  ])('%j is %d', (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });

  it.each(['', ' ', '\t', '\u00a0'])('%j is empty', (text) => {
    expect(parseNumber(text)).toBeNull();
  });

  it.each([
    '12,50',
    '1,2',
    '1,,000',
    ',100',
    '100,',
    '1,0000',
    '1000,000',
    '1 000',
    '1.000,50',
    '1.2.3',
    '.',
    '-',
    '+',
    '--1',
    '- 5',
    '5-',
    '(5)',
    '5%',
    '1e5',
    '1.0E+12',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
    'twelve',
    '12a',
    '?',
    '१२',
    '₹5',
    '$5',
    '9'.repeat(400),
  ])('%j is not a number', (text) => {
    expect(parseNumber(text)).toBeNaN();
  });
});

describe('a typed amount', () => {
  it.each([
    ['₹1,45,678.67', 'INR', 145_678.67],
    ['₹ 500', 'INR', 500],
    ['-₹5.00', 'INR', -5],
    ['Rs. 12,50,000.00', 'INR', 1_250_000],
    ['-Rs 5', 'INR', -5],
    ['rs.50', 'INR', 50],
    ['INR 1,250,000.00', 'INR', 1_250_000],
    ['USD 7.5', 'USD', 7.5],
    ['$1,250', 'USD', 1250],
    ['500', 'INR', 500],
  ] as const)('%j in %s is %d', (text, currency, number) => {
    expect(parseNumber(text, currency)).toBe(number);
  });

  it.each([
    ['$5', 'INR'],
    ['₹5', 'USD'],
    ['₹', 'INR'],
    ['INR 5', 'USD'],
    ['Rs', 'INR'],
    ['₹₹5', 'INR'],
    ['5₹', 'INR'],
  ] as const)('%j is none in %s', (text, currency) => {
    expect(parseNumber(text, currency)).toBeNaN();
  });
});

it('keeps what was typed as plain digits', () => {
  expect(plainNumber('₹1,45,678.60', 'INR')).toBe('145678.60');
  expect(plainNumber(' −1,000 ')).toBe('-1000');
  expect(plainNumber('12,50')).toBeNull();
  expect(plainNumber('')).toBeNull();
});

const paise = fc.integer({ min: -(10 ** 15), max: 10 ** 15 });

it('reads back every amount as it is shown, in both groupings', () => {
  fc.assert(
    fc.property(paise, fc.constantFrom('INR' as const, 'USD' as const), (amount, currency) => {
      const rupees = fromPaise(amount);
      expect(parseNumber(formatMoney(rupees, currency), currency)).toBe(rupees);
    }),
  );
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect(parseNumber(formatNumber(number))).toBe(number);
    }),
  );
});

it('reads a plain decimal as JavaScript does, and a text without digits never as a number', () => {
  fc.assert(
    fc.property(paise, (amount) => {
      const text = String(fromPaise(amount));
      expect(parseNumber(text)).toBe(Number(text));
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const number = parseNumber(text);
      if (number === null) return text.trim() === '';
      return Number.isNaN(number) || /\d/.test(text);
    }),
  );
});
