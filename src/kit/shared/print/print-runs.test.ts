import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasLetter, type PrintFont } from './print-letters';
import { baseFont, type Run, runsOf, unprintable } from './print-runs';

const fontsOf = (text: string) =>
  [runsOf(text)]
    .flat()
    .map((run) => (typeof run === 'string' ? [baseFont, run] : [run.font ?? baseFont, run.text]));

describe('a text is set in runs of one font each', () => {
  it.each<[string, [PrintFont, string][]]>([
    ['Łódź Ελλάδα Русский ₹5 ⅜ H₂O m² ℃', [['NotoSans', 'Łódź Ελλάδα Русский ₹5 ⅜ H₂O m² ℃']]],
    [
      'श्री गणेश, Pune',
      [
        ['NotoSansDevanagari', 'श्री गणेश, '],
        ['NotoSans', 'Pune'],
      ],
    ],
    [
      'தமிழ் 10 ಕನ್ನಡ',
      [
        ['NotoSansTamil', 'தமிழ் '],
        ['NotoSans', '10 '],
        ['NotoSansKannada', 'ಕನ್ನಡ'],
      ],
    ],
    [
      '⌀ 5 ≤ 6',
      [
        ['NotoSansSymbols', '⌀ '],
        ['NotoSans', '5 '],
        ['NotoSansMath', '≤ '],
        ['NotoSans', '6'],
      ],
    ],
    ['বাংলা। অসম', [['NotoSansBengali', 'বাংলা। অসম']]],
    ['Cafe\u0301 \ufeffBar\u200b', [['NotoSans', 'Café Bar']]],
    [
      'ab اردو بازار 123 لاہور.',
      [
        ['NotoSans', 'ab '],
        ['NotoSansArabic', 'اردو بازار 321 لاہور'],
        ['NotoSans', '.'],
      ],
    ],
  ])('%s', (text, runs) => {
    expect(fontsOf(text)).toEqual(runs);
  });

  it('breaks what is written from right to left into lines before it is laid out', () => {
    const text = 'اردو بازار لاہور ٹیکسٹائل ملز ڈاکٹر محمد یعقوب';
    const runs = runsOf(text) as Run[];
    expect(runs.map((run) => run.text)).toEqual([
      'اردو بازار لاہور ٹیکسٹائل',
      '\n',
      'ملز ڈاکٹر محمد یعقوب',
    ]);
    expect(runs.filter(({ noWrap }) => noWrap).length).toBe(2);
  });

  it('loses no letter, and sets each in a font that has it', () => {
    const letter = fc.oneof(
      fc.constantFrom(...'aé ₹5.,()-≤⌀✓△⅜₂شரிதமிழ்ಕ್ನश्रीক্ষગ્રਸ੍ਵଓଡ଼ిമ漢🔧\n'),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 40 }), (letters) => {
        const text = letters.join('');
        const missing = new Set(unprintable(text));
        const runs = fontsOf(text);
        const plain = (all: string) => [...all.replaceAll(/\s/g, '')].sort().join('');
        expect(plain(runs.map(([, each]) => each).join(''))).toBe(
          plain(text.normalize('NFC').replaceAll(/(?!\u200c|\u200d)[\p{Cc}\p{DI}]/gu, '')),
        );
        for (const [font, each] of runs) {
          for (const one of each ?? '') {
            if (!missing.has(one) && !/\s/.test(one))
              expect(hasLetter(font as PrintFont, one), one).toBe(true);
          }
        }
      }),
    );
  });
});

it.each([
  ['≤ ≥ → √ ∅ ≈ ∞ △ ✓ ⌀ ⅜ ⅝ ∆ ⁄ ₂', []],
  ['⏤⏥○⌭⌒⌓∥⟂∠⌖◎⌯↗⌰ⓂⓁⓅ⌴⌵↧□⌲⌳ ℃ ± µ Ω ① ☐ ☑ ⚠', []],
  ['অ আ ગુ ਕ੍ਰਿ ಕನ್ನ मराठी മല ଓଡ଼ିଆ தமிழ் తెలుగు اردو', []],
  ['Bolt 🔧 漢字 漢', ['🔧', '漢', '字']],
  ['\u200b\ufeff\u00ad\u2060 \u2028', []],
])('the letters of %j that no font has', (text, letters) => {
  expect(unprintable(text)).toEqual(letters);
});
