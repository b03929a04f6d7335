import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Fields } from '~/kit/shared/fields/fields';
import { type FilterValues, searchWords } from '~/kit/shared/filters/filters';
import { literally } from '~/kit/shared/filters/like';
import type { ListSource } from './list-source';

/** Records that those of a list point at: `key` is the pointer, 0 for none. */
export interface LinkedNames {
  key: SqlPart;
  /** An index has `key` and after it the ids, the newest first. */
  isIndexed: boolean;
  table: string;
  name: string;
}

/** What sorts a list: a value of its table, or the name of what a record points at. */
export type SortTerm = { value: SqlPart; mayBeEmpty: boolean } | LinkedNames;

/** The condition for one value of a filter; it holds literals alone, for COPY takes no parameters. */
export type FilterTerm = (value: string) => SqlPart;

/**
 * How a list is read by windows (docs/product/wire.md#very-long-lists). All that is SQL speaks of the list's table as
 * `t`.
 */
export interface WindowedList {
  noun: string;
  source: ListSource;
  table: string;
  select: (where: SqlPart) => SqlPart;
  /** The records that the person may read. */
  readable: SqlPart;
  /** By the names of the fields on the wire. */
  sorts: Readonly<Record<string, SortTerm>>;
  search: { text: SqlPart; links: readonly LinkedNames[] };
  filters: Readonly<Record<string, FilterTerm>>;
  /** The number that is kept of what these filters find, if one is. */
  kept: (filters: FilterValues) => SqlPart | null;
}

const naturalText = sql`collate natural_text`;
const nothing = sql`false`;

/** The sorts by a list's own columns, in the order that the browser gives them. */
export function ownSorts(fields: Fields): Record<string, SortTerm> {
  const own = Object.entries(fields).filter(
    ([, { sortable, derived, kind }]) => sortable && !derived && kind !== 'choice',
  );
  return Object.fromEntries(
    own.map(([name, { kind, required }]) => {
      const column = sql.ref(`t.${name}`);
      const isText = kind === 'text' || kind === 'longText';
      const value = isText ? sql`${column} ${naturalText}` : column;
      return [name, { value, mayBeEmpty: !required }];
    }),
  );
}

/** As `choiceFilter` of a link: the id of what it points at, or `none`. */
export function linkTerm({ key }: Pick<LinkedNames, 'key'>): FilterTerm {
  return (value) => {
    if (value === 'none') return sql`${key} = 0`;
    return /^[1-9]\d{0,8}$/.test(value) ? sql`${key} = ${sql.lit(Number(value))}` : nothing;
  };
}

/** As `bandFilter`: a value that is no band finds nothing. */
export function bandTerm(bands: Readonly<Record<string, SqlPart>>): FilterTerm {
  const byValue = new Map(Object.entries(bands));
  return (value) => byValue.get(value) ?? nothing;
}

/** As `within`: the lower bound is in the band, the upper is not. */
export function withinBounds(
  value: SqlPart,
  { from, below }: { from?: number; below?: number },
): SqlPart {
  const bounds = [
    ...(from === undefined ? [] : [sql`${value} >= ${sql.lit(from)}`]),
    ...(below === undefined ? [] : [sql`${value} < ${sql.lit(below)}`]),
  ];
  return sql`(${sql.join(bounds, sql` and `)})`;
}

/** A typed search as `searchFilter` reads it, and which linked records have each word in their names. */
export interface Searched {
  word: string;
  /** For each of the search's links, the ids of those. */
  ids: readonly (readonly number[])[];
}

/** Each with what it points at; a text with a character that no database stores finds nothing. */
export function searchCondition(
  { text, links }: WindowedList['search'],
  searched: readonly Searched[],
): SqlPart[] {
  return searched.map(({ word, ids }) => {
    if (word.includes('\u0000')) return nothing;
    const named = links.flatMap(({ key }, at) => {
      const own = ids[at] ?? [];
      return own.length === 0 ? [] : [sql`${key} in (${sql.join(own.map((id) => sql.lit(id)))})`];
    });
    const contained = sql`${text} like ${sql.lit(`%${literally(word)}%`)}`;
    return sql`(${sql.join([contained, ...named], sql` or `)})`;
  });
}

/** Selects `at`, `id` and `text` of the linked records that have one of the words in their names; null without links. */
export function linkedNames(
  { links }: WindowedList['search'],
  words: readonly string[],
): SqlPart | null {
  const patterns = words
    .filter((word) => !word.includes('\u0000'))
    .map((word) => sql`${`%${literally(word)}%`}::text`);
  if (patterns.length === 0 || links.length === 0) return null;
  const selects = links.map(({ table, name }, at) => {
    const text = sql`folded(${sql.ref(name)})`;
    return sql`select ${sql.lit(at)} as at, id, ${text} as text from ${sql.table(table)}
      where ${text} like any (array[${sql.join(patterns)}])`;
  });
  return sql.join(selects, sql` union all `);
}

/** The typed words and, of the records that `linkedNames` found, those that have each. */
export function searchedWords(
  { links }: WindowedList['search'],
  typed: string,
  found: readonly { at: number; id: number; text: string }[],
): Searched[] {
  return searchWords(typed).map((word) => ({
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
  const from = sql`${sql.table(list.table)} t`;
  if (!sort || !term) return { from, order: sql`t.id desc` };
  const way = sort.isDown ? sql`desc` : sql`asc`;
  if (sort.key === 'id') return { from, order: sql`t.id ${way}` };
  if ('value' in term) {
    const empty = term.mayBeEmpty ? sql`nulls last` : sql``;
    return { from, order: sql`${term.value} ${way} ${empty}, t.id desc` };
  }
  // Of what has the same name, and of what points at nothing, the newest come first as well.
  const order = sql`g.is_none, g.rank ${way}, t.id desc`;
  const name = sql.ref(term.name);
  const groups = sql`(
      select id, false as is_none, dense_rank() over (order by ${name} ${naturalText}) as rank
      from ${sql.table(term.table)} union all select 0, true, 0
    )`;
  const inGroup = sql`${term.key} = g.id`;
  if (!isWhole || !term.isIndexed)
    return { from: sql`${groups} g join ${from} on ${inGroup}`, order };
  // One group is read after the other, and no more of them than the window has.
  const inTurn = sql`(select * from ${groups} each order by is_none, rank ${way} offset 0) g`;
  const members = sql`(select * from ${from} where ${inGroup} order by t.id desc offset 0) t`;
  return { from: sql`${inTurn} cross join lateral ${members}`, order };
}
