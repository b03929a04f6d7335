import { type Found, foundKinds, type FoundType } from './search.fields';

/** Fewer letters find nearly everything. */
export const shortestWanted = 2;
export const longestWanted = 200;
/** Of one kind. */
export const mostFound = 20;

export interface Wanted {
  /** As it was typed: trimmed, in small letters. */
  whole: string;
  /** All of them must be found, in any order. */
  words: readonly string[];
  /** The digits alone, where nothing but a telephone number was typed. */
  digits: string | null;
}

const mostWords = 6;

/** What is looked for; null for less than two letters. Characters that cannot be stored are in no record. */
export function wantedOf(typed: string): Wanted | null {
  const whole = typed
    .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .toLowerCase();
  if ([...whole].length < shortestWanted) return null;
  const words = whole.split(/\s+/).slice(0, mostWords);
  const digits = /^[\d\s()+.-]+$/.test(whole) ? whole.replaceAll(/\D/g, '') : '';
  return { whole, words, digits: digits.length >= 4 && digits !== whole ? digits : null };
}

/** A text as it stands in a LIKE pattern: nothing in it is a wildcard. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}

export interface FoundGroup {
  type: FoundType;
  label: string;
  found: readonly Found[];
}

/** What was found, kind by kind in the order of the menu. */
export function groupsOf(found: readonly Found[]): FoundGroup[] {
  return foundKinds
    .map(({ type, label }) => ({ type, label, found: found.filter((each) => each.type === type) }))
    .filter((group) => group.found.length > 0);
}

/** The searches that a browser remembers, newest first: this one, and those before that are others. */
export function remembered(before: readonly string[], typed: string): string[] {
  const others = before.filter((each) => each.toLowerCase() !== typed.toLowerCase());
  return [typed, ...others].slice(0, 5);
}
