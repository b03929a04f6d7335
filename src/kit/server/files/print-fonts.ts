import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type PrintFont, printFonts } from '~/kit/shared/print/print-letters';
import { baseFont } from '~/kit/shared/print/print-runs';
import { addFontFormat, type ShapedFont, shapedFont } from './shaped-fonts';

type Weight = 'normal' | 'bold';

const { resolve } = createRequire(import.meta.url);
const packages: Record<PrintFont, string> = {
  NotoSans: '@expo-google-fonts/noto-sans',
  NotoSansArabic: '@expo-google-fonts/noto-sans-arabic',
  NotoSansBengali: '@expo-google-fonts/noto-sans-bengali',
  NotoSansDevanagari: '@expo-google-fonts/noto-sans-devanagari',
  NotoSansGujarati: '@expo-google-fonts/noto-sans-gujarati',
  NotoSansGurmukhi: '@expo-google-fonts/noto-sans-gurmukhi',
  NotoSansKannada: '@expo-google-fonts/noto-sans-kannada',
  NotoSansMalayalam: '@expo-google-fonts/noto-sans-malayalam',
  NotoSansOriya: '@expo-google-fonts/noto-sans-oriya',
  NotoSansTamil: '@expo-google-fonts/noto-sans-tamil',
  NotoSansTelugu: '@expo-google-fonts/noto-sans-telugu',
  NotoSansSymbols: '@expo-google-fonts/noto-sans-symbols',
  NotoSansMath: '@expo-google-fonts/noto-sans-math',
  NotoSansSymbols2: '@expo-google-fonts/noto-sans-symbols-2',
};
const withoutBold: readonly PrintFont[] = ['NotoSansMath', 'NotoSansSymbols2'];
/** Its letters reach further up and down than a line of the others is high. */
const tall: PrintFont = 'NotoSansArabic';

const mark = 'font of documents: ';
const opened = new Map<string, ShapedFont>();

/**
 * The fonts of documents, each opened when a document first needs it and kept open. pdfkit takes its fonts from fontkit,
 * which takes further formats: here a "file" is the name of a font (docs/decisions/0115-fonts-by-script.md).
 */
export function namedFonts(write: (name: string, content: Buffer) => void) {
  addFontFormat(NamedFont);
  const named = (font: PrintFont, weight: Weight) => {
    const name = `${font} ${weight}`;
    write(name, Buffer.from(mark + name));
    return name;
  };
  return Object.fromEntries(
    printFonts.map((font) => [font, { normal: named(font, 'normal'), bold: named(font, 'bold') }]),
  );
}

class NamedFont {
  static probe(content: Uint8Array): boolean {
    return textOf(content).startsWith(mark);
  }
  constructor({ buffer }: { buffer: Uint8Array }) {
    const [font, weight] = textOf(buffer).slice(mark.length).split(' ');
    return openPrintFont(font as PrintFont, weight as Weight);
  }
}

/** A font of documents; one that has no bold letters has the same in both weights. Throws where its package is missing. */
export function openPrintFont(name: PrintFont, weight: Weight = 'normal'): ShapedFont {
  const style = weight === 'bold' && !withoutBold.includes(name) ? '700Bold' : '400Regular';
  const file = resolve(`${packages[name]}/${style}/${name}_${style}.ttf`);
  const font = opened.get(file) ?? shapedFont(readFileSync(file));
  if (!opened.has(file) && name !== baseFont && name !== tall) {
    const { ascent, descent, lineGap, unitsPerEm } = openPrintFont(baseFont, weight);
    const scale = font.unitsPerEm / unitsPerEm;
    const height = { ascent: ascent * scale, descent: descent * scale, lineGap: lineGap * scale };
    for (const [key, value] of Object.entries(height)) Object.defineProperty(font, key, { value });
  }
  opened.set(file, font);
  return font;
}

function textOf(content: Uint8Array): string {
  return Buffer.from(content).toString('latin1');
}
