import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeep } from './read-json';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it('counts the levels of any JSON, whatever its texts hold', () => {
  const texts = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', 'a', '\n') });
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      texts,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(texts, tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(json, fc.nat(8), (value, most) => {
      expect(isDeep(JSON.stringify(value), most)).toBe(depthOf(value) > most);
    }),
  );
});
