import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { FilterValues } from '~/kit/shared/filters/filters';
import { searchOf } from '~/kit/shared/filters/searching';
import { literally } from '~/kit/shared/filters/like';
import type { ListSource } from './list-source';
import {
  anySearch,
  containsIn,
  fewestLetters,
  type FilterTerm,
  isShortWord,
  type LinkedNames,
  naturalText,
  nothing,
  patternOf,
  type SearchedText,
  shortPatterns,
  type SortTerm,
} from './window-terms';

/**
 * How a list is read by windows (docs/product/wire.md#very-long-lists). Its SQL names the list's table `t`.
 */
export interface WindowedList {
  noun: string;
  source: ListSource;
  /** The table as `t`, with what else sorts and filters read. */
  from: SqlPart;
  select: (where: SqlPart) => SqlPart;
  /** The records that the person may read. */
  readable: SqlPart;
  /** Whether those are all that there are. */
  isForAll: boolean;
  /** The order of the list itself, and of what a sort finds equal. */
  newest: SqlPart;
  /** By the names of the fields on the wire. */
  sorts: Readonly<Record<string, SortTerm>>;
  search: Search;
  filters: Readonly<Record<string, FilterTerm>>;
  /** Why a filter cannot take a value; null where it can. */
  problemOf?: (key: string, value: string) => string | null;
  /** The number that is kept of what these filters find, if one is. */
  storedCount?: (filters: FilterValues) => SqlPart | null;
  /** The same, asked by the company's own fields too. */
  withOwn?: () => Promise<WindowedList>;
}

/** The list with all that it can be asked by. */
export async function wholly(list: WindowedList): Promise<WindowedList> {
  return (await list.withOwn?.()) ?? list;
}

interface Search {
  /** The texts of a row, folded, as indexes have them: a word is in one of them. */
  texts: readonly SearchedText[];
  /** The same for a word that no telephone number has, where those take long to read. */
  worded?: readonly SearchedText[];
  /** Few records, which are read first. */
  links: readonly LinkedNames[];
  /** Names of the many records that `from` joins. */
  joined?: {
    texts: readonly SqlPart[];
    /** Selects the ids of the rows of which one joined name has all the patterns, by indexes. */
    ids: (patterns: readonly SqlPart[]) => SqlPart;
  };
}

/** So many rows are sorted fast without an index for each order. */
export const manyRows = 120_000;

/** A typed search as `searchFilter` reads it, and which linked records have each word in their names. */
export interface Searched {
  word: string;
  /** For each of the search's links, the ids of those. */
  ids: readonly (readonly number[])[];
}

/** Each with what it points at; a text with a character that no database stores finds nothing. */
export function searchCondition(
  { texts, worded = texts, links, joined }: Search,
  typed: string,
  searched: readonly Searched[],
  patternFor = patternOf,
): SqlPart[] {
  const { phone } = searchOf(typed);
  const contains = (word: string) => {
    const own = /^\d+$/.test(word) ? texts : worded;
    return containsIn([...own, ...(joined?.texts ?? [])], word, patternFor(word));
  };
  const terms = searched.map(({ word, ids }) => {
    if (word.includes('\u0000')) return nothing;
    const named = links.flatMap(({ key }, at) => {
      const found = ids[at] ?? [];
      return found.length === 0
        ? []
        : [sql`${key} in (${sql.join(found.map((id) => sql.lit(id)))})`];
    });
    return sql`(${sql.join([contains(word), ...named], sql` or `)})`;
  });
  return phone === null ? terms : [anySearch(terms, [contains(phone)])];
}

const isLong = (word: string): boolean => [...word].length >= fewestLetters;

/**
 * The same conditions with one that indexes answer; null for a search that they do not find, as none of its words or its
 * telephone number is long enough, or Latin and short.
 */
