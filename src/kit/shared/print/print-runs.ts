import { hasLetter, type PrintFont, printFonts } from './print-letters';

export const baseFont = 'NotoSans' satisfies PrintFont;
const arabic = 'NotoSansArabic' satisfies PrintFont;

/** A part of a text that one font sets. */
export interface Run {
  text: string;
  font?: PrintFont;
  wordBreak?: 'break-all';
  noWrap?: boolean;
  /** Given, the words of a run are set as one, so that they follow each other from right to left. */
  fontFeatures?: [];
}

/** What leaves no mark on paper; joiners are letters of their script. */
const invisible = /(?!\n|\r|\t|\u200c|\u200d)[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;
/** Words from right to left, with the characters between them. */
const rightToLeft =
  /\p{scx=Arab}(?:(?:[\p{scx=Arab}\p{P}\p{Nd} \u00a0]|\u200c|\u200d)*\p{scx=Arab})?/gu;
/** Most texts: all these letters are in the base font. */
const plain = /^[\n\u0020-\u007e₹]*$/;
const number = /\p{Nd}+(?:[.,/:-]\p{Nd}+)*/gu;
/** A line from right to left cannot be broken by its width; so many letters fit in a column of a table. */
const longestFromRight = 28;

/**
 * A text in runs of one font each, since pdfmake does not look for a letter in another font. Letters that no font has
 * (`unprintable`) are set as boxes.
 */
export function runsOf(text: string): string | Run[] {
  if (plain.test(text)) return text;
  const clean = cleaned(text);
  const runs: Run[] = [];
  let from = 0;
  for (const { 0: part, index } of clean.matchAll(rightToLeft)) {
    const isWhole = [...part].every((letter) => hasLetter(arabic, letter));
    runs.push(...fromLeft(clean.slice(from, index)), ...(isWhole ? fromRight : fromLeft)(part));
    from = index + part.length;
  }
  runs.push(...fromLeft(clean.slice(from)));
  return runs.some(({ font }) => font !== undefined) ? runs : clean;
}

/** The runs of a text in one style: pdfmake drops that of a text within a text. */
export function styledRunsOf<Style extends object>(text: string, style: Style): (Style & Run)[] {
  return [runsOf(text)]
    .flat()
    .map((run) => ({ ...style, ...(typeof run === 'string' ? { text: run } : run) }));
}

/** The letters of a text that no font has, each once (docs/product/invoices.md#check-before-issue). */
export function unprintable(text: string): string[] {
  const letters = new Set(cleaned(text).replaceAll(/\s/gu, ''));
  return [...letters].filter((letter) => printFonts.every((font) => !hasLetter(font, letter)));
}

function cleaned(text: string): string {
  return text.normalize('NFC').replaceAll(invisible, '');
}

function fromLeft(text: string): Run[] {
  const runs: Run[] = [];
  let before: PrintFont = baseFont;
  for (const letter of text) {
    const font = fontOf(letter, before);
    const last = runs.at(-1);
    if (last && font === before) last.text += letter;
    else runs.push({ text: letter, ...(font === baseFont ? {} : { font }) });
    before = font;
  }
  return runs;
}

/** A mark joins the letter before it, and a point or a space stays within its script. */
function fontOf(letter: string, before: PrintFont): PrintFont {
  if (letter === '\n') return before;
  const stays = !hasLetter(baseFont, letter) || !/[\p{L}\p{N}\p{S}]/u.test(letter);
  if (stays && hasLetter(before, letter)) return before;
  return printFonts.find((font) => hasLetter(font, letter)) ?? before;
}

/** Numbers run from left to right among words that do not, and the shaper turns a whole run. */
function fromRight(part: string): Run[] {
  const turned = part.replaceAll(number, (digits) => [...digits].reverse().join(''));
  const lines = [''];
  for (const word of turned.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= longestFromRight) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.flatMap((text, at): Run[] => [
    ...(at === 0 ? [] : [{ text: '\n' }]),
    { text, font: arabic, noWrap: true, fontFeatures: [] },
  ]);
}

/** The same in a narrow column: a word too long for it is broken anywhere. */
export function brokenRunsOf(text: string): string | Run[] {
  const runs = runsOf(text);
  if (!/\S{21}/.test(text)) return runs;
  return [runs].flat().flatMap((run) => {
    // Letters of Indian scripts join: their words stay whole.
    if (typeof run !== 'string' && run.font !== undefined) return [run];
    const all = typeof run === 'string' ? run : run.text;
    return all
      .split(/(\S{21,})/)
      .map(
        (piece): Run =>
          /^\S{21,}$/.test(piece) ? { text: piece, wordBreak: 'break-all' } : { text: piece },
      );
  });
}
