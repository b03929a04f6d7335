import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { billKeyOf } from './bill-numbers.rules';

it.each([
  ['INV-001', 'inv-1'],
  ['INV 0012 / 26-27', 'inv12/26-27'],
  ['007', '7'],
  ['0', '000'],
  ['A0B00', 'a0b0'],
  ['100', ' 1 00 '],
  ['10/010', '10/10'],
  ['2026/0001', '2026/1'],
])('%s and %s are one number', (one, other) => {
  expect(billKeyOf(one)).toBe(billKeyOf(other));
});

it.each([
  ['INV-1', 'INV-10'],
  ['INV-1', 'INV/1'],
  ['INV-1', 'INV1'],
  ['100', '1'],
  ['1/01', '1/10'],
])('%s and %s are two numbers', (one, other) => {
  expect(billKeyOf(one)).not.toBe(billKeyOf(other));
});

it('gives the same key for its own key, and for more zeros before any run of digits', () => {
  const part = fc.oneof(fc.nat(9999).map(String), fc.constantFrom('a', 'Z', '/', '-', ' ', '00'));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
      const number = parts.join('');
      const key = billKeyOf(number);
      expect(billKeyOf(key)).toBe(key);
      const padded = number.replaceAll(/\s/g, '').replaceAll(/\d+/g, (digits) => `00${digits}`);
      expect(billKeyOf(padded.toLowerCase())).toBe(key);
    }),
  );
});
