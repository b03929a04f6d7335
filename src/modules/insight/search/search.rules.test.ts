import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsOf, remembered, searchQueryOf } from './search.rules';

describe('what is looked for', () => {
  it.each([
    ['', null],
    [' a ', null],
    ['\u0000\u0001', null],
    ['Ab', { whole: 'ab', terms: ['ab'], phone: null }],
    ['  Acme   Pune ', { whole: 'acme   pune', terms: ['acme', 'pune'], phone: null }],
    [
      '+91 98200 12345',
      { whole: '+91 98200 12345', terms: ['+91', '98200', '12345'], phone: '9820012345' },
    ],
    ['12345', { whole: '12345', terms: ['12345'], phone: null }],
    ['INV-12', { whole: 'inv-12', terms: ['inv-12'], phone: null }],
    ['Café  Großmann', { whole: 'cafe  grossmann', terms: ['cafe', 'grossmann'], phone: null }],
    ['\u0301\u0301\u0301', null],
    ['26-27', { whole: '26-27', terms: ['26-27'], phone: '2627' }],
  ])('%j', (typed, query) => {
    expect(searchQueryOf(typed)).toEqual(query);
  });

  it('never holds a control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const query = searchQueryOf(typed);
        expect([...(query?.whole ?? '')].some((each) => each < ' ' || each === '\u007f')).toBe(
          false,
        );
      }),
    );
  });
});

it('groups what was found in the order of the menu', () => {
  const one = { id: 1, label: 'x', detail: null };
  const groups = groupsOf([
    { ...one, type: 'product' },
    { ...one, type: 'lead' },
    { ...one, type: 'product', id: 2 },
  ]);
  expect(groups.map(({ label, found }) => [label, found.length])).toEqual([
    ['Leads', 1],
    ['Products', 2],
  ]);
});

it('remembers five searches, each once', () => {
  const before = ['a1', 'b1', 'c1', 'd1', 'e1'];
  const add = (typed: string) => remembered(before, typed, (each) => each.toLowerCase());
  expect(add('C1')).toEqual(['C1', 'a1', 'b1', 'd1', 'e1']);
  expect(add('f1')).toEqual(['f1', 'a1', 'b1', 'c1', 'd1']);
});
