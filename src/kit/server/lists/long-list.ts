import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import { hasCustom } from '~/kit/server/database/custom-values';
import type { Entity } from '~/kit/server/database/entity';
import { customKey } from '~/kit/shared/fields/custom';
import type { Field, Fields } from '~/kit/shared/fields/fields';
import type { AnyFigures, FiguresOf } from '~/kit/shared/filters/figures';
import { activeFilters, type Filter, type FilterValues } from '~/kit/shared/filters/filters';
import { searchedOwn, shownLabels, withOwnFilters } from '~/kit/shared/filters/own-filters';
import { folded } from '~/kit/shared/filters/searching';
import { rangeProblem } from './range-problems';
import { type ColumnSource, conditionSql } from './condition-sql';
import { readFigures } from './figures';
import {
  columnTerms,
  fewestLetters,
  type FilterTerm,
  foldedText,
  newestFirst,
  nothing,
  patternOf,
  type SearchedText,
  sortsBy,
} from './window-terms';
import type { WindowedList } from './windowed-list';

/** A list of records that is read by windows where it is long (docs/product/wire.md#very-long-lists). */
export interface LongList
  extends Pick<WindowedList, 'source' | 'noun'>,
    Partial<Omit<WindowedList, 'source' | 'noun' | 'select' | 'filters'>> {
  entity: Pick<Entity, 'name' | 'fields' | 'select'>;
  filters: readonly Filter<never, never>[];
  /** Columns that are not the table's. */
  columns?: Readonly<Record<string, SqlPart>>;
  /** Columns that can be sorted besides those of the fields. */
  sorted?: readonly string[];
  /** Choices that are sorted in their order. */
  ranked?: readonly string[];
  /** Columns with a search in their heads. */
  headed?: readonly string[];
  /** Columns in which 0 means none. */
  zeroed?: readonly string[];
  /** Filters by `rank` of which the database has statistics. */
  measured?: readonly string[];
  /** For typed searches among the filters the indexed texts that hold those of their columns. */
  indexed?: Readonly<Record<string, readonly SearchedText[]>>;
}

/** The company's own fields of the list's kind. */
type OwnOf = () => Promise<Fields>;

/** The moment on which filters depend: each knows which part of it it reads. */
type MomentOf = () => Promise<never>;

/** The list by windows. */
export function longWindows(list: LongList, momentOf: MomentOf, ownOf: OwnOf): WindowedList {
  const { entity, sorts, headed, ...given } = list;
  const { column } = sourceOf(list);
  const windowed: WindowedList = {
    ...rowsOf(list),
    newest: newestFirst,
    search: { texts: [foldedText(searchedColumns(list).map(column))], links: [] },
    ...given,
    select: entity.select,
    problemOf: problemIn(list),
    sorts: { ...sortsBy(entity.fields, column, list), ...sorts },
    filters: { ...filterTerms(list, momentOf), ...columnTerms(entity.fields, column, headed) },
  };
  if (!hasCustom(entity)) return windowed;
  return {
    ...windowed,
    withOwn: async () => {
      const own = await ownOf();
      return Object.keys(own).length === 0 ? windowed : withOwn(list, windowed, { own, momentOf });
    },
  };
}

/** The same list, which can be sorted, filtered and searched by the company's own fields too. */
function withOwn(
  list: LongList,
  windowed: WindowedList,
  { own, momentOf }: { own: Fields; momentOf: MomentOf },
): WindowedList {
  const fields = Object.entries(own);
  const columns = Object.fromEntries(fields.map(([name, field]) => [name, ownColumn(name, field)]));
  const sorts = Object.entries(sortsBy(own, (name) => columns[name] ?? nothing)).map(
    ([name, term]) => [name, { ...term, mayBeEmpty: true }] as const,
  );
  const searched = Object.entries(searchedOwn(own));
  // The index has the values of fields that are off, too, and not the labels of choices.
  const text: SearchedText = {
    indexed: ownTexts,
    shown: foldedText(searched.map(([name, field]) => textShown(name, shownLabels(field)))),
    named: (word) => rowsNamed(searched, word),
  };
  const indexed = Object.entries(list.indexed ?? {}).map(
    ([key, texts]) => [key, [...texts, text]] as const,
  );
  const extended = {
    ...list,
    filters: withOwnFilters(list.filters, own),
    columns: { ...list.columns, ...columns },
    indexed: Object.fromEntries(indexed),
  };
  const { search, storedCount } = windowed;
  const { texts, worded } = search;
  const keys = fields.map(([name]) => ({ key: name }));
  const isByOwn = (values: FilterValues) => activeFilters(keys, values).length > 0;
  return {
    ...windowed,
    ...(storedCount
      ? { storedCount: (values) => (isByOwn(values) ? null : storedCount(values)) }
      : {}),
    sorts: { ...windowed.sorts, ...Object.fromEntries(sorts) },
    filters: { ...windowed.filters, ...filterTerms(extended, momentOf) },
    problemOf: problemIn(extended),
    search:
      searched.length === 0
        ? search
        : { ...search, texts: [...texts, text], ...(worded ? { worded: [...worded, text] } : {}) },
  };
}

