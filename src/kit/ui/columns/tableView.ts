import type { Predicate } from '~/kit/shared/filters/filters';
import { folded, isIn, phraseOf, searchedValue } from '~/kit/shared/filters/searching';
import { atOnce, type Steps } from '~/kit/ui/hooks/slices';
import type { Column, Sort, SortValue } from './tableColumn';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Direction = Sort['direction'];
type ValueOf<Row> = (row: Row) => SortValue;

const stepRows = 1000;

/**
 * A sorted copy: numbers by value, text in natural order ("Plant 9" before "Plant 10", ignoring case and accents),
 * empty values last in both directions, equal ones in their original order. Each different text is compared once and
 * then only its rank.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: ValueOf<Row>,
  direction: Direction,
): readonly Row[] {
  return atOnce(createSorter<Row>()(rows, valueOf, direction));
}

function* ordered<Row>(
  rows: readonly Row[],
  keys: Float64Array,
  direction: Direction,
): Steps<Row[]> {
  const filled: number[] = [];
  const empty: number[] = [];
  for (let index = 0; index < rows.length; index++) {
    (Number.isNaN(keys[index]) ? empty : filled).push(index);
  }
  const sign = direction === 'asc' ? 1 : -1;
  const sorted = yield* merged(filled, (a, b) => sign * ((keys[a] ?? 0) - (keys[b] ?? 0)) || a - b);
  return [...sorted, ...empty].map((index) => rows[index] as Row);
}

/** Sorted parts are merged two by two, so that no step is long. */
function* merged<T>(values: readonly T[], compare: (a: T, b: T) => number): Steps<readonly T[]> {
  let parts: (readonly T[])[] = [];
  for (let at = 0; at < values.length; at += stepRows) {
    parts.push(values.slice(at, at + stepRows).sort(compare));
    yield;
  }
  while (parts.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let at = 0; at < parts.length; at += 2) {
      const [one, other] = [parts[at] ?? [], parts[at + 1] ?? []];
      longer.push(yield* mergedPair(one, other, compare));
    }
    parts = longer;
  }
  return parts[0] ?? [];
}

function* mergedPair<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (a: T, b: T) => number,
): Steps<readonly T[]> {
  const all: T[] = [];
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    const [a, b] = [one[left] as T, other[right] as T];
    if (compare(a, b) <= 0) {
      all.push(a);
      left += 1;
    } else {
      all.push(b);
      right += 1;
    }
    if (all.length % stepRows === 0) yield;
  }
  for (; left < one.length; left++) all.push(one[left] as T);
  for (; right < other.length; right++) all.push(other[right] as T);
  return all;
}

interface Sorted<Row> {
  rows: readonly Row[];
  valueOf: ValueOf<Row>;
  keys: Float64Array;
  direction: Direction;
  sorted: readonly Row[];
}

export type Sorter<Row> = (
  rows: readonly Row[],
  valueOf: ValueOf<Row>,
  direction: Direction,
) => Steps<readonly Row[]>;

/**
 * sortRows in steps, with its last result cached: the other direction compares no texts, and changed records with an
 * unchanged sort value keep the order.
 */
export function createSorter<Row>(): Sorter<Row> {
  let last: Sorted<Row> | null = null;
  return function* sort(rows, valueOf, direction) {
    const cached = last?.valueOf === valueOf ? last : null;
    const isSame = cached?.direction === direction;
    if (isSame && cached.rows === rows) return cached.sorted;
    const patched = isSame ? withPatches(cached, rows) : null;
    const keys = cached?.rows === rows ? cached.keys : patched ? cached?.keys : undefined;
    const text = keys ?? (yield* sortKeys(rows, valueOf));
    const sorted = patched ?? (yield* ordered(rows, text, direction));
    last = { rows, valueOf, keys: text, direction, sorted };
    return sorted;
  };
}

// With more changes than a person makes at once, everything is sorted again.
const mostPatches = 200;

function withPatches<Row>(
  { rows: before, valueOf, sorted }: Sorted<Row>,
  rows: readonly Row[],
): readonly Row[] | null {
  const patches = patchesOf(before, rows);
  if (!patches) return null;
  for (const [was, is] of patches) if (valueOf(was) !== valueOf(is)) return null;
  return patched(sorted, patches);
}

/** Which rows became others in their place; null where it is more than that. */
export function patchesOf<Row>(before: readonly Row[], rows: readonly Row[]): Map<Row, Row> | null {
  if (before.length !== rows.length) return null;
  const patches = new Map<Row, Row>();
  for (let index = 0; index < rows.length; index++) {
    const was = before[index] as Row;
    const is = rows[index] as Row;
    if (was === is) continue;
    if (patches.size === mostPatches) return null;
    patches.set(was, is);
  }
  return patches;
}

