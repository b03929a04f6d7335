import { valueOf } from '~/kit/shared/fields/custom';
/**
 * One text for all spellings that a search takes for the same: lower case, without Latin, Greek and Cyrillic accents,
 * ligatures and letters of one country written out, and without invisible characters; the same as the database's
 * function `folded` gives (docs/product/search.md#matching).
 */
export function folded(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replace(written, (letter) => spellings[letter] ?? letter);
}

const plain = /^[\u0020-\u007e]*$/;
// Latin, Greek and Cyrillic accents only: in Devanagari the combining marks are vowels.
const dropped =
  /[\u0300-\u036f]|\u00ad|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2064]|[\ufe00-\ufe0f]|\ufeff/g;
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
};
const written = /[ßæœþøłđðıς]/g;

/** What a typed search looks for: all the words, or the telephone number that they may be. */
export interface Search {
  /** Folded. */
  terms: readonly string[];
  /** Its last ten digits; null where the typed text is none, or is these digits and no more. */
  phone: string | null;
}

const phonePattern = /^[\d\s()+./-]+$/;
const fewestDigits = 4;

/** Parses a typed search (docs/product/search.md#matching). */
export function searchOf(typed: string): Search {
  const terms = folded(typed).split(/\s+/u).filter(Boolean);
  const digits = phonePattern.test(typed) ? phoneDigits(typed).replace(/^0+/, '').slice(-10) : '';
  const isOther = digits.length >= fewestDigits && digits !== terms.join(' ');
  return { terms, phone: isOther ? digits : null };
}

export const columnSearchPrefix = 'in_';

/** The name of a column's search in the address, in views and as a filter of the server. */
export function columnSearchKey({ key }: { key: string }): string {
  return columnSearchPrefix + key;
}

/** Parses what is typed into the head of a column, which has the words as they were typed, side by side. */
export function phraseOf(typed: string): Search {
  return { ...searchOf(typed), terms: [folded(typed)] };
}

/** Whether a folded text has all that a search looks for. */
export function isIn(text: string, { terms, phone }: Search): boolean {
  return terms.every((word) => text.includes(word)) || (phone !== null && text.includes(phone));
}

/** The digits of a telephone number, however it is written. */
export function phoneDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '');
}

/** By column the texts that are shown, and searched, in place of some of its values. */
export type Labels = Readonly<Record<string, ReadonlyMap<unknown, string>>>;

/** The text of a row in which a search of these fields looks, not folded yet; a phone is there by its digits too. */
export function searchedText(row: object, keys: readonly string[], labels: Labels = {}): string {
  return keys
    .map((key) => {
      const value = valueOf(row, key);
      return searchedValue(key, labels[key]?.get(value) ?? value);
    })
    .join('');
}

/** The same of one field. */
export function searchedValue(key: string, value: unknown): string {
  const text = textOf(value);
  return key === 'phone' ? `${text}\n${phoneDigits(text)}\n` : `${text}\n`;
}

/** The text by which a value is searched; empty unless it is a text, number or flag. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
