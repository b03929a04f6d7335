import { folded, type Search, searchOf } from '~/kit/shared/filters/searching';
import type { Found } from './search.fields';
import { allLists, type RecordType } from '~/modules/organization/kinds/kinds.rules';

/** A single character matches nearly everything. */
export const shortestWanted = 2;
export const longestWanted = 200;
/** Per kind. */
export const mostFound = 20;
export const mostRecent = 5;

export interface Wanted extends Search {
  /** The typed text, trimmed and folded. */
  whole: string;
}

const mostWords = 6;

/**
 * Parses a search; null for less than two characters. Removes characters that cannot be stored, since no record
 * contains them.
 */
export function wantedOf(typed: string): Wanted | null {
  const clean = typed.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  const whole = folded(clean).trim();
  if ([...whole].length < shortestWanted) return null;
  const { words, phone } = searchOf(clean);
  return { whole, words: words.slice(0, mostWords), phone };
}

export interface FoundGroup {
  type: RecordType;
  label: string;
  found: readonly Found[];
}

export function groupsOf(found: readonly Found[]): FoundGroup[] {
  return allLists
    .map(({ type, plural }) => ({
      type,
      label: plural,
      found: found.filter((each) => each.type === type),
    }))
    .filter((group) => group.found.length > 0);
}

/** What was used last, newest first, with this one added; `nameOf` tells the same from another. */
export function remembered<T>(before: readonly T[], used: T, nameOf: (each: T) => string): T[] {
  const others = before.filter((each) => nameOf(each) !== nameOf(used));
  return [used, ...others].slice(0, mostRecent);
}