export function patched<Row>(rows: readonly Row[], patches: Map<Row, Row>): readonly Row[] {
  return patches.size === 0 ? rows : rows.map((row) => patches.get(row) ?? row);
}

function* sortKeys<Row>(rows: readonly Row[], valueOf: ValueOf<Row>): Steps<Float64Array> {
  const values: SortValue[] = [];
  for (const row of rows) {
    values.push(valueOf(row));
    if (values.length % stepRows === 0) yield;
  }
  const hasTexts = values.some((value) => typeof value === 'string');
  const ranks = hasTexts ? yield* ranksOf(values) : null;
  const keys = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null;
    const key = ranks ? ranks.get(String(value)) : Number(value);
    keys[index] = isEmpty(value) ? Number.NaN : (key ?? Number.NaN);
    if (index % stepRows === 0) yield;
  }
  return keys;
}

function* ranksOf(values: readonly SortValue[]): Steps<Map<string, number>> {
  const different = new Map<string, Compared>();
  for (const value of values) {
    const text = String(value ?? '');
    if (text === '' || different.has(text)) continue;
    different.set(text, { text, key: collationKey(text) });
    if (different.size % stepRows === 0) yield;
  }
  const ranks = new Map<string, number>();
  let rank = 0;
  let before: Compared | null = null;
  for (const each of yield* merged([...different.values()], compared)) {
    if (before !== null && compared(before, each) !== 0) rank++;
    ranks.set(each.text, rank);
    before = each;
    if (ranks.size % stepRows === 0) yield;
  }
  return ranks;
}

interface Compared {
  text: string;
  key: string | null;
}

function compared(one: Compared, other: Compared): number {
  if (one.key === null || other.key === null) return collator.compare(one.text, other.text);
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0;
}

/** The signs of ASCII in the collator's order, which all come before digits and letters. */
const signs = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$`;

/**
 * A text whose order by code units is that of the collator, which takes five times as long to compare; null for texts
 * outside ASCII, and for numbers of more digits than an id has.
 */
function collationKey(text: string): string | null {
  if (!/^[ -~]*$/.test(text)) return null;
  let isLong = false;
  const key = text.toLowerCase().replace(/0*(\d+)|[^a-z]/g, (sign: string, number?: string) => {
    if (number === undefined) return String.fromCharCode(signs.indexOf(sign) + 1);
    isLong ||= number.length >= 30;
    return String.fromCharCode(48 + number.length) + number;
  });
  return isLong ? null : key;
}

function isEmpty(value: SortValue): value is null | '' {
  return value === null || value === '';
}

export interface RowFilter<Row> {
  predicate?: Predicate<Row> | undefined;
  columnSearch?: Readonly<Record<string, string>> | undefined;
}

/**
 * The rows that pass the predicate and contain every column's search text; the same array without a
 * filter.
 */
export function filterRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filter: RowFilter<Row>,
): readonly Row[] {
  return atOnce(filterSteps(rows, columns, filter));
}

export function* filterSteps<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { predicate, columnSearch = {} }: RowFilter<Row>,
): Steps<readonly Row[]> {
  const searches = columns.flatMap(({ key, text }) => {
    const typed = columnSearch[key]?.trim() ?? '';
    if (typed === '') return [];
    const textOf = (row: Row) => searchedValue(key, text(row));
    return [{ search: phraseOf(typed), textOf, existing: searchTexts(text) }];
  });
  if (!predicate && searches.length === 0) return rows;
  const passes = (row: Row) =>
    (!predicate || predicate(row)) &&
    searches.every(({ search, textOf, existing: cached }) =>
      isIn(searchText(cached, textOf, row), search),
    );
  const found: Row[] = [];
  for (let at = 0; at < rows.length; at += stepRows) {
    for (const row of rows.slice(at, at + stepRows)) if (passes(row)) found.push(row);
    yield;
  }
  return found;
}

// Folding 10,000 texts takes longer than searching them: cached as long as the row lives.
const textsByColumn = new WeakMap<object, WeakMap<object, string>>();

function searchTexts(text: object): WeakMap<object, string> {
  const found = textsByColumn.get(text);
  if (found) return found;
  const result = new WeakMap<object, string>();
  textsByColumn.set(text, result);
  return result;
}

function searchText<Row extends object>(
  cached: WeakMap<object, string>,
  text: (row: Row) => string,
  row: Row,
): string {
  const found = cached.get(row);
  if (found !== undefined) return found;
  const result = folded(text(row));
  cached.set(row, result);
  return result;
}
