import type { Choice } from '~/kit/shared/fields/fields';
import { type Condition, found } from './conditions';
import { testOf } from './row-tests';
import { searchOf, textOf } from './searching';

/**
 * One filter of a list. `options` comes from the screen (today, users, stock); `test` is called only while the filter is
 * active. The panel, the chips, the badge and the predicate all use the same filters.
 */
export interface Filter<Row, Options = void> {
  key: string;
  label: string;
  /**
   * `quick`: buttons for the first choices, and a select with all of them. `several`: one choice or more, separated by
   * commas. `days`, `numbers`: from and to, `a..b`.
   */
  kind: 'search' | 'text' | 'choice' | 'quick' | 'several' | 'days' | 'numbers';
  choices?: readonly Choice[] | ((rows: readonly Row[]) => readonly Choice[]);
  /** The label of rows without a value ("Unassigned"), `none` in the address. */
  none?: string;
  /** The words for a value that has a meaning without being a choice; null for others. */
  named?: (value: string) => string | null;
  /** Days may be chosen as `2026-11-01..2026-11-30`. */
  takesDays?: true;
  test: (row: Row, value: string, options: Options) => boolean;
  /** The same as data, from which the server makes SQL. */
  when?: (value: string, options: Options) => Condition<Readonly<Record<string, unknown>>>;
}

export type FilterValues = Record<string, string>;

export interface FilterChip {
  key: string;
  label: string;
}

export type Predicate<Row> = (row: Row) => boolean;

type Has<K extends string> = { [Name in K]: unknown };

export function activeFilters<F extends { key: string }>(
  filters: readonly F[],
  values: FilterValues,
): F[] {
  return filters.filter((filter) => (values[filter.key] ?? '').trim() !== '');
}

/** The active filters as words, `Status: Active`. A value that is no longer a choice is shown as it is. */
export function chipsOf<Row, Options>(
  filters: readonly Filter<Row, Options>[],
  values: FilterValues,
  rows: readonly Row[],
): FilterChip[] {
  return activeFilters(filters, values).map((filter) => {
    const value = (values[filter.key] ?? '').trim();
    return { key: filter.key, label: `${filter.label}: ${chosenText(filter, value, rows)}` };
  });
}

/** A value of a filter in words. */
export function chosenText<Row, Options>(
  filter: Filter<Row, Options>,
  value: string,
  rows: readonly Row[],
): string {
  const chosen = choicesOf(filter, rows).find((each) => each.value === value);
  return chosen?.label ?? filter.named?.(value) ?? value;
}

export function choicesOf<Row, Options>(
  filter: Filter<Row, Options>,
  rows: readonly Row[],
): readonly Choice[] {
  const { choices } = filter;
  return typeof choices === 'function' ? choices(rows) : (choices ?? []);
}

export function predicateOf<Row>(
  filters: readonly Filter<Row, void>[],
  values: FilterValues,
): Predicate<Row> | null;
export function predicateOf<Row, Options>(
  filters: readonly Filter<Row, Options>[],
  values: FilterValues,
  options: Options,
): Predicate<Row> | null;
export function predicateOf<Row, Options>(
  filters: readonly Filter<Row, Options>[],
  values: FilterValues,
  options?: Options,
): Predicate<Row> | null {
  const tests = activeFilters(filters, values).map((filter) => {
    const value = (values[filter.key] ?? '').trim();
    return (row: Row) => filter.test(row, value, options as Options);
  });
  return tests.length === 0 ? null : (row) => tests.every((test) => test(row));
}

/** A filter whose values are conditions. */
export function conditionFilter<Row, Options>(
  filter: Omit<Filter<Row, Options>, 'test' | 'when'> & {
    when: (value: string, options: Options) => Condition<Row>;
  },
): Filter<Row, Options> {
  const testFor = lastResult((value: string, options: Options) =>
    testOf(filter.when(value, options)),
  );
  return { ...filter, test: (row, value, options) => testFor(value, options)(row) };
}

/** Rows that a typed search finds, anywhere in the given keys (docs/product/search.md#matching). */
export function searchFilter<const K extends string>(
  keys: readonly K[],
  { key = 'search', label = 'Search' }: { key?: string; label?: string } = {},
): Filter<Has<K>, unknown> {
  return conditionFilter({
    key,
    label,
    kind: 'search',
    when: (typed) => found(keys, searchOf(typed)),
  });
}

export function distinctChoices<Row>(
  rows: readonly Row[],
  of: (row: Row) => unknown,
): readonly Choice[] {
  const found = new Set<string>();
  for (const row of rows) {
    const value = textOf(of(row));
    if (value !== '') found.add(value);
  }
  return [...found].sort(collator.compare).map((value) => ({ value, label: value }));
}

export interface Band<Row, Options = unknown> {
  value: string;
  label: string;
  test: (row: Row, options: Options) => boolean;
}

export function bandFilter<Row, Options = unknown>(spec: {
  key: string;
  label: string;
  bands: readonly Band<Row, Options>[];
}): Filter<Row, Options> {
  const byValue = new Map(spec.bands.map((band) => [band.value, band]));
  return {
    key: spec.key,
    label: spec.label,
    kind: 'choice',
    choices: spec.bands.map(({ value, label }) => ({ value, label })),
    test: (row, value, options) => byValue.get(value)?.test(row, options) ?? false,
  };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function lastResult<Args extends readonly unknown[], Result>(
  ask: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { args: Args; result: Result } | null = null;
  return (...args) => {
    if (!last?.args.every((each, index) => each === args[index])) {
      last = { args, result: ask(...args) };
    }
    return last.result;
  };
}
