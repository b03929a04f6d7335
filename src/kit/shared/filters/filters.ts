import { dayRanges, daysOfRange, isDayRange } from '~/kit/shared/filters/day-ranges';
import type { Day } from '~/kit/shared/time/days';
import type { Choice } from '~/kit/shared/fields/fields';

/**
 * One filter of a list. `facts` is what the screen hands in (today, users, stock); `test` is only asked while the
 * filter is active. The same list of filters feeds the panel, the chips, the badge and the predicate.
 */
export interface Filter<Row, Facts = void> {
  key: string;
  label: string;
  /** `quick`: buttons for the first choices, and a select with all of them. */
  kind: 'search' | 'text' | 'choice' | 'quick';
  choices?: readonly Choice[] | ((rows: readonly Row[]) => readonly Choice[]);
  test: (row: Row, value: string, facts: Facts) => boolean;
}

/** What is chosen, by filter key; `''` or absent: not active. */
export type FilterValues = Record<string, string>;

export interface FilterChip {
  key: string;
  label: string;
}

type Has<K extends string> = { [Name in K]: unknown };

/** The filters that hold something back, in the order of the list. */
export function activeFilters<F extends { key: string }>(
  filters: readonly F[],
  values: FilterValues,
): F[] {
  return filters.filter((filter) => (values[filter.key] ?? '').trim() !== '');
}

/** The active filters as words, `Status: Active`. A value that is no choice any more shows as it is. */
export function chipsOf<Row, Facts>(
  filters: readonly Filter<Row, Facts>[],
  values: FilterValues,
  rows: readonly Row[],
): FilterChip[] {
  return activeFilters(filters, values).map((filter) => {
    const value = (values[filter.key] ?? '').trim();
    const chosen = choicesOf(filter, rows).find((each) => each.value === value);
    return { key: filter.key, label: `${filter.label}: ${chosen?.label ?? value}` };
  });
}

/** The choices of a filter, read from the rows where it says so. */
export function choicesOf<Row, Facts>(
  filter: Filter<Row, Facts>,
  rows: readonly Row[],
): readonly Choice[] {
  const { choices } = filter;
  return typeof choices === 'function' ? choices(rows) : (choices ?? []);
}

/** One predicate of all active filters; null when nothing is active, so the list can stay the same array. */
export function predicateOf<Row>(
  filters: readonly Filter<Row, void>[],
  values: FilterValues,
): ((row: Row) => boolean) | null;
export function predicateOf<Row, Facts>(
  filters: readonly Filter<Row, Facts>[],
  values: FilterValues,
  facts: Facts,
): ((row: Row) => boolean) | null;
export function predicateOf<Row, Facts>(
  filters: readonly Filter<Row, Facts>[],
  values: FilterValues,
  facts?: Facts,
): ((row: Row) => boolean) | null {
  const tests = activeFilters(filters, values).map((filter) => {
    const value = (values[filter.key] ?? '').trim();
    return (row: Row) => filter.test(row, value, facts as Facts);
  });
  const [first] = tests;
  if (!first) return null;
  return tests.length === 1 ? first : (row) => tests.every((test) => test(row));
}

/** Rows that hold every word typed, anywhere in the keys given: case and accents do not matter. */
export function searchFilter<const K extends string>(
  keys: readonly K[],
  { key = 'search', label = 'Search' }: { key?: string; label?: string } = {},
): Filter<Has<K>, unknown> {
  const index = indexFor(keys);
  const wordsIn = lastAnswer(wordsOf);
  return {
    key,
    label,
    kind: 'search',
    test: (row, value) => {
      const words = wordsIn(value);
      const text = indexed(index, row, keys);
      return words.every((word) => text.includes(word));
    },
  };
}

/** A box for one field: rows whose text holds every word typed. */
export function textFilter<const K extends string>(
  name: K,
  field: { label: string },
): Filter<Has<K>, unknown> {
  return { ...searchFilter([name], { key: name, label: field.label }), kind: 'text' };
}

