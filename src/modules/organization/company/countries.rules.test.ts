import { expect, it } from 'vitest';
import { countryCode, isIndia } from './countries.rules';

it.each([
  ['Germany', 'DE'],
  [' de ', 'DE'],
  ['U.S.A.', 'US'],
  ['United States of America', 'US'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Turkey', 'TR'],
  ['भारत', 'IN'],
  ['INDIA', 'IN'],
])('%s is the country %s', (text, code) => {
  expect(countryCode(text)).toBe(code);
});

it.each(['', 'Atlantis', 'Maharashtra', 'ZZ', 'SU', null])('%s is not a country', (text) => {
  expect(countryCode(text)).toBeNull();
});

it('India has several names', () => {
  expect(['India', 'Bharat', 'IN', 'ind', 'Nepal', ''].map((each) => isIndia(each))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