export function indexedConditions(
  { search, source }: WindowedList,
  typed: string,
  searched: readonly Searched[],
): readonly SqlPart[] | null {
  const { terms, phone } = searchOf(typed);
  const long = terms.filter(isLong);
  const short = terms.filter(isShortWord).toSorted((one, other) => other.length - one.length);
  const [chosen] = [...long, ...short];
  if (chosen === undefined || (phone !== null && !isLong(phone))) return null;
  const patternFor = (word: string) =>
    word === chosen && isShortWord(word) ? shortPatterns(word) : patternOf(word);
  const { texts, joined } = search;
  const conditions = searchCondition({ ...search, worded: texts }, typed, searched, patternFor);
  if (!joined || terms.some((word) => patternOf(word) === null)) return conditions;
  // What has all words has one of them itself, or has all in a joined name; of short words one is enough.
  const indexable = long.length === terms.length ? terms : [chosen];
  const phones = phone === null ? [] : [phone];
  const own = [...indexable, ...phones].map(
    (word) =>
      sql`select t.id from ${sql.table(source.entity)} t where ${containsIn(texts, word, patternFor(word))}`,
  );
  const named = [indexable, ...phones.map((each) => [each])].map((all) =>
    joined.ids(all.map(patternFor).filter((each) => each !== null)),
  );
  const found = sql`t.id in (${sql.join([...own, ...named], sql` union all `)})`;
  return terms.length + phones.length === 1 ? [found] : [found, ...conditions];
}

/** Selects `at`, `id` and `text` of the linked records that have one of the words in their names; null without links. */
export function linkedNames({ links }: Search, terms: readonly string[]): SqlPart | null {
  const patterns = terms
    .filter((word) => !word.includes('\u0000'))
    .map((word) => sql`${`%${literally(word)}%`}::text`);
  if (patterns.length === 0 || links.length === 0) return null;
  const selects = links.map(({ table, name }, at) => {
    const text = sql`folded(${name})`;
    return sql`select ${sql.lit(at)} as at, id, ${text} as text from ${sql.table(table)}
      where ${text} like any (array[${sql.join(patterns)}])`;
  });
  return sql.join(selects, sql` union all `);
}

/** The typed words and, of the records that `linkedNames` found, those that have each. */
export function searchedTerms(
  { links }: Search,
  typed: string,
  found: readonly { at: number; id: number; text: string }[],
): Searched[] {
  return searchOf(typed).terms.map((word) => ({
    word,
    ids: links.map((_, at) =>
      found.filter((each) => each.at === at && each.text.includes(word)).map(({ id }) => id),
    ),
  }));
}

/** What a list is read from and its order; without a sort its newest come first. */
export function sortOf(
  list: WindowedList,
  sort: { key: string; isDown: boolean } | null,
  isWhole: boolean,
): { from: SqlPart; order: SqlPart } {
  const term = sort === null ? undefined : list.sorts[sort.key];
  const { from, newest } = list;
  if (!sort || !term) return { from, order: newest };
  const way = sort.isDown ? sql`desc` : sql`asc`;
  if (sort.key === 'id') return { from, order: sql`t.id ${way}` };
  if ('value' in term) {
    const empty = term.mayBeEmpty ? sql`nulls last` : sql``;
    return { from, order: sql`${term.value} ${way} ${empty}, ${newest}` };
  }
  // Of what has the same name, and of what points at nothing, the newest come first as well.
  const order = sql`g.is_none, g.rank ${way}, ${newest}`;
  const rank = term.order ?? sql`${term.name} ${naturalText}`;
  const groups = sql`(
      select id, false as is_none, dense_rank() over (order by ${rank}) as rank
      from ${sql.table(term.table)} union all select 0, true, 0
    )`;
  const inGroup = sql`${term.key} = g.id`;
  if (!isWhole || !term.isIndexed)
    return { from: sql`${groups} g join ${from} on ${inGroup}`, order };
  // One group is read after the other, and no more of them than the window has.
  const inTurn = sql`(select * from ${groups} each order by is_none, rank ${way} offset 0) g`;
  const members = sql`(select * from ${from} where ${inGroup} order by ${newest} offset 0) t`;
  return { from: sql`${inTurn} cross join lateral ${members}`, order };
}
