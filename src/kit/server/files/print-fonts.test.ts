import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasLetter, type PrintFont, printFonts } from '~/kit/shared/print/print-letters';
import { baseFont } from '~/kit/shared/print/print-runs';
import { openPrintFont } from './print-fonts';

const devanagari = /[\u0900-\u097f\u1cd0-\u1cff\ua830-\ua839\ua8e0-\ua8ff]/u;

it.each(printFonts)('knows the letters of %s', (name) => {
  for (const weight of ['normal', 'bold'] as const) {
    const all = new Set(openPrintFont(name, weight).characterSet.filter((code) => code >= 0x20));
    const isShared = (code: number) =>
      name === baseFont && devanagari.test(String.fromCodePoint(code));
    const near = new Set([...all].flatMap((code) => [code - 1, code, code + 1]));
    const wrong = [...near].filter((code) => {
      const isCovered = code >= 0x20 && hasLetter(name, String.fromCodePoint(code));
      return isCovered !== (all.has(code) && !isShared(code));
    });
    expect(wrong.map((code) => code.toString(16))).toEqual([]);
  }
});

const scripts: Record<string, [PrintFont, from: number]> = {
  Devanagari: ['NotoSansDevanagari', 0x900],
  Bengali: ['NotoSansBengali', 0x980],
  Gurmukhi: ['NotoSansGurmukhi', 0xa00],
  Gujarati: ['NotoSansGujarati', 0xa80],
  Odia: ['NotoSansOriya', 0xb00],
  Tamil: ['NotoSansTamil', 0xb80],
  Telugu: ['NotoSansTelugu', 0xc00],
  Kannada: ['NotoSansKannada', 0xc80],
  Malayalam: ['NotoSansMalayalam', 0xd00],
  Arabic: ['NotoSansArabic', 0x620],
};

it.each(Object.keys(scripts))('shapes any text in %s, and keeps its letters', (script) => {
  const [name, from] = scripts[script] ?? (['NotoSans', 0] as const);
  const letters = Array.from({ length: 128 }, (_, at) => String.fromCodePoint(from + at));
  const existing = letters.filter((letter) => hasLetter(name, letter));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...existing, ' '), { maxLength: 12 }), (typed) => {
      for (const weight of ['normal', 'bold'] as const) {
        const { glyphs, positions, advanceWidth } = openPrintFont(name, weight).layout(
          typed.join(''),
        );
        expect(glyphs.map(({ id }) => id)).not.toContain(0);
        expect(positions).toHaveLength(glyphs.length);
        expect(Number.isFinite(advanceWidth)).toBe(true);
        const read = glyphs.flatMap(({ codePoints }) =>
          codePoints.map((code) => String.fromCodePoint(code)),
        );
        expect(read.sort()).toEqual([...typed].sort());
      }
    }),
    { numRuns: 200 },
  );
});

it.each([
  ['NotoSansDevanagari', 'श्री', 2],
  ['NotoSansDevanagari', 'क्ष', 1],
  ['NotoSansTamil', 'க்ஷ', 1],
  ['NotoSansTelugu', 'శ్రీ', 2],
] as const)('joins letters of %s: %s', (name, text, count) => {
  expect(openPrintFont(name).layout(text).glyphs).toHaveLength(count);
});
