import { chosenDaysText, dayRanges, daysIn } from '~/kit/shared/filters/day-ranges';
import type { Day } from '~/kit/shared/time/days';
import type { Choice } from '~/kit/shared/fields/fields';
import { folded, isIn, searchedText, searchOf, textOf } from './searching';

/**
 * One filter of a list. `options` comes from the screen (today, users, stock); `test` is called only while the filter is
 * active. The panel, the chips, the badge and the predicate all use the same filters.
 */
export interface Filter<Row, Options = void> {
  key: string;
  label: string;
  /** `quick`: buttons for the first choices, and a select with all of them. */
  kind: 'search' | 'text' | 'choice' | 'quick';
  choices?: readonly Choice[] | ((rows: readonly Row[]) => readonly Choice[]);
  /** The words for a value that has a meaning without being a choice; null for others. */
  named?: (value: string) => string | null;
  test: (row: Row, value: string, options: Options) => boolean;
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

/** Rows that a typed search finds, anywhere in the given keys (docs/product/search.md#matching). */
export function searchFilter<const K extends string>(
  keys: readonly K[],
  { key = 'search', label = 'Search' }: { key?: string; label?: string } = {},
): Filter<Has<K>, unknown> {
  const index = indexFor(keys);
  const searchIn = lastResult(searchOf);
  return {
    key,
    label,
    kind: 'search',
    test: (row, value) => isIn(indexed(index, row, keys), searchIn(value)),
  };
}

export function textFilter<const K extends string>(
  name: K,
  field: { label: string },
): Filter<Has<K>, unknown> {
  return { ...searchFilter([name], { key: name, label: field.label }), kind: 'text' };
}

/**
 * One of a field's choices. `none` is the label of rows without a value ("Unassigned"), `none` in the address. Of the
 * field's own choices an address may name several: `sent,overdue`.
 */
export function choiceFilter<const K extends string>(
  name: K,
  field: { label: string; choices?: readonly Choice[] },
  options: {
    choices?: readonly Choice[];
    none?: string;
    kind?: 'choice' | 'quick';
    label?: string;
  } = {},
): Filter<Has<K>, unknown> {
  const given = options.choices ?? field.choices;
  const none = options.none === undefined ? [] : [{ value: 'none', label: options.none }];
  const own = options.choices === undefined ? field.choices : undefined;
  const chosenIn = lastResult((value: string) => (own ? value.split(',') : [value]));
  return {
    key: name,
    ...(own ? { named: (value: string) => severalText(own, value) } : {}),
    label: options.label ?? field.label,
    kind: options.kind ?? 'choice',
    choices: given
      ? [...none, ...given]
      : (rows) => [...none, ...distinctChoices(rows, (row) => row[name])],
    test: (row, value) => {
      const held = textOf(row[name]);
      return held === ''
        ? value === 'none' && options.none !== undefined
        : chosenIn(value).includes(held);
    },
  };
}

function severalText(choices: readonly Choice[], value: string): string | null {
  const labels = value.split(',').map((each) => choices.find((one) => one.value === each)?.label);
  return labels.includes(undefined) ? null : labels.join(', ');
}

/** One of the people, or other records, that rows point at, by the name that they have there. */
export function pointerFilter<const K extends string, const N extends string>(
  name: K,
  nameKey: N,
  field: { label: string },
): Filter<Has<K | N>, unknown> {
  return {
    ...choiceFilter(name, { label: field.label }),
    choices: (rows) => {
      const names = new Map(rows.map((row) => [textOf(row[name]), textOf(row[nameKey])]));
      names.delete('');
      return [...names]
        .map(([value, label]) => ({ value, label }))
        .sort((one, other) => collator.compare(one.label, other.label));
    },
  };
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

/**
 * A band's test: the lower bound is included, the upper is not (docs/product/screens.md#bands). A row without a number
 * is in no band.
 */
export function within<Row>(
  of: (row: Row) => number | null | undefined,
  bounds: { from?: number; below?: number },
): (row: Row) => boolean {
  const { from = -Infinity, below = Infinity } = bounds;
  return (row) => {
    const number = of(row);
    return number !== null && number !== undefined && number >= from && number < below;
  };
}

/**
 * Rows whose day lies in a range around `facts.today`, or between days that an address names; `day` gives the calendar
 * day, null is in no range.
 */
export function dateRangeFilter<Row, Options extends { today: Day }>(spec: {
  key: string;
  label: string;
  day: (row: Row, options: Options) => Day | null;
}): Filter<Row, Options> {
  const daysOf = lastResult(daysIn);
  return {
    key: spec.key,
    label: spec.label,
    kind: 'choice',
    choices: dayRanges,
    named: chosenDaysText,
    test: (row, value, options) => {
      const days = daysOf(value, options.today);
      const day = spec.day(row, options);
      return days !== null && day !== null && day >= days.from && day <= days.to;
    },
  };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

// By list of keys, so that a screen that rebuilds its filters does not index its rows again. A changed row is a new
// object, and the old one is collected with its text.
const indexes = new Map<string, WeakMap<object, string>>();

function indexFor(keys: readonly string[]): WeakMap<object, string> {
  const name = keys.join('\n');
  const found = indexes.get(name) ?? new WeakMap<object, string>();
  indexes.set(name, found);
  return found;
}

function indexed<K extends string>(
  index: WeakMap<object, string>,
  row: Has<K>,
  keys: readonly K[],
): string {
  const found = index.get(row);
  if (found !== undefined) return found;
  const text = folded(searchedText(row, keys));
  index.set(row, text);
  return text;
}

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
