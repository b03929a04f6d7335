import { describe, expect, it } from 'vitest';
import { inGroups, isFreshStep, typedCode } from './second-factor.rules';

describe('what was typed as second factor', () => {
  it.each([
    ['123456', 'app', '123456'],
    [' 123 456 ', 'app', '123456'],
    ['12345', 'recovery', '12345'],
    ['1234567', 'recovery', '1234567'],
    ['ABCD-efgh jkmn', 'recovery', 'abcdefghjkmn'],
    ['', 'recovery', ''],
  ])('%j belongs to the %s: %j', (text, kind, code) => {
    expect(typedCode(text)).toEqual({ kind, code });
  });
});

describe('a code of a step', () => {
  it.each([
    [100, 0, true],
    [99, 0, true],
    [101, 0, true],
    [98, 0, false],
    [102, 0, false],
    [100, 100, false],
    [99, 100, false],
    [101, 100, true],
  ])('%i, when it is step 100 and %i was used last: %s', (step, last, isFresh) => {
    expect(isFreshStep(step, { current: 100, last })).toBe(isFresh);
  });
});

it('a secret is read in groups of four', () => {
  expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
});
