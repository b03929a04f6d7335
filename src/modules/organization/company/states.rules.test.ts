import { expect, it } from 'vitest';
import { stateInWords, stateNamed, states, stateText } from './states.rules';

it.each([
  ['7', '07'],
  ['07', '07'],
  [' delhi ', '07'],
  ['New Delhi', '07'],
  ['DL', '07'],
  ['07-Delhi', '07'],
  ['Delhi (07)', '07'],
  ['Jammu & Kashmir', '01'],
  ['Orissa', '21'],
  ['TAMILNADU', '33'],
  ['Daman & Diu', '26'],
  ['27 - Maharashtra', '27'],
  ['Pondicherry', '34'],
  ['Foreign', '96'],
])('%s is the state %s', (text, code) => {
  expect(stateNamed(text)).toBe(code);
});

it.each(['', 'Atlantis', '25', '28', '0', '270', '27-Goa', '-', '₹'])(
  '%s names no state',
  (text) => {
    expect(stateNamed(text)).toBeNull();
  },
);

it('each state is named by its code, its name and both', () => {
  for (const { value, label } of states) {
    for (const text of [value, String(Number(value)), label, stateText(value)]) {
      expect(stateNamed(text)).toBe(value);
    }
  }
});

it.each([
  ['Tamil Nadu', 'India', '33', null],
  ['TN', null, '33', null],
  [null, 'India', null, null],
  [' ', '', null, null],
  ['Bavaria', 'Germany', '96', null],
  // The country decides: both have a Punjab.
  ['Punjab', 'Pakistan', '96', null],
  [null, 'United States', '96', null],
  ['Bavaria', null, null, 'state'],
  ['California', 'India', null, 'state'],
  ['Tamil Nadu', 'Maharashtra', null, 'country'],
])('%s, %s is the state %s', (state, country, code, unread) => {
  expect(stateInWords({ state, country })).toEqual({ code, unread });
});
