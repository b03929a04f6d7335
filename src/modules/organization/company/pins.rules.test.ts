import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pinDoubt } from './pins.rules';
import { states } from './states.rules';

describe('a PIN code', () => {
  it.each([
    ['110001', '07'],
    ['122001', '06'],
    ['160017', '04'],
    ['171001', '02'],
    ['194101', '38'],
    ['226008', '09'],
    ['248001', '05'],
    ['302013', '08'],
    ['360003', '24'],
    ['396210', '26'],
    ['403001', '30'],
    ['411 026', '27'],
    ['462001', '23'],
    ['492001', '22'],
    ['500055', '36'],
    ['520001', '37'],
    ['533464', '34'],
    ['560058', '29'],
    ['600001', '33'],
    ['605001', '34'],
    ['682551', '31'],
    ['682030', '32'],
    ['711101', '19'],
    ['737101', '11'],
    ['744101', '35'],
    ['751001', '21'],
    ['781001', '18'],
    ['791111', '12'],
    ['797001', '13'],
    ['795001', '14'],
    ['796001', '15'],
    ['799001', '16'],
    ['793001', '17'],
    ['800001', '10'],
    ['834001', '20'],
    ['900056', '27'],
    ['', '27'],
    ['4', '30'],
    ['10115', '96'],
    ['411026', '97'],
    ['411026', null],
  ])('%s raises no doubt about state %s', (pin, state) => {
    expect(pinDoubt(pin, state)).toBeNull();
  });

  it.each([
    ['411026', '30', /start with 41 are in Maharashtra \(27\), not in Goa \(30\)/],
    ['41', '30', /start with 41/],
    ['403001', '24', /are in Maharashtra \(27\) or Goa \(30\), not in Gujarat \(24\)/],
    ['290001', '09', 'No PIN code starts with 29.'],
    ['350001', null, 'No PIN code starts with 35.'],
    ['011001', '07', 'A PIN code has six digits and cannot start with 0.'],
    ['4110267', '27', 'A PIN code has six digits and cannot start with 0.'],
    ['SW1A', '27', 'A PIN code has six digits and cannot start with 0.'],
  ])('%s is doubted for %s', (pin, state, doubt) => {
    expect(pinDoubt(pin, state)).toMatch(doubt);
  });

  it('lies in some state for every region, and each state of the post has one', () => {
    const stateNames = states.map(({ value }) => value).filter((code) => Number(code) < 96);
    const regions = Array.from({ length: 76 }, (_, at) => String(at + 10));
    const existing = regions.filter((region) => pinDoubt(region, null) === null);
    for (const region of existing)
      expect(stateNames.some((code) => pinDoubt(region, code) === null)).toBe(true);
    for (const code of stateNames)
      expect(existing.some((region) => pinDoubt(region, code) === null)).toBe(true);
  });

  it('is never more doubtful for having been typed less far', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,5}$/);
    const code = fc.constantFrom(null, ...states.map(({ value }) => value));
    fc.assert(
      fc.property(digits, code, fc.nat(6), (pin, state, length) => {
        if (pinDoubt(pin, state) === null) expect(pinDoubt(pin.slice(0, length), state)).toBeNull();
      }),
    );
  });
});
