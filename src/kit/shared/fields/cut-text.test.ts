import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText, shortened } from './cut-text';

it.each([
  ['Acme', 4, 'Acme'],
  ['Acme Works', 4, 'Acme'],
  ['', 0, ''],
  // A pair of UTF-16 units.
  ['ab😀c', 3, 'ab'],
  ['ab😀c', 4, 'ab😀'],
  // A letter with a mark after it, and one of several people joined.
  ['cafe\u0301 x', 4, 'caf'],
  ['cafe\u0301 x', 5, 'cafe\u0301'],
  ['a👨‍👩‍👧b', 6, 'a'],
  ['नमस्ते', 5, 'नम'],
  // One letter alone that is longer than what fits.
  ['👨‍👩‍👧', 4, '👨‍'],
  ['👨‍👩‍👧', 1, ''],
])('cuts %j to %i units: %j', (text, longest, cut) => {
  expect(cutText(text, longest)).toBe(cut);
});

it('gives a beginning that can be encoded, and is never longer', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(text, fc.nat(60), (whole, longest) => {
      const cut = cutText(whole, longest);
      expect(whole.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(longest);
      expect(decodeURIComponent(encodeURIComponent(cut))).toBe(cut);
    }),
  );
});

it('says with an ellipsis that something is left out', () => {
  expect(shortened('Acme', 4)).toBe('Acme');
  expect(shortened('Acme😀', 5)).toBe('Acme…');
});
