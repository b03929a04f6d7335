import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Choice, Field, Fields } from '~/kit/shared/fields/fields';
import { columnSearchKey, phraseOf, type Search } from '~/kit/shared/filters/searching';
import { literally } from '~/kit/shared/filters/like';

/** Records that those of a list point at: `key` is the pointer, 0 for none. */
export interface LinkedNames {
  key: SqlPart;
  /** An index has `key` and after it the ids, the newest first. */
  isIndexed: boolean;
  table: string;
  /** Of the table's own columns. */
  name: SqlPart;
  /** What they are ordered by, where it is not the name. */
  order?: SqlPart;
}

/** What sorts a list: a value of its table, or the name of what a record points at. */
export type SortTerm = { value: SqlPart; mayBeEmpty: boolean } | LinkedNames;

/** The condition for one value of a filter; it holds literals alone, for COPY takes no parameters. */
type PlainTerm = (value: string) => SqlPart;

/** The same, where it depends on values that have to be read first. */
export type FilterTerm = (value: string) => SqlPart | Promise<SqlPart>;

export const naturalText = sql`collate natural_text`;
export const nothing = sql`false`;
export const newestFirst = sql`t.created_at desc, t.id desc`;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The sorts by the fields of a list, in the order that the browser gives them. */
export function sortsBy(
  fields: Fields,
  column: (name: string) => SqlPart,
  { columns = {}, sorted = [], ranked = [] }: SortedColumns = {},
): Record<string, SortTerm> {
  const sortable = Object.entries(fields).filter(
    ([name, field]) =>
      [...sorted, ...ranked].includes(name) ||
      (field.sortable && (!field.derived || name in columns)),
  );
  return Object.fromEntries(
    sortable.map(([name, field]) => [
      name,
      ranked.includes(name)
        ? rankSort(column(name), field.choices ?? [])
        : { value: sortedBy(column(name), field), mayBeEmpty: !field.required },
    ]),
  );
}

interface SortedColumns {
  /** Columns that are not the table's. */
  columns?: object;
  sorted?: readonly string[];
  ranked?: readonly string[];
}

/** By a text of a table that is joined, or one that the fields do not sort. */
export function textSort(text: SqlPart, { mayBeEmpty = false } = {}): SortTerm {
  return { value: sql`${text} ${naturalText}`, mayBeEmpty };
}

/** By a choice in the order of its choices. */
function rankSort(column: SqlPart, choices: readonly { value: string }[]): SortTerm {
  return {
    value: choiceRank(
      column,
      choices.map(({ value }) => value),
    ),
    mayBeEmpty: false,
  };
}

function sortedBy(column: SqlPart, { kind, choices = [] }: Field): SqlPart {
  if (kind === 'choice') {
    const inOrder = choices.toSorted((one, other) => collator.compare(one.label, other.label));
    return choiceRank(
      column,
      inOrder.map(({ value }) => value),
    );
  }
  return kind === 'text' || kind === 'longText' ? sql`${column} ${naturalText}` : column;
}

/** The place of a choice among these values; null for none. */
function choiceRank(column: SqlPart, values: readonly string[]): SqlPart {
  return sql`array_position(array[${sql.join(values.map((each) => sql.lit(each)))}]::text[], ${column})`;
}

/** That a text has what a search looks for; with indexed texts, which hold all of the other. */
export function searchTerm(
  text: SqlPart,
  { terms, phone }: Search,
  indexed: readonly SearchedText[] = [],
): SqlPart {
  if (terms.length === 0) return sql`true`;
  const contains = (word: string) => {
    // Trigrams find nothing shorter, and to look twice is dearer.
    const isIndexed = indexed.length > 0 && [...word].length >= fewestLetters;
    const isInText = containsIn([text], word);
    return isIndexed ? sql`(${containsIn(indexed, word)} and ${isInText})` : isInText;
  };
  return anySearch(terms.map(contains), phone === null ? [] : [contains(phone)]);
}

/** SQL: the label of a choice's value, or "None". */
export function labelOf(value: SqlPart, choices: readonly Choice[]): SqlPart {
  const labels = choices.map(
    (choice) => sql`when ${sql.lit(choice.value)} then ${sql.lit(choice.label)}`,
  );
  return sql`coalesce(case ${value} ${sql.join(labels, sql` `)} end, 'None')`;
}

