import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excessOf } from './read-json';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** The most names in one object, or the most values in one array. */
function widthOf(value: unknown, isArray: boolean): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  const own = Array.isArray(value) === isArray ? parts.length : 0;
  return Math.max(own, ...parts.map((part) => widthOf(part, isArray)));
}

it('counts the levels, names and values of any JSON, with any texts in it', () => {
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
    fc.property(json, fc.nat(8), fc.integer({ min: 1, max: 3 }), (value, levels, width) => {
      const text = JSON.stringify(value);
      const plenty = { levels: 9, names: 9, values: 9 };
      const isOver = (limits: object) => excessOf(text, { ...plenty, ...limits }) !== null;
      expect(isOver({ levels })).toBe(depthOf(value) > levels);
      expect(isOver({ names: width })).toBe(widthOf(value, false) > width);
      expect(isOver({ values: width })).toBe(widthOf(value, true) > width);
    }),
  );
});