const ownTexts = sql`folded(custom_texts(t.custom))`;

/** A value that is shown as it is stored; empty for one with another label. */
function textShown(name: string, labels: ReadonlyMap<string, string>): SqlPart {
  const text = ownText(name);
  if (labels.size === 0) return text;
  return sql`case when ${isOneOf(text, [...labels.keys()])} then null else ${text} end`;
}

/** The rows with a choice whose label has the word. */
function rowsNamed(fields: readonly (readonly [string, Field])[], word: string): SqlPart | null {
  const terms = fields.flatMap(([name, field]) => {
    const labels = [...shownLabels(field)].filter(([, label]) => folded(label).includes(word));
    const values = labels.map(([value]) => value);
    if (values.length === 0) return [];
    const has = isOneOf(ownText(name), values);
    const texts = values.map(folded);
    if (texts.some((each) => [...each].length < fewestLetters)) return [has];
    const isIndexed = texts.map((each) => sql`${ownTexts} like ${patternOf(each)}`);
    return [sql`(${has} and (${sql.join(isIndexed, sql` or `)}))`];
  });
  return terms.length === 0 ? null : sql`(${sql.join(terms, sql` or `)})`;
}

const isOneOf = (text: SqlPart, values: readonly string[]): SqlPart =>
  sql`${text} in (${sql.join(values.map((each) => sql.lit(each)))})`;

const keyOf = (name: string) => sql.lit(customKey(name) ?? '');
const ownText = (name: string) => sql`(t.custom ->> ${keyOf(name)})`;

/** SQL: the value of one of the company's own fields of a row `t`. */
export function ownColumn(name: string, field: Field | undefined): SqlPart {
  const text = ownText(name);
  switch (field?.kind) {
    case 'money':
    case 'quantity':
    case 'wholeNumber':
      // Not by its text: a range among a million reads it twice a row.
      return sql`(t.custom -> ${keyOf(name)})::numeric`;
    case 'flag':
      return sql`${text}::boolean`;
    case 'day':
      return sql`${text}::date`;
    default:
      return text;
  }
}

function rowsOf({ entity, from, readable, isForAll }: LongList) {
  return {
    from: from ?? sql`${sql.table(entity.name)} t`,
    readable: readable ?? sql`true`,
    isForAll: isForAll ?? !readable,
  };
}

function sourceOf({ columns = {}, zeroed = [] }: LongList): ColumnSource {
  return { column: (name) => columns[name] ?? sql.ref(`t.${name}`), zeroed };
}

function searchedColumns({ filters }: LongList): readonly string[] {
  const condition = filters.find(({ key }) => key === 'search')?.when?.('', undefined as never);
  return condition && 'columns' in condition ? (condition.columns as readonly string[]) : [];
}

function filterTerms(list: LongList, momentOf: MomentOf): Record<string, FilterTerm> {
  const terms: Record<string, FilterTerm> = {};
  let moment: Promise<never> | undefined;
  for (const { key, when } of list.filters) {
    if (!when || key === 'search') continue;
    const isMeasured = list.measured?.includes(key);
    const source = { ...sourceOf(list), indexed: list.indexed?.[key], isMeasured };
    terms[key] = async (value) => {
      moment ??= momentOf();
      return conditionSql(when(value, await moment), source);
    };
  }
  return terms;
}

const problemIn =
  ({ filters }: LongList) =>
  (key: string, value: string) => {
    const filter = filters.find((each) => each.key === key);
    return filter ? rangeProblem(filter, value) : null;
  };

/** The figures of the list. */
export function longFigures<F extends AnyFigures>(
  db: Db,
  list: LongList,
  { figures, at }: { figures: F; at: never },
): Promise<FiguresOf<F>> {
  const { from, readable } = rowsOf(list);
  return readFigures(db, figures, { source: sourceOf(list), from, where: readable, at });
}