/** The searches in the heads of these columns, as `useColumnSearches` names them: in what the columns show. */
export function columnTerms(
  fields: Fields,
  column: (name: string) => SqlPart,
  names: readonly string[] = [],
): Record<string, PlainTerm> {
  const shown = (name: string) => {
    const choices = fields[name]?.choices;
    return choices ? labelOf(column(name), choices) : column(name);
  };
  return Object.fromEntries(
    names.map((name) => [
      columnSearchKey({ key: name }),
      (typed: string) => searchTerm(foldedText([shown(name)]), phraseOf(typed)),
    ]),
  );
}

/** That all words are found, or else the telephone number that they may be. */
export function anySearch(terms: readonly SqlPart[], phone: readonly SqlPart[]): SqlPart {
  return sql`(${sql.join([sql.join(terms, sql` and `), ...phone], sql` or `)})`;
}

/** An index of trigrams finds words from so many letters on. */
export const fewestLetters = 3;

/** The pattern of texts that have a folded word in them; null for a word that no database stores. */
export function patternOf(word: string): SqlPart | null {
  return word.includes('\u0000') ? null : sql.lit(`%${literally(word)}%`);
}

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const signs = [...` \n\t!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`].map(literally);
const neighbours = [...letters, ...signs];

/** A word too short for an index of trigrams, which it finds with the letters next to it (`shortPatterns`). */
export function isShortWord(word: string): boolean {
  return /^[a-z0-9]{1,2}$/.test(word);
}

/**
 * The patterns of texts that have a short word in them, each of three letters or more. One between two letters that are
 * not Latin is missed (docs/product/wire.md#very-long-lists).
 */
export function shortPatterns(word: string): SqlPart {
  const after = (text: string) => [`%${text}`, ...neighbours.map((each) => `%${text}${each}%`)];
  const atStart = signs.map((each) => `%${each}${word}%`);
  const preceded = letters.map((each) => `${each}${word}`);
  const patterns =
    word.length === 1
      ? [...atStart, ...preceded.flatMap(after)]
      : [...atStart, ...preceded.map((each) => `%${each}%`), ...after(word)];
  return sql`any (string_to_array(${sql.lit(patterns.join('\u0001'))}, E'\\x01'))`;
}

/** A folded text of a row; or one that an index has and that holds all of the other, and more. */
export type SearchedText =
  | SqlPart
  | {
      indexed: SqlPart;
      shown: SqlPart;
      /** The rows that show another text with the word, if there are such texts. */
      named: (word: string) => SqlPart | null;
    };

/** That one of these texts has a folded word in it. */
export function containsIn(
  texts: readonly SearchedText[],
  word: string,
  pattern = patternOf(word),
): SqlPart {
  if (!pattern) return nothing;
  const terms = texts.flatMap((text) => {
    if (!('shown' in text)) return [sql`${text} like ${pattern}`];
    const named = text.named(word);
    const isShown = sql`(${text.indexed} like ${pattern} and ${text.shown} like ${pattern})`;
    return named ? [isShown, named] : [isShown];
  });
  return sql`(${sql.join(terms, sql` or `)})`;
}

/** As the indexes have them (migrations/0185-search.sql). */
const foldedAtOnce = 4;

/**
 * The folded text in which a search of these columns looks, as `searchedText`: of a phone its digits too. A line begins
 * before each column, and one more where the last is to end as well.
 */
export function foldedText(columns: readonly SqlPart[], { ends = false } = {}): SqlPart {
  const parts = columns.map((column) => sql`coalesce(${column}, '')`);
  const pieces = Array.from({ length: Math.ceil(parts.length / foldedAtOnce) }, (_, piece) => {
    const some = parts.slice(piece * foldedAtOnce, (piece + 1) * foldedAtOnce);
    const isLast = (piece + 1) * foldedAtOnce >= parts.length;
    const end = ends && isLast ? sql` || E'\n'` : sql``;
    return sql`folded(E'\n' || ${sql.join(some, sql` || E'\n' || `)}${end})`;
  });
  return pieces.length === 1 ? sql.join(pieces) : sql`(${sql.join(pieces, sql` || `)})`;
}
