import { folded, type Search, searchOf } from '~/kit/shared/filters/searching';
import type { Match } from './search.fields';
import { allLists, type RecordType } from '~/modules/organization/kinds/kinds.rules';

/** A single character matches nearly everything. */
export const shortestQuery = 2;
export const longestQuery = 200;
/** Per kind. */
export const mostFound = 20;
export const mostRecent = 5;

export interface SearchQuery extends Search {
  /** The typed text, trimmed and folded. */
  whole: string;
}

const mostTerms = 6;

/**
 * Parses a search; null for less than two characters. Removes characters that cannot be stored, since no record
 * contains them.
 */
export function searchQueryOf(typed: string): SearchQuery | null {
  const clean = typed.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  const whole = folded(clean).trim();
  if ([...whole].length < shortestQuery) return null;
  const { terms, phone } = searchOf(clean);
  return { whole, terms: terms.slice(0, mostTerms), phone };
}

export interface FoundGroup {
  type: RecordType;
  label: string;
  found: readonly Match[];
}

export function groupsOf(found: readonly Match[]): FoundGroup[] {
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
