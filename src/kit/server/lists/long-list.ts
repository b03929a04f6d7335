import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import { hasCustom } from '~/kit/server/database/custom-values';
import type { Entity } from '~/kit/server/database/entity';
import { customKey } from '~/kit/shared/fields/custom';
import type { Field, Fields } from '~/kit/shared/fields/fields';
import type { AnyFigures, FiguresOf } from '~/kit/shared/filters/figures';
import type { Filter } from '~/kit/shared/filters/filters';
import { ownFilters } from '~/kit/shared/filters/own-filters';
import { type ColumnSource, conditionSql } from './condition-sql';
import { readFigures } from './figures';
import {
  columnTerms,
  type FilterTerm,
  foldedText,
  newestFirst,
  nothing,
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
  indexed?: Readonly<Record<string, readonly SqlPart[]>>;
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
    sorts: { ...sortsBy(entity.fields, column, list), ...sorts },
    filters: { ...filterTerms(list, momentOf), ...columnTerms(entity.fields, column, headed) },
  };
  if (!hasCustom(entity)) return windowed;
  return { ...windowed, withOwn: async () => withOwn(windowed, await ownOf()) };
}

/** The same list, which can be sorted, filtered and searched by the company's own fields too. */
function withOwn(list: WindowedList, own: Fields): WindowedList {
  if (Object.keys(own).length === 0) return list;
  const source: ColumnSource = { column: (name) => ownColumn(name, own[name]) };
  const sorts = Object.entries(sortsBy(own, source.column)).map(
    ([name, term]) => [name, { ...term, mayBeEmpty: true }] as const,
  );
  const filters = ownFilters(own).map(
    ({ key, when }) =>
      [key, (value: string) => (when ? conditionSql(when(value, null), source) : nothing)] as const,
  );
  const { search } = list;
  // The index has the values of fields that are off, too.
  const shown = Object.entries(own).flatMap(([name, { kind }]) =>
    plainKinds.has(kind) ? [] : [ownText(name)],
  );
  const text = { indexed: sql`folded(custom_texts(t.custom))`, shown: foldedText(shown) };
  return {
    ...list,
    sorts: { ...list.sorts, ...Object.fromEntries(sorts) },
    filters: { ...list.filters, ...Object.fromEntries(filters) },
    search:
      shown.length === 0
        ? search
        : {
            ...search,
            texts: [...search.texts, text],
            ...(search.worded ? { worded: [...search.worded, text] } : {}),
          },
  };
}

/** Kinds whose values are not stored as texts. */
const plainKinds = new Set<Field['kind']>(['money', 'quantity', 'wholeNumber', 'flag']);

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

/** The figures of the list. */
export function longFigures<F extends AnyFigures>(
  db: Db,
  list: LongList,
  { figures, at }: { figures: F; at: never },
): Promise<FiguresOf<F>> {
  const { from, readable } = rowsOf(list);
  return readFigures(db, figures, { source: sourceOf(list), from, where: readable, at });
}