/** One of a field's choices. `none` names the rows without a value ("Unassigned"), in the address as `none`. */
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
  return {
    key: name,
    label: options.label ?? field.label,
    kind: options.kind ?? 'choice',
    choices: given
      ? [...none, ...given]
      : (rows) => [...none, ...distinctChoices(rows, (row) => row[name])],
    test: (row, value) => {
      const held = written(row[name]);
      return held === '' ? value === 'none' && options.none !== undefined : held === value;
    },
  };
}

/** The different values of a column, in alphabetical order; empty ones are left out. */
export function distinctChoices<Row>(
  rows: readonly Row[],
  of: (row: Row) => unknown,
): readonly Choice[] {
  const found = new Set<string>();
  for (const row of rows) {
    const value = written(of(row));
    if (value !== '') found.add(value);
  }
  return [...found].sort(collator.compare).map((value) => ({ value, label: value }));
}

/** One of several named ranges, such as "High (80-100)". */
export interface Band<Row, Facts = unknown> {
  value: string;
  label: string;
  test: (row: Row, facts: Facts) => boolean;
}

/** One of several named bands ("High (80-100)"); a value that is no band finds nothing. */
export function bandFilter<Row, Facts = unknown>(spec: {
  key: string;
  label: string;
  bands: readonly Band<Row, Facts>[];
}): Filter<Row, Facts> {
  const byValue = new Map(spec.bands.map((band) => [band.value, band]));
  return {
    key: spec.key,
    label: spec.label,
    kind: 'choice',
    choices: spec.bands.map(({ value, label }) => ({ value, label })),
    test: (row, value, facts) => byValue.get(value)?.test(row, facts) ?? false,
  };
}

/**
 * A band's test: the lower bound belongs, the upper does not (docs/product/screens.md#bands). A row without a number is
 * in no band.
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

/** Rows whose day lies in a range around `facts.today`; `day` gives the calendar day, null is in no range. */
export function dateRangeFilter<Row, Facts extends { today: Day }>(spec: {
  key: string;
  label: string;
  day: (row: Row, facts: Facts) => Day | null;
}): Filter<Row, Facts> {
  const daysOf = lastAnswer(daysOfRange);
  return {
    key: spec.key,
    label: spec.label,
    kind: 'choice',
    choices: dayRanges,
    test: (row, value, facts) => {
      if (!isDayRange(value)) return false;
      const { from, to } = daysOf(value, facts.today);
      const day = spec.day(row, facts);
      return day !== null && day >= from && day <= to;
    },
  };
}

/** Lower case without accents, so that "cafe" finds "Café"; what is searched and what is typed go through it alike. */
export function folded(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(accents, '').toLowerCase().replaceAll('ς', 'σ');
}

// Latin, Greek and Cyrillic accents only: in Devanagari the combining marks are vowels.
const accents = /[\u0300-\u036f]/g;
const plain = /^[\u0020-\u007e]*$/;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

// By list of keys, so that a screen that makes its filters anew does not index its rows anew. A changed row is a new
// object, and an old one goes with its text.
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
  let text = '';
  for (const key of keys) text += `${written(row[key])}\n`;
  const made = folded(text);
  index.set(row, made);
  return made;
}

/** Records hold text, numbers and flags; anything else is not searched. */
function written(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function wordsOf(typed: string): readonly string[] {
  return folded(typed).split(/\s+/u).filter(Boolean);
}

/** Remembers one answer: a list asks the same question for each of its rows. */
function lastAnswer<Args extends readonly unknown[], Answer>(
  ask: (...args: Args) => Answer,
): (...args: Args) => Answer {
  let last: { args: Args; answer: Answer } | null = null;
  return (...args) => {
    if (!last?.args.every((each, index) => each === args[index])) {
      last = { args, answer: ask(...args) };
    }
    return last.answer;
  };
}
