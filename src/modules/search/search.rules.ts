import { type Found, foundKinds, type FoundType } from './search.fields';

/** A single character matches nearly everything. */
export const shortestWanted = 2;
export const longestWanted = 200;
/** Per kind. */
export const mostFound = 20;
export const mostRecent = 5;

export interface Wanted {
  /** The typed text, trimmed and in lower case. */
  whole: string;
  /** All of them must match, in any order. */
  words: readonly string[];
  /** The digits, when the text is a telephone number; else null. */
  digits: string | null;
}

const mostWords = 6;

/**
 * Parses a search; null for less than two characters. Removes characters that cannot be stored, since no record
 * contains them.
 */
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

export interface FoundGroup {
  type: FoundType;
  label: string;
  found: readonly Found[];
}

export function groupsOf(found: readonly Found[]): FoundGroup[] {
  return foundKinds
    .map(({ type, label }) => ({ type, label, found: found.filter((each) => each.type === type) }))
    .filter((group) => group.found.length > 0);
}

/** What was used last, newest first, with this one added; `nameOf` tells the same from another. */
export function remembered<T>(before: readonly T[], used: T, nameOf: (each: T) => string): T[] {
  const others = before.filter((each) => nameOf(each) !== nameOf(used));
  return [used, ...others].slice(0, mostRecent);
}
