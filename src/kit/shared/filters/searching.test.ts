import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded, isIn, searchedText, searchOf } from './searching';

const finds = (typed: string, row: Record<string, string>) =>
  isIn(folded(searchedText(row, Object.keys(row))), searchOf(typed));

describe('a search finds a text however it is spelled', () => {
  it.each([
    ['cafe', 'Café'],
    ['CAFÉ', 'Cafe\u0301'],
    ['Cafe\u0301', 'CAFÉ'],
    ['istanbul', 'İSTANBUL'],
    ['İSTANBUL', 'istanbul'],
    ['diyarbakir', 'Diyarbakır'],
    ['grossmann', 'Großmann'],
    ['GROẞMANN', 'grossmann'],
    ['oersted', 'Œrsted'],
    ['smorrebrod', 'Smørrebrød'],
    ['lodz', 'Łódź'],
    ['finish', 'ﬁnish'],
    ['m2', 'm²'],
    ['acme', 'Ac\u200bme\ufeff'],
    ['acme tools', 'Acme\u00a0Tools'],
    ['σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['श्रीराम', 'श्री\u200dराम'],
  ])('%s finds %s', (typed, name) => {
    expect(finds(typed, { name })).toBe(true);
  });

  it.each([
    ['हन', 'हिन'],
    ['cafes', 'Café'],
  ])('%s does not find %s', (typed, name) => {
    expect(finds(typed, { name })).toBe(false);
  });

  it('folds a folded text to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(folded(folded(text))).toBe(folded(text));
      }),
    );
  });
});

describe('a search finds a phone by its last ten digits', () => {
  const numbers = [
    '+91 98200 12345',
    '098200-12345',
    '9820012345',
    '(91) 98200.12345',
    '00919820012345',
  ];
  it.each(numbers.flatMap((typed) => numbers.map((phone) => [typed, phone])))(
    '%s finds %s',
    (typed, phone) => {
      expect(finds(typed, { phone })).toBe(true);
    },
  );
  it.each([
    ['98200-12', '+91 98200 12345', true],
    ['+91 98200', '9198200 12345', true],
    ['98200 12346', '+91 98200 12345', false],
    ['12-3', '+91 98200 12345', false],
  ])('%s and %s: %s', (typed, phone, isFound) => {
    expect(finds(typed, { phone })).toBe(isFound);
  });
  it('looks for the words of a number that is not a phone too', () => {
    expect(finds('26-27-00042', { number: 'INV-26-27-00042' })).toBe(true);
    expect(searchOf('26-27-00042')).toEqual({ terms: ['26-27-00042'], phone: '262700042' });
  });
});
