import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256, solve } from './challenges.rules';

const hexOf = (text: string) =>
  [...sha256(text)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

it('hashes like the library', () => {
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 200 });
  fc.assert(
    fc.property(ascii, (text) => {
      expect(hexOf(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }),
  );
});

it('finds the number of a challenge, and none where there is none', async () => {
  const challenge = createHash('sha256').update('salt&1234').digest('hex');
  const pause = async () => undefined;
  expect(await solve({ salt: 'salt&', challenge, maxnumber: 5000 }, pause)).toBe(1234);
  expect(await solve({ salt: 'salt&', challenge, maxnumber: 1000 }, pause)).toBeNull();
});
