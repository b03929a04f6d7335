import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Choice, Field, Fields } from '~/kit/shared/fields/fields';
import { amountLimits, bandsBetween, type Limits } from '~/kit/shared/filters/amount-bands';
import { columnSearchKey, phraseOf, searchOf } from '~/kit/shared/filters/searching';
import { literally } from '~/kit/shared/filters/like';
import { daysIn } from '~/kit/shared/filters/day-ranges';
import { addDays, type Day, startOfDay } from '~/kit/shared/time/days';

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
export type PlainTerm = (value: string) => SqlPart;

/** The same, where it depends on values that have to be read first. */
export type FilterTerm = (value: string) => SqlPart | Promise<SqlPart>;

export const naturalText = sql`collate natural_text`;
export const nothing = sql`false`;
export const newestFirst = sql`t.created_at desc, t.id desc`;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The sorts by a list's own columns, in the order that the browser gives them. */
export function ownSorts(fields: Fields): Record<string, SortTerm> {
  const own = Object.entries(fields).filter(([, { sortable, derived }]) => sortable && !derived);
  return Object.fromEntries(
    own.map(([name, field]) => [
      name,
      { value: sortedBy(sql.ref(`t.${name}`), field), mayBeEmpty: !field.required },
    ]),
  );
}

/** By a text of a table that is joined, or one that the fields do not sort. */
export function textSort(text: SqlPart, { mayBeEmpty = false } = {}): SortTerm {
  return { value: sql`${text} ${naturalText}`, mayBeEmpty };
}

/** By a choice in the order of its choices. */
export function rankSort(column: SqlPart, choices: readonly { value: string }[]): SortTerm {
  return {
    value: choiceRank(
      column,
      choices.map(({ value }) => value),
    ),
    mayBeEmpty: false,
  };
}

/** By a choice in the order of its labels. */
export function labelSort(column: SqlPart, field: Field): SortTerm {
  return { value: sortedBy(column, field), mayBeEmpty: !field.required };
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

/** As `choiceFilter` of a field's choices: one of them, or several. */
export function choiceTerm(
  column: SqlPart,
  { choices = [] }: { choices?: readonly Choice[] },
): PlainTerm {
  return (value) => {
    const chosen = value.split(',');
    const existing = choices.filter((each) => chosen.includes(each.value));
    return existing.length === 0
      ? nothing
      : sql`${column} in (${sql.join(existing.map((each) => sql.lit(each.value)))})`;
  };
}

/** As `choiceFilter` of what texts there are: the same text. */
export function sameTextTerm(column: SqlPart): PlainTerm {
  return (value) => (value.includes('\u0000') ? nothing : sql`${column} = ${sql.lit(value)}`);
}

/** As `searchFilter`; with an index, one of a text that holds all of the other. */
export function textTerm(text: SqlPart, indexed?: SqlPart, parse = searchOf): PlainTerm {
  return (typed) => {
    const { terms, phone } = parse(typed);
    if (terms.length === 0) return sql`true`;
    const contains = (word: string) => containsIn({ text, indexed }, word);
    return anySearch(terms.map(contains), phone === null ? [] : [contains(phone)]);
  };
}

/** The searches in the heads of these columns, as `useColumnSearches` names them. */
export function columnTerms(texts: Readonly<Record<string, SqlPart>>): Record<string, PlainTerm> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      columnSearchKey({ key }),
      textTerm(foldedText([text]), undefined, phraseOf),
    ]),
  );
}

/** That all words are found, or else the telephone number that they may be. */
export function anySearch(terms: readonly SqlPart[], phone: readonly SqlPart[]): SqlPart {
  return sql`(${sql.join([sql.join(terms, sql` and `), ...phone], sql` or `)})`;
}

/** That a folded text has a folded word in it. */
export function containsIn(
  { text, indexed }: { text: SqlPart; indexed?: SqlPart | undefined },
  word: string,
): SqlPart {
  if (word.includes('\u0000')) return nothing;
  const pattern = sql.lit(`%${literally(word)}%`);
  // Trigrams find nothing shorter, and to look twice is dearer.
  return indexed && [...word].length >= 3
    ? sql`(${indexed} like ${pattern} and ${text} like ${pattern})`
    : sql`${text} like ${pattern}`;
}

/** The folded text in which a search of these columns looks, as `searchedText`: of a phone its digits too. */
export function foldedText(columns: readonly SqlPart[]): SqlPart {
  const parts = columns.map((column) => sql`coalesce(${column}, '')`);
  return sql`folded(E'\n' || ${sql.join(parts, sql` || E'\n' || `)})`;
}

/** As `choiceFilter` of a link: the id of what it points at, or `none`. */
export function linkTerm({ key }: Pick<LinkedNames, 'key'>): PlainTerm {
  return idOrNone(key, sql`${key} = 0`);
}

/** The same of a column with its own index. */
export function pointerTerm(column: SqlPart): PlainTerm {
  return idOrNone(column, sql`${column} is null`);
}

/** As `pointerFilter`, which has no word for none. */
export function idTerm(column: SqlPart): PlainTerm {
  return idOrNone(column, nothing);
}

function idOrNone(column: SqlPart, none: SqlPart): PlainTerm {
  return (value) => {
    if (value === 'none') return none;
    return /^[1-9]\d{0,8}$/.test(value) ? sql`${column} = ${sql.lit(Number(value))}` : nothing;
  };
}

/** As `bandFilter`: a value that is not a band finds nothing. */
export function bandTerm(bands: Readonly<Record<string, SqlPart>>): PlainTerm {
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

/** As `rupeeBands`; without limits as `amountRangeFilter`. */
export function amountTerm(amount: SqlPart, limits: Limits = amountLimits): PlainTerm {
  const bands = bandsBetween(limits);
  return bandTerm(
    Object.fromEntries(bands.map(({ value, bounds }) => [value, withinBounds(amount, bounds)])),
  );
}

/** As `bandFilter` of bands that depend on the company's day. */
export function datedTerm(
  bandsOf: (today: SqlPart) => Readonly<Record<string, SqlPart>>,
  todayOf: () => Promise<Day>,
): FilterTerm {
  return async (value) => bandTerm(bandsOf(sql`${sql.lit(await todayOf())}::date`))(value);
}

/** As `dateRangeFilter` of a day. */
export function daysTerm(day: SqlPart, todayOf: () => Promise<Day>): FilterTerm {
  return async (value) => {
    const days = daysIn(value, await todayOf());
    return days ? sql`${day} between ${sql.lit(days.from)} and ${sql.lit(days.to)}` : nothing;
  };
}

/** As `dateRangeFilter` of an instant's day in the company's time zone. */
export function dayRangeTerm(
  instant: SqlPart,
  optionsOf: () => Promise<{ today: Day; timeZone: string }>,
): FilterTerm {
  return async (value) => {
    const { today, timeZone } = await optionsOf();
    const days = daysIn(value, today);
    if (!days) return nothing;
    const begin = startOfDay(days.from, timeZone);
    const end = startOfDay(addDays(days.to, 1), timeZone);
    return sql`(${instant} >= ${sql.lit(begin)} and ${instant} < ${sql.lit(end)})`;
  };
}
