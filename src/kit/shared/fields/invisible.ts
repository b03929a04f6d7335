// Zero-width spaces, soft hyphens, direction marks, fillers, tags and the like; controls of a wrongly read file; marks
// of annotations; the empty Braille cell.
const invisible = '[\\p{DI}\\u0080-\\u009f\\ufff9-\\ufffb\\u2800]';

const joiningScripts = [
  'Arab',
  'Beng',
  'Deva',
  'Gujr',
  'Guru',
  'Knda',
  'Mlym',
  'Orya',
  'Sinh',
  'Syrc',
  'Taml',
  'Telu',
];
const joining = `[${joiningScripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
const virama = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]';
const picture = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]';

// India's and Arabic scripts are written with joiners, and so are pictures of several parts: there they are seen.
const seen = [
  `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
  `(?<=${virama})[\\u200c\\u200d]`,
  `(?<=${picture})\\u200d(?=\\p{Extended_Pictographic})`,
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
].join('|');

const all = new RegExp(invisible, 'gu');
const unseen = new RegExp(`(${seen})|${invisible}`, 'gu');
const any = new RegExp(invisible, 'u');

export function hasInvisible(text: string): boolean {
  return any.test(text);
}

/** The text without characters that nobody sees: two that look alike are then the same. */
export function withoutInvisible(text: string): string {
  return hasInvisible(text)
    ? text.replace(unseen, (_, kept: string | undefined) => kept ?? '')
    : text;
}

/** The same for an address or a name to sign in with, in one form of its letters, and without joiners too. */
export function plainKey(text: string): string {
  return text.replace(all, '').normalize('NFC');
}
